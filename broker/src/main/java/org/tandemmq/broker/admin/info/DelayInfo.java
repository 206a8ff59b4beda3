/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.info;

import java.util.Map;
import org.tandemmq.broker.schedule.DelayOffsets;
import org.tandemmq.broker.topic.TopicNames;
import org.tandemmq.store.MessageStore;

/**
 * How far each delay level is delivered.
 *
 * @param offsets progress of the levels
 * @param store holds their queues
 */
public record DelayInfo(DelayOffsets offsets, MessageStore store) implements InfoSource {

    @Override
    public void addTo(Map<String, String> table) {
        offsets.offsets().forEach((level, offset) -> table.put("scheduleMessageOffset_" + level,
            offset + "," + store.maxOffset(TopicNames.SCHEDULE, level - 1)));
    }
}
