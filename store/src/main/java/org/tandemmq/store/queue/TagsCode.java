/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.tandemmq.store.record.PropertyNames;
import org.tandemmq.store.record.RecordView;
import org.tandemmq.store.record.ReservedTopics;

/**
 * The number by which a queue's entry can be filtered without its record (storage 4): the hash of the tags or, for a
 * delayed message, the time at which it is due.
 */
public final class TagsCode {

    private static final byte[] SCHEDULE_TOPIC = ReservedTopics.SCHEDULE.getBytes(StandardCharsets.UTF_8);
    private static final long UNKNOWN_LEVEL_MS = 1_000;

    private final List<Long> delayLevelsMs;

    /**
     * Creates the rule.
     *
     * @param delayLevelsMs delay of each level, level 1 first
     */
    public TagsCode(List<Long> delayLevelsMs) {
        this.delayLevelsMs = List.copyOf(delayLevelsMs);
    }

    /**
     * Tags code of a record.
     *
     * @param record the record
     * @return the code; 0 without tags
     */
    public long of(RecordView record) {
        if (record.topicIs(SCHEDULE_TOPIC)) {
            String level = record.property(PropertyNames.DELAY);
            if (level != null) {
                return record.storeTimestampMs() + delayMs(level);
            }
        }
        return record.propertyHash(PropertyNames.TAGS);
    }

    private long delayMs(String text) {
        try {
            int level = Math.min(Integer.parseInt(text), delayLevelsMs.size());
            return level < 1 ? UNKNOWN_LEVEL_MS : delayLevelsMs.get(level - 1);
        } catch (NumberFormatException noLevel) {
            return UNKNOWN_LEVEL_MS;
        }
    }
}
