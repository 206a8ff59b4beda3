/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

/** Outcome of a read by queue offset (storage 13.1). The names are the remarks of pull answers. */
public enum GetStatus {
    /** At least one message. */
    FOUND,
    /** The queue is there, the entries looked at match nothing. */
    NO_MATCHED_MESSAGE,
    /** The records were just deleted. */
    MESSAGE_WAS_REMOVING,
    /** The entries can't be read. */
    OFFSET_FOUND_NULL,
    /** Beyond the end by more than one. */
    OFFSET_OVERFLOW_BADLY,
    /** Exactly the end. */
    OFFSET_OVERFLOW_ONE,
    /** Below the first entry. */
    OFFSET_TOO_SMALL,
    /** There is no such queue. */
    NO_MATCHED_LOGIC_QUEUE,
    /** The queue never had a message. */
    NO_MESSAGE_IN_QUEUE
}
