/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.record;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A batch to be appended: one record per element (storage 3.8). A flyweight for one thread: fill {@link #writer} with
 * what all records share, then {@link #parse} the elements.
 *
 * <pre>
 * element: totalSize 4 | magic 4 | bodyCrc 4 | flag 4 | bodyLength 4, body | propertiesLength 2, properties
 * </pre>
 */
public final class BatchDraft implements RecordDraft {

    private static final int HEAD_BYTES = 20;
    private static final int EMPTY_ELEMENT_BYTES = HEAD_BYTES + 2;
    private static final int FIELDS = 6;

    private final RecordWriter writer = new RecordWriter();
    private int[] fields = new int[64 * FIELDS];
    private int[] sizes = new int[64];
    private int count;
    private int totalBytes;
    private int bodiesBytes;
    private int largestRecordBytes;
    private int largestPropertiesBytes;
    private ByteBuffer elements;
    private ByteBuffer batchProperties;

    /** The writer for what all records share. */
    public RecordWriter writer() {
        return writer;
    }

    /**
     * Reads the elements and computes checksums and sizes.
     *
     * @param newElements elements in the wire's encoding, between position and limit
     * @param newBatchProperties properties that follow those of each element
     * @return null, or what is wrong with the encoding
     */
    public String parse(ByteBuffer newElements, ByteBuffer newBatchProperties) {
        elements = newElements;
        batchProperties = newBatchProperties;
        count = 0;
        totalBytes = 0;
        bodiesBytes = 0;
        largestRecordBytes = 0;
        largestPropertiesBytes = 0;
        int at = elements.position();
        while (at < elements.limit()) {
            String problem = add(at, elements.limit() - at);
            if (problem != null) {
                return "element " + count + " of the batch: " + problem;
            }
            at += elements.getInt(at);
        }
        return count == 0 ? "the batch has no element" : null;
    }

    private String add(int at, int left) {
        int size = left < EMPTY_ELEMENT_BYTES ? 0 : elements.getInt(at);
        if (size < EMPTY_ELEMENT_BYTES || size > left) {
            return "size " + size + " with " + left + " bytes left";
        }
        int bodySize = elements.getInt(at + 16);
        if (bodySize < 0 || bodySize > size - EMPTY_ELEMENT_BYTES) {
            return "body of " + bodySize + " bytes in an element of " + size;
        }
        int propertiesAt = at + HEAD_BYTES + bodySize + 2;
        int propertiesSize = elements.getShort(propertiesAt - 2);
        if (propertiesSize < 0 || propertiesAt + propertiesSize != at + size) {
            return "properties of " + propertiesSize + " bytes in an element of " + size
                + " with a body of " + bodySize;
        }
        grow();
        int field = count * FIELDS;
        fields[field] = elements.getInt(at + 12);
        fields[field + 1] = at + HEAD_BYTES;
        fields[field + 2] = bodySize;
        fields[field + 3] = writer.checksum(elements, at + HEAD_BYTES, bodySize);
        fields[field + 4] = propertiesAt;
        fields[field + 5] = propertiesSize;
        select(count);
        sizes[count] = writer.totalBytes();
        largestRecordBytes = Math.max(largestRecordBytes, writer.totalBytes());
        largestPropertiesBytes = Math.max(largestPropertiesBytes, writer.allPropertiesBytes());
        totalBytes += writer.totalBytes();
        bodiesBytes += bodySize;
        count++;
        return totalBytes < 0 ? "the batch exceeds 2 GiB" : null;
    }

    private void grow() {
        if (count == sizes.length) {
            sizes = Arrays.copyOf(sizes, count * 2);
            fields = Arrays.copyOf(fields, count * 2 * FIELDS);
        }
    }

    private void select(int index) {
        int field = index * FIELDS;
        writer.body(fields[field], elements, fields[field + 1], fields[field + 2], fields[field + 3]);
        writer.properties(elements, fields[field + 4], fields[field + 5], batchProperties);
        writer.seal();
    }

    /** Sum of the bodies in bytes. */
    public int bodiesBytes() {
        return bodiesBytes;
    }

    /** Size of the largest record in bytes. */
    public int largestRecordBytes() {
        return largestRecordBytes;
    }

    /** Most bytes of properties that one record has. */
    public int largestPropertiesBytes() {
        return largestPropertiesBytes;
    }

    @Override
    public int records() {
        return count;
    }

    @Override
    public int totalBytes() {
        return totalBytes;
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
        // The first record's size is written last of all: a batch that was cut short must not look like half of one.
        long position = place.position();
        long queueOffset = place.queueOffset();
        long time = place.storeTimestampMs();
        int behind = sizes[0];
        for (int i = 1; i < count; i++) {
            select(i);
            writer.write(to, at + behind, place.set(position + behind, queueOffset + i, time));
            behind += sizes[i];
        }
        select(0);
        writer.write(to, at, place.set(position, queueOffset, time));
    }

    @Override
    public long[] positions(long start) {
        long[] positions = new long[count];
        long next = start;
        for (int i = 0; i < count; i++) {
            positions[i] = next;
            next += sizes[i];
        }
        return positions;
    }

    /** Lets go of the caller's buffers. */
    public void clear() {
        elements = null;
        batchProperties = null;
        writer.clear();
    }
}
