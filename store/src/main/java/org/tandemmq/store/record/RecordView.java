/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.record;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.IntConsumer;

/**
 * Reads the fields of one stored record in place (storage 3.1). A flyweight for one thread: {@link #wrap} sets it onto
 * a record whose structure was checked before; it checks nothing itself and keeps nothing.
 */
public final class RecordView {

    private static final byte[] NO_TOPIC = new byte[0];

    private PropertyPieces pieces;
    private boolean piecesLoaded;
    private int topicHash;
    private boolean topicHashed;
    private ByteBuffer buffer;
    private int start;
    private int sysFlag;
    private String lastTopic = "";
    private byte[] lastTopicUtf8 = NO_TOPIC;

    /**
     * Sets the view onto a record.
     *
     * @param bytes holds the record; read by absolute index only
     * @param at index of the record's first byte
     * @return this
     */
    public RecordView wrap(ByteBuffer bytes, int at) {
        this.buffer = bytes;
        this.start = at;
        this.piecesLoaded = false;
        this.topicHashed = false;
        this.sysFlag = bytes.getInt(at + RecordLayout.SYS_FLAG);
        return this;
    }

    /** Whole size of the record in bytes. */
    public int totalSize() {
        return buffer.getInt(start + RecordLayout.TOTAL_SIZE);
    }

    /** Magic number. */
    public int magic() {
        return buffer.getInt(start + RecordLayout.MAGIC);
    }

    /** Checksum of the stored body, without its top bit. */
    public int bodyCrc() {
        return buffer.getInt(start + RecordLayout.BODY_CRC);
    }

    /** Queue. */
    public int queueId() {
        return buffer.getInt(start + RecordLayout.QUEUE_ID);
    }

    /** The producer's own flag. */
    public int flag() {
        return buffer.getInt(start + RecordLayout.FLAG);
    }

    /** Offset in the queue. */
    public long queueOffset() {
        return buffer.getLong(start + RecordLayout.QUEUE_OFFSET);
    }

    /** Log position of the record. */
    public long position() {
        return buffer.getLong(start + RecordLayout.POSITION);
    }

    /** System flags (storage 3.2). */
    public int sysFlag() {
        return sysFlag;
    }

    /** Transaction state, one of the {@code SYS_TRANSACTION_} values or 0. */
    public int transactionState() {
        return sysFlag & RecordLayout.SYS_TRANSACTION_MASK;
    }

    /** Producer's time in epoch milliseconds. */
    public long bornTimestampMs() {
        return buffer.getLong(start + RecordLayout.BORN_TIMESTAMP);
    }

    /** Store time in epoch milliseconds. */
    public long storeTimestampMs() {
        return buffer.getLong(start + RecordLayout.storeTimestamp(sysFlag));
    }

    /** Producer's address. */
    public InetSocketAddress bornHost() {
        return host(RecordLayout.BORN_HOST, RecordLayout.bornHostBytes(sysFlag));
    }

    /** Address of the broker that took the message. */
    public InetSocketAddress storeHost() {
        return host(RecordLayout.storeHost(sysFlag), RecordLayout.storeHostBytes(sysFlag));
    }

    /** How often consuming failed. */
    public int reconsumeTimes() {
        return buffer.getInt(start + RecordLayout.reconsumeTimes(sysFlag));
    }

    /** Position of the half record of a committed transaction, else 0. */
    public long preparedTransactionOffset() {
        return buffer.getLong(start + RecordLayout.preparedTransactionOffset(sysFlag));
    }

    /** Bytes of the body. */
    public int bodyBytes() {
        return buffer.getInt(start + RecordLayout.bodyLength(sysFlag));
    }

    /** The body, uncopied. */
    public ByteBuffer body() {
        return buffer.slice(bodyStart(), bodyBytes());
    }

    /** Topic under which the record is stored. */
    public String topic() {
        // Records that follow each other mostly have the same topic.
        if (!topicIs(lastTopicUtf8)) {
            byte[] topic = new byte[topicBytes()];
            buffer.get(topicStart(), topic);
            lastTopicUtf8 = topic;
            lastTopic = new String(topic, StandardCharsets.UTF_8);
        }
        return lastTopic;
    }

    /** A hash of the topic's bytes, the same for the same topic. */
    public int topicHash() {
        if (!topicHashed) {
            int at = topicStart();
            topicHash = RecordProperties.textHash(buffer, at, at + topicBytes());
            topicHashed = true;
        }
        return topicHash;
    }

    /**
     * Whether the record has this topic.
     *
     * @param topicUtf8 topic
     * @return true when all bytes are equal
     */
    public boolean topicIs(byte[] topicUtf8) {
        if (topicBytes() != topicUtf8.length) {
            return false;
        }
        int at = topicStart();
        for (int i = 0; i < topicUtf8.length; i++) {
            if (buffer.get(at + i) != topicUtf8[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Hash code of one property's value, as Java computes it for a text.
     *
     * @param name the property's name
     * @return the hash; 0 when there is no such property
     */
    public int propertyHash(String name) {
        return pieces().valueHash(name);
    }

    private PropertyPieces pieces() {
        if (pieces == null) {
            pieces = new PropertyPieces();
        }
        if (!piecesLoaded) {
            pieces.load(buffer, topicStart() + topicBytes() + 2, propertiesBytes());
            piecesLoaded = true;
        }
        return pieces;
    }

    /**
     * Hashes of {@code topic#key} for the unique key and each of the keys, in this order (storage 5).
     *
     * @param hashes takes each hash, as Java computes it
     */
    public void forEachKeyHash(IntConsumer hashes) {
        int begun = 31 * topicHash() + '#';
        pieces().valueHash(begun, PropertyNames.UNIQUE_KEY, hashes);
        pieces().wordHashes(begun, PropertyNames.KEYS, hashes);
    }

    /** Bytes of the encoded properties. */
    public int propertiesBytes() {
        return buffer.getShort(topicStart() + topicBytes());
    }

    /** The encoded properties, uncopied. */
    public ByteBuffer properties() {
        return buffer.slice(topicStart() + topicBytes() + 2, propertiesBytes());
    }

    /**
     * One property.
     *
     * @param name its name
     * @return its value, or null; the last one where the name is there more than once
     */
    public String property(String name) {
        return pieces().value(name);
    }

    private int bodyStart() {
        return start + RecordLayout.bodyLength(sysFlag) + 4;
    }

    private int topicStart() {
        return bodyStart() + bodyBytes() + topicLengthBytes();
    }

    private int topicLengthBytes() {
        return magic() == RecordLayout.MAGIC_V2 ? 2 : 1;
    }

    private int topicBytes() {
        int at = bodyStart() + bodyBytes();
        return topicLengthBytes() == 2 ? buffer.getShort(at) : buffer.get(at);
    }

    private InetSocketAddress host(int at, int hostBytes) {
        byte[] address = new byte[hostBytes - 4];
        buffer.get(start + at, address);
        try {
            int port = buffer.getInt(start + at + address.length);
            return new InetSocketAddress(InetAddress.getByAddress(address), port & 0xFFFF);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("address of " + address.length + " bytes", impossible);
        }
    }
}
