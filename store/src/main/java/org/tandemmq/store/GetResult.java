/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.util.List;
import org.tandemmq.store.log.LogSlice;

/**
 * What a read by queue offset gave. Whoever gets it closes it, which gives back the slices.
 *
 * @param status outcome
 * @param nextOffset where to read next
 * @param minOffset first offset of the queue
 * @param maxOffset next offset to be written
 * @param slices one slice per message, uncopied; neighbours in the log may share one slice; closed together
 * @param messageCount number of messages in the slices
 * @param sizeBytes sum of the slices' bytes
 * @param farBehind whether the reader is further behind the end than what counts as cached (storage 13.2)
 */
public record GetResult(GetStatus status, long nextOffset, long minOffset, long maxOffset, List<LogSlice> slices,
                        int messageCount, int sizeBytes, boolean farBehind) implements AutoCloseable {

    /** Gives back all slices. */
    @Override
    public void close() {
        for (LogSlice slice : slices) {
            slice.close();
        }
    }
}
