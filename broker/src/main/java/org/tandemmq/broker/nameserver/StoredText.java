/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/** A small file that is read once and replaced as a whole; an implementation sees to that no half of it can stay. */
public interface StoredText {

    /** A file that is kept nowhere. */
    StoredText NONE = new StoredText() {
        @Override
        public <T> Optional<T> load(Function<byte[], T> parser) {
            return Optional.empty();
        }

        @Override
        public void save(byte[] content) {
            // nothing is kept
        }

        @Override
        public String toString() {
            return "no file";
        }
    };

    /**
     * The content, or the one before it when it is damaged.
     *
     * @param parser turns it into what it means; any exception means that it is damaged
     * @param <T> what it means
     * @return empty when there is no file
     * @throws IOException if nothing of it can be read
     */
    <T> Optional<T> load(Function<byte[], T> parser) throws IOException;

    /**
     * Replaces the content.
     *
     * @param content whole new content
     * @throws IOException if it can't be written; the old content stays
     */
    void save(byte[] content) throws IOException;
}
