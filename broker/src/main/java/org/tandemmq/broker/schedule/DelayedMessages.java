/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.schedule;

import java.nio.ByteBuffer;
import org.tandemmq.broker.topic.LateTarget;
import org.tandemmq.store.NewMessage;
import org.tandemmq.store.record.PropertyNames;
import org.tandemmq.store.record.RecordProperties;
import org.tandemmq.store.record.RecordView;
import org.tandemmq.store.record.ReservedTopics;

/** Turns messages into delayed ones and back (storage 15). The stored properties keep {@code REAL_TOPIC} for ever. */
public final class DelayedMessages {

    private DelayedMessages() {
    }

    /**
     * What is stored instead of a message that is to be delivered later.
     *
     * @param message as it would be stored without delay
     * @param asked its delay level, above 0
     * @param levels the table of levels
     * @return the message for the queue of its level
     */
    public static NewMessage delayed(NewMessage message, int asked, DelayLevels levels) {
        int level = levels.capped(asked);
        ByteBuffer properties = level == asked
            ? RecordProperties.append(message.properties(), PropertyNames.REAL_TOPIC, message.topic(),
                PropertyNames.REAL_QUEUE_ID, Integer.toString(message.queueId()))
            : RecordProperties.append(message.properties(), PropertyNames.DELAY, Integer.toString(level),
                PropertyNames.REAL_TOPIC, message.topic(), PropertyNames.REAL_QUEUE_ID,
                Integer.toString(message.queueId()));
        return new NewMessage(ReservedTopics.SCHEDULE, level - 1, message.flag(), message.sysFlag(),
            message.bornTimestampMs(), message.bornHost(), message.reconsumeTimes(),
            message.preparedTransactionOffset(), message.body(), properties);
    }

    /**
     * The message as it is delivered.
     *
     * @param record a record of the schedule topic
     * @param target gives the queue that stands for one of a topic at present
     * @return the message under its real topic, or null when the record does not name one
     */
    static NewMessage delivered(RecordView record, LateTarget target) {
        String topic = record.property(PropertyNames.REAL_TOPIC);
        if (topic == null) {
            return null;
        }
        int queueId = target.queue(topic, queueId(record.property(PropertyNames.REAL_QUEUE_ID)));
        return new NewMessage(topic, queueId, record.flag(), record.sysFlag(),
            record.bornTimestampMs(), record.bornHost(), record.reconsumeTimes(),
            record.preparedTransactionOffset(), record.body(), record.properties());
    }

    private static int queueId(String text) {
        try {
            return text == null ? 0 : Math.max(0, Integer.parseInt(text));
        } catch (NumberFormatException noNumber) {
            return 0;
        }
    }
}
