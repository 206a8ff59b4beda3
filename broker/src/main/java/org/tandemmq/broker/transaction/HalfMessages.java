/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.transaction;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.EntryFilter;
import org.tandemmq.store.GetResult;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.NewMessage;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.record.PropertyNames;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordProperties;
import org.tandemmq.store.record.RecordView;

/** Writes and finds half messages: the first part of a transaction (storage 16). Any thread. */
public final class HalfMessages {

    private static final Logger log = LoggerFactory.getLogger(HalfMessages.class);

    private final MessageStore store;

    /**
     * Creates the access.
     *
     * @param store holds the half topic
     */
    public HalfMessages(MessageStore store) {
        this.store = store;
    }

    /**
     * Turns a message of a transaction into its half message. A delay level is dropped: delay and transaction together
     * would go round in circles, the message is delivered when it is committed. What a copy of a committed message says
     * of its own questions is dropped too: it would stand for the half message that was first at that offset.
     *
     * @param message as the producer sent it
     * @return what is to be stored instead
     */
    public static NewMessage prepared(NewMessage message) {
        Map<String, String> properties = RecordProperties.parse(message.properties());
        properties.remove(PropertyNames.DELAY);
        properties.remove(PropertyNames.CHECK_TIMES);
        properties.remove(PropertyNames.PREPARED_QUEUE_OFFSET);
        properties.put(PropertyNames.REAL_TOPIC, message.topic());
        properties.put(PropertyNames.REAL_QUEUE_ID, Integer.toString(message.queueId()));
        return new NewMessage(TransactionTopics.HALF, TransactionTopics.QUEUE_ID, message.flag(),
            message.sysFlag() & ~RecordLayout.SYS_TRANSACTION_MASK, message.bornTimestampMs(), message.bornHost(),
            message.reconsumeTimes(), 0, message.body(), ByteBuffer.wrap(RecordProperties.encode(properties)));
    }

    /**
     * A half message as if nobody had been asked about it yet. One that was given up begins a new life; one that still
     * waits keeps the offset of its first record, by which an end that is on its way finds it.
     *
     * @param position log position of its record in the half topic or among those given up
     * @return what is to be appended; empty when no such record begins there
     */
    public Optional<NewMessage> resumed(long position) {
        Optional<LogSlice> found = store.record(position);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        try (LogSlice slice = found.get()) {
            RecordView record = new RecordView().wrap(slice.bytes(), 0);
            boolean open = TransactionTopics.HALF.equals(record.topic());
            if (!open && !TransactionTopics.GIVEN_UP.equals(record.topic())) {
                return Optional.empty();
            }
            HalfMessage half = HalfMessage.of(record);
            return Optional.of(open ? half.again(PropertyNames.CHECK_TIMES, "0",
                PropertyNames.PREPARED_QUEUE_OFFSET, Long.toString(half.rootOffset())) : half.anew());
        }
    }

    /**
     * Loads a half record.
     *
     * @param position its log position
     * @return the record; empty when no record of the half topic begins there
     */
    Optional<HalfMessage> at(long position) {
        Optional<LogSlice> found = store.record(position);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        try (LogSlice slice = found.get()) {
            RecordView record = new RecordView().wrap(slice.bytes(), 0);
            return TransactionTopics.HALF.equals(record.topic()) ? Optional.of(HalfMessage.of(record))
                : Optional.empty();
        }
    }

    /**
     * Reads records of one of the topics of transactions.
     *
     * @param topic half or op topic
     * @param offset first offset
     * @param count most records
     * @param taker takes each, in order
     * @param upTo told the offset behind what was read or is gone, when that is beyond the first
     * @return number of records read
     */
    int read(String topic, long offset, int count, Consumer<RecordView> taker, LongConsumer upTo) {
        try (GetResult found = store.get(topic, TransactionTopics.QUEUE_ID, offset, count, EntryFilter.ALL)) {
            RecordView view = new RecordView();
            for (LogSlice slice : found.slices()) {
                for (int at = 0; at < slice.bytes().limit(); at += view.totalSize()) {
                    view.wrap(slice.bytes(), at);
                    taker.accept(view);
                }
            }
            long skipped = Math.max(0, found.nextOffset() - offset - found.messageCount());
            if (skipped > 0) {
                log.warn("{} records of {} from offset {} on are gone", skipped, topic, offset);
            }
            if (found.nextOffset() > offset) {
                upTo.accept(found.nextOffset());
            }
            return found.messageCount();
        }
    }

    /** Log position of a record; -1 where there is none. */
    long positionOf(String topic, long offset) {
        long[] position = {-1};
        read(topic, offset, 1, record -> position[0] = record.position(), next -> { });
        return position[0];
    }
}
