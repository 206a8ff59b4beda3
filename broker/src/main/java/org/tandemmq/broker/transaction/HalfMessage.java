/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.transaction;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.tandemmq.store.NewMessage;
import org.tandemmq.store.record.PropertyNames;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordProperties;
import org.tandemmq.store.record.RecordView;

/**
 * A half record, copied out of the log.
 *
 * @param position its log position
 * @param queueOffset its offset in the half topic
 * @param storeTimestampMs when it was stored, epoch milliseconds
 * @param storeHost broker that took it
 * @param properties its properties
 * @param message the record as a message to be stored again, under the half topic
 */
record HalfMessage(long position, long queueOffset, long storeTimestampMs, InetSocketAddress storeHost,
                   Map<String, String> properties, NewMessage message) {

    /** Highest count of questions that is believed: one more is still a number. */
    private static final int CHECKS_MAX = Integer.MAX_VALUE - 1;

    static HalfMessage of(RecordView record) {
        NewMessage message = new NewMessage(record.topic(), record.queueId(), record.flag(), record.sysFlag(),
            record.bornTimestampMs(), record.bornHost(), record.reconsumeTimes(),
            record.preparedTransactionOffset(), copy(record.body()), copy(record.properties()));
        return new HalfMessage(record.position(), record.queueOffset(), record.storeTimestampMs(),
            record.storeHost(), RecordProperties.parse(message.properties()), message);
    }

    private static ByteBuffer copy(ByteBuffer bytes) {
        return ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
    }

    /** Topic that the message is meant for, or null when the record is damaged. */
    String realTopic() {
        return properties.get(PropertyNames.REAL_TOPIC);
    }

    /** Queue that the message is meant for; 0 when the record does not say. */
    int realQueueId() {
        return (int) Math.max(0, Math.min(number(PropertyNames.REAL_QUEUE_ID, 0), Integer.MAX_VALUE));
    }

    String producerGroup() {
        return properties.get(PropertyNames.PRODUCER_GROUP);
    }

    int checkTimes() {
        return (int) Math.max(0, Math.min(number(PropertyNames.CHECK_TIMES, 0), CHECKS_MAX));
    }

    /**
     * Time since its birth, in milliseconds; negative where the producer's clock is ahead.
     *
     * @param nowMs wall clock
     */
    long ageMs(long nowMs) {
        return nowMs - Math.max(0, message.bornTimestampMs());
    }

    /** Time from its birth during which the producer is not asked, in milliseconds; -1 when not set. */
    long immunityMs() {
        long seconds = number(PropertyNames.IMMUNITY_SECONDS, -1);
        return seconds < 0 ? -1 : Math.min(seconds, Integer.MAX_VALUE) * 1000;
    }

    /**
     * Wall time before which the producer is not asked. One whose clock is ahead is not believed: nothing is born after
     * it is stored.
     *
     * @param timeoutMs time from the moment it was stored, unless the message has an immunity and nobody was asked yet
     */
    long immuneUntilMs(long timeoutMs) {
        long immunityMs = immunityMs();
        return immunityMs >= 0 && checkTimes() == 0
            ? Math.min(message.bornTimestampMs(), storeTimestampMs) + immunityMs : storeTimestampMs + timeoutMs;
    }

    /** Offset of the first half record of this message: its own, unless it was appended again. */
    long rootOffset() {
        return number(PropertyNames.PREPARED_QUEUE_OFFSET, queueOffset);
    }

    /**
     * The message under another topic and queue.
     *
     * @param topic where it goes
     * @param queueId where it goes
     * @param transactionState one of the {@code SYS_TRANSACTION_} values, or 0
     * @param preparedOffset position of the half record, or 0
     */
    NewMessage addressed(String topic, int queueId, int transactionState, long preparedOffset) {
        int sysFlag = message.sysFlag() & ~RecordLayout.SYS_TRANSACTION_MASK | transactionState;
        return new NewMessage(topic, queueId, message.flag(), sysFlag, message.bornTimestampMs(),
            message.bornHost(), message.reconsumeTimes(), preparedOffset, message.body(), message.properties());
    }

    /**
     * The message with changed properties, for the half topic.
     *
     * @param changed name, value, name, value ...
     */
    NewMessage again(String... changed) {
        Map<String, String> all = new LinkedHashMap<>(properties);
        for (int i = 0; i + 1 < changed.length; i += 2) {
            all.put(changed[i], changed[i + 1]);
        }
        return half(all);
    }

    /** The message for the half topic, without a trace of earlier questions. */
    NewMessage anew() {
        Map<String, String> all = new LinkedHashMap<>(properties);
        all.remove(PropertyNames.CHECK_TIMES);
        all.remove(PropertyNames.PREPARED_QUEUE_OFFSET);
        return half(all);
    }

    /** Which one it is, without body and properties, for whoever keeps it while something is waited for. */
    HalfMessage withoutContent() {
        NewMessage bare = new NewMessage(message.topic(), message.queueId(), message.flag(), message.sysFlag(),
            message.bornTimestampMs(), message.bornHost(), message.reconsumeTimes(), 0, ByteBuffer.allocate(0),
            ByteBuffer.allocate(0));
        return new HalfMessage(position, queueOffset, storeTimestampMs, storeHost,
            Map.of(PropertyNames.PREPARED_QUEUE_OFFSET, Long.toString(rootOffset())), bare);
    }

    private NewMessage half(Map<String, String> all) {
        return new NewMessage(TransactionTopics.HALF, TransactionTopics.QUEUE_ID, message.flag(), message.sysFlag(),
            message.bornTimestampMs(), message.bornHost(), message.reconsumeTimes(), 0, message.body(),
            ByteBuffer.wrap(RecordProperties.encode(all)));
    }

    private long number(String name, long absent) {
        String text = properties.get(name);
        if (text == null) {
            return absent;
        }
        try {
            return Long.parseLong(text.trim());
        } catch (NumberFormatException noNumber) {
            return absent;
        }
    }
}
