/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.record;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * The fields of one record (storage 3.1), filled by the thread that appends and written by it in place. A flyweight for
 * one thread: set everything, {@link #seal}, then {@link #write} under the log's lock. Source buffers are read by
 * absolute index and may be used elsewhere at the same time.
 */
public final class RecordWriter {

    private final CRC32 crc = new CRC32();
    /** What the checksum was last computed over, and a view of it: one read of a socket holds many bodies. */
    private ByteBuffer windowSource;
    private ByteBuffer window;
    private byte[] topic;
    private boolean wideTopic;
    private int queueId;
    private int sysFlag;
    private long bornTimestampMs;
    private HostBytes bornHost;
    private HostBytes storeHost;
    private int reconsumeTimes;
    private long preparedTransactionOffset;
    private int flag;
    private ByteBuffer body;
    private int bodyAt;
    private int bodyBytes;
    private int bodyCrc;
    private ByteBuffer properties;
    private int propertiesAt;
    private int propertiesBytes;
    private ByteBuffer moreProperties;
    private boolean separated;
    private int totalBytes;

    /**
     * Sets topic and queue.
     *
     * @param topicUtf8 topic; up to 127 bytes make a record of the first format, more one of the second
     * @param newQueueId queue
     * @return this
     */
    public RecordWriter queue(byte[] topicUtf8, int newQueueId) {
        topic = topicUtf8;
        wideTopic = topicUtf8.length > Byte.MAX_VALUE;
        queueId = newQueueId;
        return this;
    }

    /**
     * Sets addresses and system flags; the two bits that tell the kind of the addresses follow from the addresses.
     *
     * @param flags system flags (storage 3.2)
     * @param born the producer's address
     * @param store the broker's address
     * @return this
     */
    public RecordWriter hosts(int flags, HostBytes born, HostBytes store) {
        bornHost = born;
        storeHost = store;
        sysFlag = flags & ~(RecordLayout.SYS_BORN_HOST_V6 | RecordLayout.SYS_STORE_HOST_V6)
            | (born.isV6() ? RecordLayout.SYS_BORN_HOST_V6 : 0) | (store.isV6() ? RecordLayout.SYS_STORE_HOST_V6 : 0);
        return this;
    }

    /**
     * Sets what the producer says about the message.
     *
     * @param newBornTimestampMs the producer's clock
     * @param newReconsumeTimes failed deliveries so far
     * @param newPreparedTransactionOffset position of the half record or 0
     * @return this
     */
    public RecordWriter origin(long newBornTimestampMs, int newReconsumeTimes, long newPreparedTransactionOffset) {
        bornTimestampMs = newBornTimestampMs;
        reconsumeTimes = newReconsumeTimes;
        preparedTransactionOffset = newPreparedTransactionOffset;
        return this;
    }

    /**
     * Sets flag and body and computes the body's checksum.
     *
     * @param newFlag the producer's flag
     * @param source holds the body
     * @param at index of its first byte
     * @param sizeBytes its size
     * @return this
     */
    public RecordWriter body(int newFlag, ByteBuffer source, int at, int sizeBytes) {
        body(newFlag, source, at, sizeBytes, checksum(source, at, sizeBytes));
        return this;
    }

    /** The same with a checksum computed before. */
    void body(int newFlag, ByteBuffer source, int at, int sizeBytes, int checksum) {
        flag = newFlag;
        body = source;
        bodyAt = at;
        bodyBytes = sizeBytes;
        bodyCrc = checksum;
    }

    /**
     * Checksum of a body as it is stored: CRC-32 without its top bit.
     *
     * @param source holds the body
     * @param at index of its first byte
     * @param sizeBytes its size
     * @return the checksum, 0 for an empty body
     */
    int checksum(ByteBuffer source, int at, int sizeBytes) {
        crc.reset();
        if (source.hasArray()) {
            crc.update(source.array(), source.arrayOffset() + at, sizeBytes);
        } else {
            if (source != windowSource) {
                windowSource = source;
                window = source.duplicate();
            }
            crc.update(window.limit(at + sizeBytes).position(at));
        }
        return (int) crc.getValue() & Integer.MAX_VALUE;
    }

    /**
     * Sets the properties: those of the message and, behind them, those of its batch with a separator where the first
     * end without one.
     *
     * @param source holds the properties
     * @param at index of their first byte
     * @param sizeBytes their size
     * @param more further properties, between position and limit; null for none
     * @return this
     */
    public RecordWriter properties(ByteBuffer source, int at, int sizeBytes, ByteBuffer more) {
        properties = source;
        propertiesAt = at;
        propertiesBytes = sizeBytes;
        moreProperties = more == null || !more.hasRemaining() ? null : more;
        separated = moreProperties != null && sizeBytes > 0
            && source.get(at + sizeBytes - 1) != RecordProperties.VALUE_END;
        return this;
    }

    /** Everything is set: computes the size. */
    public RecordWriter seal() {
        totalBytes = RecordLayout.recordBytes(sysFlag, wideTopic, bodyBytes, topic.length, allPropertiesBytes());
        return this;
    }

    /** Whole size of the record in bytes; after {@link #seal}. */
    public int totalBytes() {
        return totalBytes;
    }

    /** Bytes of all properties, a separator included. */
    public int allPropertiesBytes() {
        return propertiesBytes + (separated ? 1 : 0) + (moreProperties == null ? 0 : moreProperties.remaining());
    }

    /** Queue. */
    public int queueId() {
        return queueId;
    }

    /** Whether the record takes an offset of its queue. */
    public boolean entersQueue() {
        int transaction = sysFlag & RecordLayout.SYS_TRANSACTION_MASK;
        return transaction == 0 || transaction == RecordLayout.SYS_TRANSACTION_COMMIT;
    }

    /**
     * Writes the record; its size last, so that half a record never looks like one.
     *
     * @param to segment
     * @param at index of the first byte
     * @param place position, queue offset and store time
     */
    public void write(ByteBuffer to, int at, RecordDraft.Place place) {
        writeWithoutSize(to, at, place);
        writeSize(to, at, totalBytes);
    }

    /**
     * Makes a record of what was written before, in this order even for whoever finds the memory after the process was
     * killed between two instructions.
     */
    static void writeSize(ByteBuffer to, int at, int sizeBytes) {
        VarHandle.storeStoreFence();
        to.putInt(at + RecordLayout.TOTAL_SIZE, sizeBytes);
    }

    /** Writes all fields but the size: what is there then is no record. */
    void writeWithoutSize(ByteBuffer to, int at, RecordDraft.Place place) {
        to.putInt(at + RecordLayout.MAGIC, wideTopic ? RecordLayout.MAGIC_V2 : RecordLayout.MAGIC_V1);
        to.putInt(at + RecordLayout.BODY_CRC, bodyCrc);
        to.putInt(at + RecordLayout.QUEUE_ID, queueId);
        to.putInt(at + RecordLayout.FLAG, flag);
        to.putLong(at + RecordLayout.QUEUE_OFFSET, entersQueue() ? place.queueOffset() : 0);
        to.putLong(at + RecordLayout.POSITION, place.position());
        to.putInt(at + RecordLayout.SYS_FLAG, sysFlag);
        to.putLong(at + RecordLayout.BORN_TIMESTAMP, bornTimestampMs);
        int next = at + RecordLayout.BORN_HOST;
        bornHost.write(to, next);
        next += bornHost.sizeBytes();
        to.putLong(next, place.storeTimestampMs());
        storeHost.write(to, next + 8);
        next += 8 + storeHost.sizeBytes();
        to.putInt(next, reconsumeTimes);
        to.putLong(next + 4, preparedTransactionOffset);
        to.putInt(next + 12, bodyBytes);
        next += 16;
        to.put(next, body, bodyAt, bodyBytes);
        next = writeTopic(to, next + bodyBytes);
        writeProperties(to, next);
    }

    private int writeTopic(ByteBuffer to, int at) {
        int next = at;
        if (wideTopic) {
            to.putShort(next, (short) topic.length);
            next += 2;
        } else {
            to.put(next, (byte) topic.length);
            next += 1;
        }
        to.put(next, topic);
        return next + topic.length;
    }

    private void writeProperties(ByteBuffer to, int at) {
        to.putShort(at, (short) allPropertiesBytes());
        int next = at + 2;
        to.put(next, properties, propertiesAt, propertiesBytes);
        next += propertiesBytes;
        if (separated) {
            to.put(next, RecordProperties.VALUE_END);
            next++;
        }
        if (moreProperties != null) {
            to.put(next, moreProperties, moreProperties.position(), moreProperties.remaining());
        }
    }

    /** Lets go of the caller's buffers; the checksum's view stays for the next body of the same buffer. */
    public void clear() {
        body = null;
        properties = null;
        moreProperties = null;
    }
}
