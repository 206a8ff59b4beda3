/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.transaction;

/** Names under which transactions are stored (storage 16), and the property names that belong to them. */
public final class TransactionTopics {

    /** Half messages, queue 0. */
    public static final String HALF = "RMQ_SYS_TRANS_HALF_TOPIC";
    /** Marks of half messages that are done, queue 0. */
    public static final String OP = "RMQ_SYS_TRANS_OP_HALF_TOPIC";
    /** Half messages that were asked for too often. */
    public static final String GIVEN_UP = "TRANS_CHECK_MAX_TIME_TOPIC";
    /** Group under which the progress in both topics is kept. */
    public static final String GROUP = "CID_RMQ_SYS_TRANS";
    /** Queue of the half and the op topic. */
    public static final int QUEUE_ID = 0;

    /** Property: topic that a half or delayed message is meant for. */
    public static final String REAL_TOPIC = "REAL_TOPIC";
    /** Property: queue that a half or delayed message is meant for. */
    public static final String REAL_QUEUE_ID = "REAL_QID";
    /** Property: group of the transaction's producer. */
    public static final String PRODUCER_GROUP = "PGROUP";
    /** Property: the client's unique id. */
    public static final String UNIQUE_KEY = "UNIQ_KEY";
    /** Property: how often the producer was asked. */
    public static final String CHECK_TIMES = "TRANSACTION_CHECK_TIMES";
    /** Property: seconds during which the producer is not asked. */
    public static final String IMMUNITY_SECONDS = "CHECK_IMMUNITY_TIME_IN_SECONDS";
    /** Property: offset of the first half record of a message that was appended again before its first check. */
    public static final String PREPARED_QUEUE_OFFSET = "TRAN_PREPARED_QUEUE_OFFSET";
    /** Tag of an op record: the half messages named in its body are done. */
    public static final String OP_TAG = "d";

    private TransactionTopics() {
    }
}
