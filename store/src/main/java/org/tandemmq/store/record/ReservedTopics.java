/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.record;

/** Names of topics whose records the store, or delayed delivery, treats in another way (storage 2.1, 4 and 15). */
public final class ReservedTopics {

    /** Delayed messages, one queue per level: queue id = level - 1. */
    public static final String SCHEDULE = "SCHEDULE_TOPIC_XXXX";
    /** Begin of a group's retry topic. */
    public static final String RETRY_PREFIX = "%RETRY%";

    /** Begin of the topics of transactions. */
    public static final String TRANSACTION_PREFIX = "RMQ_SYS_TRANS_";

    private ReservedTopics() {
    }
}
