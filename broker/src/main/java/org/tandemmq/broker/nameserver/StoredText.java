/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver;

import java.io.IOException;

/** A small file that is read once and replaced as a whole; an implementation sees to that no half of it can stay. */
public interface StoredText {

    /** A file that is kept nowhere. */
    StoredText NONE = new StoredText() {
        @Override
        public byte[] load() {
            return null;
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
     * The content.
     *
     * @return null when there is no file
     * @throws IOException if it can't be read
     */
    byte[] load() throws IOException;

    /**
     * Replaces the content.
     *
     * @param content whole new content
     * @throws IOException if it can't be written; the old content stays
     */
    void save(byte[] content) throws IOException;
}
