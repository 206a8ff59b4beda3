/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.stats;

import java.time.InstantSource;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.store.EntryFilter;
import org.tandemmq.store.GetResult;
import org.tandemmq.store.GetStatus;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.record.RecordView;

/**
 * How far a group is behind in a queue: bytes of the log and milliseconds from the oldest message that it has not
 * confirmed. It is read from the store when it is asked for, nothing is counted on the way of a message.
 *
 * @param store holds the messages
 * @param offsets how far groups are
 * @param clock wall clock
 */
public record FallBehind(MessageStore store, ConsumerOffsetManager offsets, InstantSource clock) {

    /** Name of the bytes. */
    static final String SIZE = "GROUP_GET_FALL_SIZE";
    /** Name of the milliseconds. */
    static final String TIME = "GROUP_GET_FALL_TIME";
    private static final int KEY_PARTS = 3;

    /**
     * Finds the distance.
     *
     * @param name {@link #SIZE} or {@link #TIME}
     * @param key {@code queueId@topic@group}
     * @return the distance, 0 when nothing waits; null when the group has no offset in that queue
     */
    Long find(String name, String key) {
        String[] parts = key.split("@", -1);
        if (parts.length != KEY_PARTS || !parts[0].matches("\\d{1,6}")) {
            return null;
        }
        int queueId = Integer.parseInt(parts[0]);
        long offset = offsets.offset(parts[2], parts[1], queueId);
        if (offset == ConsumerOffsetManager.NONE) {
            return null;
        }
        long next = Math.max(offset, store.minOffset(parts[1], queueId));
        try (GetResult found = store.get(parts[1], queueId, next, 1, EntryFilter.ALL)) {
            if (found.status() != GetStatus.FOUND) {
                return 0L;
            }
            RecordView record = new RecordView();
            record.wrap(found.slices().get(0).bytes(), 0);
            return Math.max(0, name.equals(SIZE) ? store.status().endPosition() - record.position()
                : clock.millis() - record.storeTimestampMs());
        }
    }
}
