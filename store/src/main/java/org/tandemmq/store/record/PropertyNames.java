/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.record;

/** Names of message properties that have a meaning to the broker (storage 2.4, 15 and 16). */
public final class PropertyNames {

    /** Keys of a message, separated by blanks. */
    public static final String KEYS = "KEYS";
    /** Tag of a message. */
    public static final String TAGS = "TAGS";
    /** The client's unique id. */
    public static final String UNIQUE_KEY = "UNIQ_KEY";
    /** Whether the producer waits for the slave: {@code true} or {@code false}. */
    public static final String WAIT = "WAIT";
    /** Delay level, from 1. */
    public static final String DELAY = "DELAY";
    /** Topic that a half or delayed message is meant for. */
    public static final String REAL_TOPIC = "REAL_TOPIC";
    /** Queue that a half or delayed message is meant for. */
    public static final String REAL_QUEUE_ID = "REAL_QID";
    /** Topic of a message before its first retry. */
    public static final String RETRY_TOPIC = "RETRY_TOPIC";
    /** Offset message id of a message before its first retry. */
    public static final String ORIGIN_MESSAGE_ID = "ORIGIN_MESSAGE_ID";
    /** Whether a message is the half of a transaction: {@code true} or {@code false}. */
    public static final String HALF = "TRAN_MSG";
    /** Group of a transaction's producer. */
    public static final String PRODUCER_GROUP = "PGROUP";
    /** How often the producer of a half message was asked. */
    public static final String CHECK_TIMES = "TRANSACTION_CHECK_TIMES";
    /** Seconds during which the producer of a half message is not asked. */
    public static final String IMMUNITY_SECONDS = "CHECK_IMMUNITY_TIME_IN_SECONDS";
    /** Offset of the first half record of a message that was appended again before its first check. */
    public static final String PREPARED_QUEUE_OFFSET = "TRAN_PREPARED_QUEUE_OFFSET";
    /** Names of other queues that have an entry for the message, set by RocketMQ 5. */
    public static final String MULTI_DISPATCH = "INNER_MULTI_DISPATCH";

    private PropertyNames() {
    }
}
