/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.record;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A batch to be appended: one record per element (storage 3.8). A flyweight for one thread: fill {@link #writer} with
 * what all records share, then {@link #parse} the elements.
 *
 * <pre>
 * element: totalSize 4 | magic 4 | bodyCrc 4 | flag 4 | bodyLength 4, body | propertiesLength 2, properties
 * </pre>
 */
public final class BatchDraft implements RecordDraft {

    /**
     * Most records of a batch: their ids, 57 bytes each at most, have to fit in the header of the answer, and all are
     * written under one lock.
     */
    public static final int RECORDS_MAX = 65_536;
    /** Most bytes of the records of a batch; messages without a body count too. */
    public static final int RECORDS_BYTES_MAX = 32 << 20;

    private static final int HEAD_BYTES = 20;
    private static final int BODY_LENGTH_AT = 16;
    private static final int PROPERTIES_LENGTH_BYTES = 2;
    private static final int EMPTY_ELEMENT_BYTES = HEAD_BYTES + PROPERTIES_LENGTH_BYTES;
    private static final int FIELDS = 6;
    private static final int SPREAD_BYTES_MAX = 16 << 20;
    private static final String TOO_MANY = "the batch has more than " + RECORDS_MAX + " messages, the limit";

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
            if (count == RECORDS_MAX) {
                return TOO_MANY;
            }
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
        int bodySize = elements.getInt(at + BODY_LENGTH_AT);
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
        return totalBytes <= RECORDS_BYTES_MAX ? null : "with it the batch makes " + totalBytes
            + " bytes of records, the limit is " + RECORDS_BYTES_MAX;
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

    /**
     * Writes all records without their sizes, then the sizes in order. Wherever that ends, what is there is the begin
     * of the batch and, behind it, nothing that looks like a record: only then can whoever finds it tell it from damage
     * in front of records that were acknowledged.
     */
    @Override
    public void write(ByteBuffer to, int at, Place place) {
        long position = place.position();
        long queueOffset = place.queueOffset();
        long time = place.storeTimestampMs();
        int behind = 0;
        for (int i = 0; i < count; i++) {
            select(i);
            writer.writeWithoutSize(to, at + behind, place.set(position + behind, queueOffset + i, time));
            behind += sizes[i];
        }
        int next = at;
        for (int i = 0; i < count; i++) {
            RecordWriter.writeSize(to, next, sizes[i]);
            next += sizes[i];
        }
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

    /**
     * Gives every element those of some shared properties that it has none of its own of. Properties that are just put
     * behind an element's would hide its own.
     *
     * @param elements the elements, between position and limit; not moved
     * @param shared name to value
     * @return the same elements where each has all of them, or new ones; as far as they can't be read, they stay as
     *     they are, for the store to refuse
     * @throws IllegalArgumentException when there are more elements than {@link #RECORDS_MAX}, when an element would
     *     have more properties than a record can, or all together would grow beyond 16 MiB; with the limit
     */
    public static ByteBuffer withShared(ByteBuffer elements, Map<String, String> shared) {
        int count = 0;
        int end = elements.position();
        for (; isReadable(elements, end); end += elements.getInt(end)) {
            count++;
            if (count > RECORDS_MAX) {
                throw new IllegalArgumentException(TOO_MANY);
            }
        }
        long bytes = elements.remaining() + (long) count * (1 + RecordProperties.encode(shared).length);
        if (bytes > SPREAD_BYTES_MAX) {
            throw new IllegalArgumentException("properties of the batch for each of its " + count + " messages make "
                + bytes + " bytes, the limit is " + SPREAD_BYTES_MAX);
        }
        List<Piece> pieces = Piece.of(shared);
        int lacking = 0;
        for (int at = elements.position(); at < end; at += elements.getInt(at)) {
            lacking += missingBytes(elements, propertiesAt(elements, at), at + elements.getInt(at), pieces);
        }
        return lacking == 0 ? elements : spread(elements, end, pieces, lacking);
    }

    private static ByteBuffer spread(ByteBuffer elements, int end, List<Piece> pieces, int lacking) {
        ByteBuffer out = ByteBuffer.allocate(elements.remaining() + lacking);
        for (int at = elements.position(); at < end; at += elements.getInt(at)) {
            copy(elements, at, pieces, out);
        }
        return out.put(elements.slice(end, elements.limit() - end)).flip();
    }

    /** One shared property: its name, and all of it with its separators. */
    private record Piece(String nameBytes, byte[] text) {

        static List<Piece> of(Map<String, String> shared) {
            List<Piece> pieces = new ArrayList<>();
            shared.forEach((name, value) -> pieces.add(new Piece(RecordProperties.bytesOf(name),
                RecordProperties.encode(Map.of(name, value)))));
            return pieces;
        }

        boolean isMissing(ByteBuffer elements, int from, int end) {
            return !RecordProperties.has(elements, from, end, nameBytes);
        }
    }

    private static boolean isReadable(ByteBuffer elements, int at) {
        int left = elements.limit() - at;
        int size = left < EMPTY_ELEMENT_BYTES ? 0 : elements.getInt(at);
        if (size < EMPTY_ELEMENT_BYTES || size > left) {
            return false;
        }
        int bodyBytes = elements.getInt(at + BODY_LENGTH_AT);
        if (bodyBytes < 0 || bodyBytes > size - EMPTY_ELEMENT_BYTES) {
            return false;
        }
        int propertiesAt = propertiesAt(elements, at);
        return elements.getShort(propertiesAt - PROPERTIES_LENGTH_BYTES) == at + size - propertiesAt;
    }

    private static int propertiesAt(ByteBuffer elements, int at) {
        return at + HEAD_BYTES + elements.getInt(at + BODY_LENGTH_AT) + PROPERTIES_LENGTH_BYTES;
    }

    private static void copy(ByteBuffer elements, int at, List<Piece> pieces, ByteBuffer out) {
        int end = at + elements.getInt(at);
        int propertiesAt = propertiesAt(elements, at);
        int begin = out.position();
        int propertiesBegin = begin + propertiesAt - at;
        out.put(elements.slice(at, end - at));
        boolean separated = !lacksSeparator(elements, propertiesAt, end);
        for (Piece piece : pieces) {
            if (piece.isMissing(elements, propertiesAt, end)) {
                if (!separated) {
                    out.put(RecordProperties.VALUE_END);
                    separated = true;
                }
                out.put(piece.text);
            }
        }
        int propertiesBytes = out.position() - propertiesBegin;
        if (propertiesBytes > RecordProperties.MAX_BYTES) {
            throw new IllegalArgumentException("with those of the batch a message would have " + propertiesBytes
                + " bytes of properties, the limit is " + RecordProperties.MAX_BYTES);
        }
        out.putInt(begin, out.position() - begin);
        out.putShort(propertiesBegin - PROPERTIES_LENGTH_BYTES, (short) propertiesBytes);
    }

    /** Bytes that an element lacks, with a separator before them where its own properties end without one. */
    private static int missingBytes(ByteBuffer elements, int from, int end, List<Piece> pieces) {
        int bytes = 0;
        for (Piece piece : pieces) {
            bytes += piece.isMissing(elements, from, end) ? piece.text.length : 0;
        }
        return bytes > 0 && lacksSeparator(elements, from, end) ? bytes + 1 : bytes;
    }

    private static boolean lacksSeparator(ByteBuffer elements, int from, int end) {
        return end > from && elements.get(end - 1) != RecordProperties.VALUE_END;
    }
}
