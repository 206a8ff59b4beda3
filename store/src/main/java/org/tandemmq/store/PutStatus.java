/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

/** Outcome of a put (storage 14). */
public enum PutStatus {
    /** Stored, and flushed and replicated as asked. */
    PUT_OK(true),
    /** Stored; the disk did not confirm in time. */
    FLUSH_DISK_TIMEOUT(true),
    /** Stored; no slave confirmed in time. */
    FLUSH_SLAVE_TIMEOUT(true),
    /** Stored; no slave is in step. */
    SLAVE_NOT_AVAILABLE(true),
    /** Not stored: closed, a slave, disk full or failed; the reason says which. */
    SERVICE_NOT_AVAILABLE(false),
    /** Not stored: no next segment could be made. */
    CREATE_MAPPED_FILE_FAILED(false),
    /** Not stored: topic, body, batch or flags break a limit. */
    MESSAGE_ILLEGAL(false),
    /** Not stored: properties above 32767 bytes. */
    PROPERTIES_SIZE_EXCEEDED(false),
    /** Not stored: the log's lock is held too long. */
    OS_PAGE_CACHE_BUSY(false),
    /** Not stored: fewer copies in step than {@code minInSyncReplicas}. */
    IN_SYNC_REPLICAS_NOT_ENOUGH(false),
    /** Not stored, for a reason of our own; the log has the cause. */
    UNKNOWN_ERROR(false);

    private final boolean stored;

    PutStatus(boolean stored) {
        this.stored = stored;
    }

    /** Whether the message is in the log and will be delivered. */
    public boolean isStored() {
        return stored;
    }
}
