/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.record;

import java.nio.ByteBuffer;

/** One message to be appended; a flyweight for one thread around its {@link RecordWriter}. */
public final class MessageDraft implements RecordDraft {

    private final RecordWriter writer = new RecordWriter();

    /** The writer to be filled and sealed. */
    public RecordWriter writer() {
        return writer;
    }

    @Override
    public int records() {
        return 1;
    }

    @Override
    public int totalBytes() {
        return writer.totalBytes();
    }

    @Override
    public int queueId() {
        return writer.queueId();
    }

    @Override
    public boolean entersQueue() {
        return writer.entersQueue();
    }

    @Override
    public void write(ByteBuffer to, int at, Place place) {
        writer.write(to, at, place);
    }

    @Override
    public long[] positions(long start) {
        return null;
    }
}
