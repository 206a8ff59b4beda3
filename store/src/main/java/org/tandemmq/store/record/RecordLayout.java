/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.record;

/**
 * Numbers of the stored record (storage 3.1). Offsets up to {@link #BORN_HOST} are fixed; what follows shifts by 12
 * bytes per IPv6 host.
 *
 * <pre>
 *  0 totalSize 4 | 4 magic 4 | 8 bodyCrc 4 | 12 queueId 4 | 16 flag 4 | 20 queueOffset 8 | 28 position 8
 * 36 sysFlag 4 | 40 bornTimestamp 8 | 48 bornHost 8/20 | storeTimestamp 8 | storeHost 8/20 | reconsumeTimes 4
 *    preparedTransactionOffset 8 | bodyLength 4, body | topicLength 1/2, topic | propertiesLength 2, properties
 * </pre>
 */
public final class RecordLayout {

    /** First format: topic length is one byte. */
    public static final int MAGIC_V1 = 0xDAA320A7;
    /** Second format: topic length is two bytes. */
    public static final int MAGIC_V2 = 0xDAA320AB;
    /** Rest of a segment that no record fits into. */
    public static final int MAGIC_BLANK = 0xCBD43194;
    /** Size of the blank record's own fields, always kept free at the end of a segment. */
    public static final int BLANK_BYTES = 8;

    /** Offset of the record's size. */
    public static final int TOTAL_SIZE = 0;
    /** Offset of the magic number. */
    public static final int MAGIC = 4;
    /** Offset of the body's checksum. */
    public static final int BODY_CRC = 8;
    /** Offset of the queue id. */
    public static final int QUEUE_ID = 12;
    /** Offset of the producer's flag. */
    public static final int FLAG = 16;
    /** Offset of the queue offset. */
    public static final int QUEUE_OFFSET = 20;
    /** Offset of the record's own log position. */
    public static final int POSITION = 28;
    /** Offset of the system flags. */
    public static final int SYS_FLAG = 36;
    /** Offset of the producer's time. */
    public static final int BORN_TIMESTAMP = 40;
    /** Offset of the producer's address. */
    public static final int BORN_HOST = 48;

    /** Bytes of an IPv4 host: address and port. */
    public static final int HOST_V4_BYTES = 8;
    /** Bytes of an IPv6 host: address and port. */
    public static final int HOST_V6_BYTES = 20;
    /** Size of a record of the first format with IPv4 hosts and nothing in it. */
    public static final int EMPTY_V1_BYTES = 91;

    /** System flag: the body is compressed. */
    public static final int SYS_COMPRESSED = 0x1;
    /** System flag: the topic has several tags. */
    public static final int SYS_MULTI_TAGS = 0x2;
    /** System flags: mask of the transaction state. */
    public static final int SYS_TRANSACTION_MASK = 0xC;
    /** Transaction state: half message. */
    public static final int SYS_TRANSACTION_PREPARED = 0x4;
    /** Transaction state: committed. */
    public static final int SYS_TRANSACTION_COMMIT = 0x8;
    /** Transaction state: rolled back. */
    public static final int SYS_TRANSACTION_ROLLBACK = 0xC;
    /** System flag: the producer's address is IPv6. */
    public static final int SYS_BORN_HOST_V6 = 0x10;
    /** System flag: the broker's address is IPv6. */
    public static final int SYS_STORE_HOST_V6 = 0x20;

    private RecordLayout() {
    }

    /**
     * Bytes of the producer's address.
     *
     * @param sysFlag the record's system flags
     * @return 8 or 20
     */
    public static int bornHostBytes(int sysFlag) {
        return (sysFlag & SYS_BORN_HOST_V6) == 0 ? HOST_V4_BYTES : HOST_V6_BYTES;
    }

    /**
     * Bytes of the broker's address.
     *
     * @param sysFlag the record's system flags
     * @return 8 or 20
     */
    public static int storeHostBytes(int sysFlag) {
        return (sysFlag & SYS_STORE_HOST_V6) == 0 ? HOST_V4_BYTES : HOST_V6_BYTES;
    }

    /**
     * Offset of the store time.
     *
     * @param sysFlag the record's system flags
     * @return offset from the record's begin
     */
    public static int storeTimestamp(int sysFlag) {
        return BORN_HOST + bornHostBytes(sysFlag);
    }

    /**
     * Offset of the broker's address.
     *
     * @param sysFlag the record's system flags
     * @return offset from the record's begin
     */
    public static int storeHost(int sysFlag) {
        return storeTimestamp(sysFlag) + 8;
    }

    /**
     * Offset of the count of failed deliveries.
     *
     * @param sysFlag the record's system flags
     * @return offset from the record's begin
     */
    public static int reconsumeTimes(int sysFlag) {
        return storeHost(sysFlag) + storeHostBytes(sysFlag);
    }

    /**
     * Offset of the half record's position.
     *
     * @param sysFlag the record's system flags
     * @return offset from the record's begin
     */
    public static int preparedTransactionOffset(int sysFlag) {
        return reconsumeTimes(sysFlag) + 4;
    }

    /**
     * Offset of the body's length.
     *
     * @param sysFlag the record's system flags
     * @return offset from the record's begin
     */
    public static int bodyLength(int sysFlag) {
        return preparedTransactionOffset(sysFlag) + 8;
    }

    /**
     * Size of a record.
     *
     * @param sysFlag system flags, host bits set
     * @param wideTopicLength whether the second format is used
     * @param bodyBytes bytes of the body
     * @param topicBytes bytes of the topic
     * @param propertiesBytes bytes of the properties
     * @return whole size in bytes
     */
    public static int recordBytes(int sysFlag, boolean wideTopicLength, int bodyBytes, int topicBytes,
                                  int propertiesBytes) {
        return bodyLength(sysFlag) + 4 + bodyBytes + (wideTopicLength ? 2 : 1) + topicBytes + 2 + propertiesBytes;
    }
}
