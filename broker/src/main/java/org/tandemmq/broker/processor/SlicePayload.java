/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import java.nio.ByteBuffer;
import java.util.List;
import org.tandemmq.remoting.Payload;
import org.tandemmq.store.log.LogSlice;

/** Slices of the log as body of an answer, uncopied. Closing it gives back what the slices came from. */
public final class SlicePayload implements Payload {

    private static final int PAGE_BYTES = 4096;

    private final List<LogSlice> slices;
    private final int sizeBytes;

    /**
     * Wraps slices, which are the payload's from now on.
     *
     * @param slices in the order of the body
     */
    public SlicePayload(List<LogSlice> slices) {
        this.slices = slices;
        int sum = 0;
        for (int i = 0; i < slices.size(); i++) {
            sum += slices.get(i).sizeBytes();
        }
        this.sizeBytes = sum;
    }

    /**
     * Reads one byte of each page, so that the disk is waited for here and not where the bytes are written.
     *
     * @return sum of the bytes read, of no meaning
     */
    public int touch() {
        return touch(slices);
    }

    /**
     * Reads one byte of each page.
     *
     * @param slices slices that will be written soon
     * @return sum of the bytes read, of no meaning
     */
    public static int touch(List<LogSlice> slices) {
        int sum = 0;
        for (LogSlice slice : slices) {
            ByteBuffer bytes = slice.bytes();
            for (int at = bytes.position(); at < bytes.limit(); at += PAGE_BYTES) {
                sum += bytes.get(at);
            }
        }
        return sum;
    }

    @Override
    public int sliceCount() {
        return slices.size();
    }

    @Override
    public ByteBuffer slice(int index) {
        return slices.get(index).bytes();
    }

    @Override
    public void copyTo(ByteBuffer into) {
        for (int i = 0; i < slices.size(); i++) {
            slices.get(i).copyTo(into);
        }
    }

    @Override
    public String place(int index, int at) {
        return "log position " + (slices.get(index).position() + at);
    }

    @Override
    public int sizeBytes() {
        return sizeBytes;
    }

    @Override
    public void close() {
        for (int i = 0; i < slices.size(); i++) {
            slices.get(i).close();
        }
    }
}
