/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.transaction;

import org.tandemmq.broker.topic.TopicNames;

/** Names under which transactions are stored (storage 16). */
public final class TransactionTopics {

    /** Half messages, queue 0. */
    public static final String HALF = TopicNames.HALF;
    /** Marks of half messages that are done, queue 0. */
    public static final String OP = TopicNames.OP_HALF;
    /** Half messages that were asked for too often. */
    public static final String GIVEN_UP = TopicNames.CHECK_MAX_TIME;
    /** Group under which the progress in both topics is kept. */
    public static final String GROUP = "CID_RMQ_SYS_TRANS";
    /** Queue of the half and the op topic. */
    public static final int QUEUE_ID = 0;
    /** Tag of an op record: the half messages named in its body are done. */
    public static final String OP_TAG = "d";

    private TransactionTopics() {
    }
}
