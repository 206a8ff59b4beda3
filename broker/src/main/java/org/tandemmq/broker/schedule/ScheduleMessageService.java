/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.schedule;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.topic.LateTarget;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.EntryFilter;
import org.tandemmq.store.GetResult;
import org.tandemmq.store.GetStatus;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.NewMessage;
import org.tandemmq.store.PutResult;
import org.tandemmq.store.PutStatus;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.record.RecordView;
import org.tandemmq.store.record.ReservedTopics;

/**
 * Delivers delayed messages when their time has come (storage 15). Runs on a master only, in slices, on the
 * scheduler thread; a slice delivers at most {@link #DELIVERED_PER_SLICE_MAX} messages of each level, so that a large
 * backlog holds up nothing else.
 *
 * <p>The progress of a level moves on after the message is in the log again: a crash may deliver twice what was
 * delivered since the progress was last saved, and never loses one. Within a level messages are delivered in the
 * order in which they were stored.
 */
public final class ScheduleMessageService {

    /** Most messages of one level that one slice delivers. */
    static final int DELIVERED_PER_SLICE_MAX = 512;
    private static final Logger log = LoggerFactory.getLogger(ScheduleMessageService.class);
    private static final int READ_COUNT = 32;
    private static final long COMPLAIN_EVERY_MS = 10_000;
    private static final long RETRY_AFTER_MS = 1_000;

    private final MessageStore store;
    private final DelayLevels levels;
    private final DelayProgress progress;
    private final LateTarget target;
    private final long[] nextLookMs;
    private long lastComplaintMs;

    /**
     * Creates the service.
     *
     * @param store holds the schedule topic and takes the deliveries
     * @param levels times of the levels
     * @param progress where each level goes on
     * @param target gives the queue of a delivery and is told of it
     */
    public ScheduleMessageService(MessageStore store, DelayLevels levels, DelayProgress progress,
                                  LateTarget target) {
        this.store = store;
        this.levels = levels;
        this.progress = progress;
        this.target = target;
        this.nextLookMs = new long[levels.count() + 1];
        this.lastComplaintMs = Long.MIN_VALUE / 2;
    }

    /** Brings every level's progress into its queue; for the start, and when a slave becomes master. */
    public void checkProgress() {
        for (int level = 1; level <= levels.count(); level++) {
            long kept = progress.offset(level);
            long min = store.minOffset(ReservedTopics.SCHEDULE, level - 1);
            long max = store.maxOffset(ReservedTopics.SCHEDULE, level - 1);
            long valid = Math.max(min, Math.min(kept, max));
            if (valid != kept) {
                log.warn("delay level {}: saved offset {} is outside the queue ({} to {}), corrected to {}", level,
                    kept, min, max, valid);
                progress.update(level, valid);
            }
            nextLookMs[level] = 0;
        }
        tellOfLevelsThatWent();
    }

    /** What waits on them is neither lost nor delivered at a time that nobody asked for: it waits for its level. */
    private void tellOfLevelsThatWent() {
        for (int queueId : store.queueIds(ReservedTopics.SCHEDULE)) {
            long waiting = store.maxOffset(ReservedTopics.SCHEDULE, queueId) - progress.offset(queueId + 1);
            if (queueId >= levels.count() && waiting > 0) {
                log.warn("delay level {} has {} messages that wait, but messageDelayLevel has {} levels only: they are "
                    + "delivered when the level is there again", queueId + 1, waiting, levels.count());
            }
        }
    }

    /**
     * Delivers what is due.
     *
     * @param nowMs wall clock, epoch milliseconds
     * @return number of messages delivered or passed over; 0 when nothing is due
     */
    public int doWork(long nowMs) {
        int done = 0;
        for (int level = 1; level <= levels.count(); level++) {
            if (nowMs >= nextLookMs[level] || nextLookMs[level] - nowMs > levels.delayMs(level)) {
                done += deliverOrComplain(level, nowMs);
            }
        }
        return done;
    }

    /** A message that the disk does not give holds up its level only. */
    private int deliverOrComplain(int level, long nowMs) {
        try {
            return deliver(level, nowMs);
        } catch (RuntimeException | InternalError failed) {
            nextLookMs[level] = nowMs + Math.min(RETRY_AFTER_MS, levels.delayMs(level));
            if (nowMs - lastComplaintMs >= COMPLAIN_EVERY_MS) {
                lastComplaintMs = nowMs;
                log.error("delay level {}: its queue can't be read at offset {}, tried again: {}", level,
                    progress.offset(level), failed.toString(), failed);
            }
            return 0;
        }
    }

    private int deliver(int level, long nowMs) {
        nextLookMs[level] = 0;
        int done = 0;
        int round;
        do {
            round = deliverSome(level, nowMs);
            done += round;
        } while (round > 0 && done < DELIVERED_PER_SLICE_MAX && nextLookMs[level] == 0);
        return done;
    }

    private int deliverSome(int level, long nowMs) {
        long offset = progress.offset(level);
        try (GetResult found = store.get(ReservedTopics.SCHEDULE, level - 1, offset, READ_COUNT, EntryFilter.ALL)) {
            if (found.status() != GetStatus.FOUND) {
                return passOver(level, offset, found);
            }
            int done = 0;
            RecordView record = new RecordView();
            for (LogSlice slice : found.slices()) {
                for (int at = 0; at < slice.bytes().limit(); at += record.totalSize()) {
                    record.wrap(slice.bytes(), at);
                    if (!isDue(level, record, nowMs) || !deliver(level, record, nowMs)) {
                        return done;
                    }
                    progress.update(level, record.queueOffset() + 1);
                    done++;
                }
            }
            return done;
        }
    }

    /** Records that are gone, by retention or damage, are passed over; an offset outside the queue is corrected. */
    private int passOver(int level, long offset, GetResult found) {
        boolean outside = found.status() == GetStatus.OFFSET_TOO_SMALL
            || found.status() == GetStatus.OFFSET_OVERFLOW_BADLY;
        // All entries are wanted, so one that does not match has no record.
        boolean gone = found.status() == GetStatus.MESSAGE_WAS_REMOVING
            || found.status() == GetStatus.NO_MATCHED_MESSAGE;
        if ((outside || gone) && found.nextOffset() != offset) {
            log.warn("delay level {}: offset {} is {} (queue {} to {}), going on at {}", level, offset, found.status(),
                found.minOffset(), found.maxOffset(), found.nextOffset());
            progress.update(level, found.nextOffset());
            return 1;
        }
        return 0;
    }

    private boolean isDue(int level, RecordView record, long nowMs) {
        long delayMs = levels.delayMs(level);
        long dueMs = record.storeTimestampMs() + delayMs;
        if (dueMs <= nowMs || dueMs - nowMs > delayMs) {
            return true;
        }
        nextLookMs[level] = dueMs;
        return false;
    }

    private boolean deliver(int level, RecordView record, long nowMs) {
        NewMessage message = DelayedMessages.delivered(record, target);
        if (message == null || ReservedTopics.SCHEDULE.equals(message.topic())
            || message.topic().startsWith(ReservedTopics.TRANSACTION_PREFIX)) {
            log.error("delay level {}: record at position {} does not name a topic for messages, passed over", level,
                record.position());
            return true;
        }
        PutResult put = store.put(message, AckPolicy.APPEND_ONLY).join();
        if (put.status().isStored()) {
            target.stored(message.topic());
            return true;
        }
        boolean never = put.status() == PutStatus.MESSAGE_ILLEGAL
            || put.status() == PutStatus.PROPERTIES_SIZE_EXCEEDED;
        if (never || nowMs - lastComplaintMs >= COMPLAIN_EVERY_MS) {
            lastComplaintMs = nowMs;
            log.warn("delay level {}: record at position {} for topic {} {}: {} {}", level, record.position(),
                message.topic(), never ? "can't be delivered, passed over" : "is not delivered yet", put.status(),
                put.reason());
        }
        return never;
    }
}
