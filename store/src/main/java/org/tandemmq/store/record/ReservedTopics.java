/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.record;

/** Names of topics whose records the store itself treats in another way (storage 2.1 and 4). */
public final class ReservedTopics {

    /** Delayed messages, one queue per level: queue id = level - 1. */
    public static final String SCHEDULE = "SCHEDULE_TOPIC_XXXX";
    /** Begin of a group's retry topic. */
    public static final String RETRY_PREFIX = "%RETRY%";

    private ReservedTopics() {
    }
}
