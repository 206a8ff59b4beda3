/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.recovery;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.dispatch.DispatchAgent;
import org.tandemmq.store.dispatch.RecordHandler;
import org.tandemmq.store.file.MappedFileQueue;
import org.tandemmq.store.index.IndexService;
import org.tandemmq.store.log.LogReader;
import org.tandemmq.store.mend.IndexGaps;
import org.tandemmq.store.mend.LastEntries;
import org.tandemmq.store.position.Position;
import org.tandemmq.store.queue.ConsumeQueue;
import org.tandemmq.store.queue.ConsumeQueueTable;
import org.tandemmq.store.queue.LogBegin;
import org.tandemmq.store.queue.QueueMark;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordView;

/**
 * Brings log, queues and index in line when a store opens: finds the end of the log, cuts queues and index to what can
 * be trusted, and says from where the log has to be dispatched so that both have everything again.
 *
 * <pre>
 *            queue with a hole     index    trusted             end
 * |------------------|---------------|---------|-----------------|
 *                    dispatch begins here; whoever has a record skips it
 * </pre>
 *
 * Nothing of the log is cut here, that is done by the one who opens it for writing. A recovery that is interrupted
 * begins again where its own checkpoints say. Opening thread.
 */
public final class StoreRecovery {

    private static final Logger log = LoggerFactory.getLogger(StoreRecovery.class);

    private final MappedFileQueue segments;
    private final ConsumeQueueTable queues;
    private final Optional<IndexService> index;
    private final LogRecovery logRecovery;
    private final LongSupplier elapsedMs;

    /**
     * Result of a recovery.
     *
     * @param endPosition end of the log; what stands behind has to be erased
     * @param dispatchFrom from here the log has to be dispatched
     * @param lastStoreTimestampMs store time of the last record that was gone over, 0 when there was none
     * @param opened for the {@link CheckpointAgent}
     */
    public record Result(long endPosition, long dispatchFrom, long lastStoreTimestampMs,
                         CheckpointAgent.Opened opened) {
    }

    /** Told before anything is changed, and only if the store is not refused; segments that are short are none yet. */
    public interface Beginning {
        /**
         * Notes it.
         *
         * @throws IOException when it can't; nothing is changed then
         */
        void note() throws IOException;
    }

    /**
     * Creates the recovery.
     *
     * @param segments segments of the log, loaded
     * @param queues the queues, not yet loaded
     * @param index the index, empty when it is off
     * @param checkCrc whether bodies are checked
     * @param elapsedMs elapsed-time clock
     */
    public StoreRecovery(MappedFileQueue segments, ConsumeQueueTable queues, Optional<IndexService> index,
                         boolean checkCrc, LongSupplier elapsedMs) {
        this.segments = segments;
        this.queues = queues;
        this.index = index;
        this.logRecovery = new LogRecovery(segments, checkCrc, elapsedMs);
        this.elapsedMs = elapsedMs;
    }

    /**
     * Recovers.
     *
     * @param marks where progress is kept
     * @param clean whether the last stop was clean
     * @param machine this machine and directory
     * @param nowMs wall clock
     * @param beginning told before the first change
     * @return what to open with
     * @throws org.tandemmq.store.file.DamagedFileException when going on would lose acknowledged records
     * @throws IOException when a file can't be read or changed
     */
    public Result run(StoreMarks marks, boolean clean, long machine, long nowMs, Beginning beginning)
        throws IOException {
        long beganMs = elapsedMs.getAsLong();
        StoreCheckpoint.Marks found = marks.read();
        StoreMarks.Progress progress = marks.readProgress();
        StoreCheckpoint.Marks known = clean || progress == null ? found : progress.addedTo(found, machine);
        RecoveryPlan plan = RecoveryPlan.make(segments, new RecoveryPlan.Found(known, clean, machine, nowMs));
        long end = logRecovery.run(plan).endPosition();
        long min = Math.min(segments.minPosition(), end);
        long trusted = Math.min(plan.queuesTrusted(), end);
        long logMs = elapsedMs.getAsLong();
        QueueMark expected = known == found ? expectedEnds(found, plan, marks) : progress.written();
        LastEntries last = new LastEntries(new LogReader(segments, new Position("end", end)));
        LogBegin begin = new LogBegin(min, segments.wholeFrom() > segments.minPosition());
        queues.find(expected == null ? List.of() : expected.ends());
        beginning.note();
        queues.load(begin, queue -> {
            queue.cut(trusted, plan.damage().powerKept());
            last.giveUpIfForeign(queue);
        });
        long from = last.gaveUp() ? min : Math.min(trusted, queuesFrom(found, plan, expected, end));
        for (ConsumeQueue queue : queues.all()) {
            from = Math.min(from, queue.neededFrom());
        }
        long queuesMs = elapsedMs.getAsLong();
        from = Math.max(min, Math.min(from, indexFrom(found, plan, end)));
        if (from < trusted) {
            from = cutBack(from, min, last, new Survey(end, begins()));
        }
        log.info("store recovered in {} ms (log {}, queues {}, index {}): log {} to {}, queues and index are brought in"
            + " line from {} on ({})", elapsedMs.getAsLong() - beganMs, logMs - beganMs, queuesMs - logMs,
            elapsedMs.getAsLong() - queuesMs, min, end, from, plan.why());
        CheckpointAgent.Opened opened = opened(found, plan, end, from);
        queues.forcedUpTo(opened.queuesForced());
        return new Result(end, from, found.logTimestampMs(), opened);
    }

    /** From where the index needs the log: from its begin where nothing is known of it and nothing is there. */
    private long indexFrom(StoreCheckpoint.Marks found, RecoveryPlan plan, long end) throws IOException {
        if (index.isEmpty()) {
            return end;
        }
        long from = index.get().recover(Math.min(plan.indexTrusted(), end), plan.damage().powerKept(),
            Math.min(plan.indexEnd(), end));
        from = new IndexGaps(index.get(), new LogReader(segments, new Position("end", end)), elapsedMs).close(from);
        return found.positions() == null && index.get().endPosition() == 0 ? 0 : from;
    }

    /**
     * All queues begin at one place, so that the marks of an interrupted recovery hold for each of them. One that is
     * damaged inside may end before that place then: what is between would be taken for something the log lacks.
     */
    private long cutBack(long wanted, long min, LastEntries last, Survey survey) throws IOException {
        long from = compared(wanted, min, last, survey);
        if (from < wanted && compared(from, min, last, survey) < from) {
            from = min;
            compared(min, min, last, survey);
        }
        return from;
    }

    /** Cuts the queues; from where they need the log to go on. */
    private long compared(long cutAt, long min, LastEntries last, Survey survey) throws IOException {
        queues.cut(cutAt, false);
        for (ConsumeQueue queue : queues.all()) {
            last.giveUpIfForeign(queue);
        }
        return last.gaveUp() ? min : Math.max(min, Math.min(cutAt, survey.from(cutAt)));
    }

    /** What the disk is known to have; what is only written does not count. */
    private static CheckpointAgent.Opened opened(StoreCheckpoint.Marks found, RecoveryPlan plan, long end, long from) {
        StoreCheckpoint.Positions own = found.positions();
        long flushed = own == null ? plan.logFrom() : own.flushed();
        long queuesForced = own == null ? plan.queuesTrusted() : own.queues().forced();
        long indexForced = own == null ? plan.indexTrusted() : own.index().forced();
        return new CheckpointAgent.Opened(found, Math.min(plan.logFrom(), end), Math.min(flushed, end),
            Math.min(from, queuesForced), Math.min(from, indexForced));
    }

    /** Where the queues end if nothing of them is lost; null when that is not known. */
    private static QueueMark expectedEnds(StoreCheckpoint.Marks found, RecoveryPlan plan, StoreMarks marks)
        throws IOException {
        QueueEndsFile ends = found.positions() == null ? null : marks.readEnds();
        if (ends == null) {
            return null;
        }
        if (ends.written().position() < plan.queuesTrusted()) {
            log.warn("the file of queue ends is older than the checkpoint: it knows position {}, the checkpoint {}",
                ends.written().position(), plan.queuesTrusted());
            return null;
        }
        return plan.queuesTrusted() >= ends.written().position() ? ends.written() : ends.forced();
    }

    /** From where the queues need the log because entries are missing; the end when none are. */
    private long queuesFrom(StoreCheckpoint.Marks found, RecoveryPlan plan, QueueMark expected, long end)
        throws IOException {
        if (queues.all().isEmpty()) {
            return segments.minPosition();
        }
        if (found.positions() == null) {
            return new Survey(end, null).from(Math.min(plan.queuesTrusted(), end));
        }
        if (expected == null) {
            log.warn("there is no file of queue ends: all queues are compared with the whole log");
            return segments.minPosition();
        }
        long from = end;
        for (QueueMark.End each : expected.ends()) {
            from = Math.min(from, fromOf(each, end));
        }
        return from;
    }

    private long fromOf(QueueMark.End expected, long end) {
        ConsumeQueue queue = queues.find(expected.topic(), expected.queueId());
        long has = queue == null ? 0 : queue.maxOffset();
        if (has >= expected.nextOffset()) {
            return end;
        }
        long from = has == 0 ? segments.minPosition() : queue.lastEndPosition();
        log.warn("queue {}/{} ends at offset {} where checkpoint or log know {}: built again from log position {} on",
            expected.topic(), expected.queueId(), has, expected.nextOffset(), from);
        return from;
    }

    /** Where the queues begin that have entries. */
    private Map<ConsumeQueue, Long> begins() {
        Map<ConsumeQueue, Long> begins = new HashMap<>();
        for (ConsumeQueue queue : queues.all()) {
            if (queue.maxOffset() > 0) {
                begins.put(queue, queue.minOffset());
            }
        }
        return begins;
    }

    /** The first record of each queue behind a place has to follow its end. */
    private final class Survey implements RecordHandler {
        private final long end;
        private final Map<ConsumeQueue, Long> begins;
        private final Set<String> seen = new HashSet<>();
        private long from;

        /**
         * Creates it.
         *
         * @param end end of the log
         * @param begins queues that are looked at, with their first offsets before they were cut; null for all
         */
        Survey(long end, Map<ConsumeQueue, Long> begins) {
            this.end = end;
            this.begins = begins;
        }

        /** From where the queues need the log; its end when all go on at the place. */
        long from(long place) throws IOException {
            seen.clear();
            from = end;
            Position at = new Position("surveyed", place);
            DispatchAgent walk = new DispatchAgent(new LogReader(segments, new Position("end", end)), at,
                List.of(this));
            while (at.value() < end && walk.doWork(0) > 0) {
                if (walk.failure() != null) {
                    throw new IOException(walk.failure());
                }
            }
            return from;
        }

        @Override
        public void handle(RecordView record) {
            int transaction = record.transactionState();
            if (transaction != 0 && transaction != RecordLayout.SYS_TRANSACTION_COMMIT) {
                return;
            }
            String topic = record.topic();
            if (seen.add(topic + '/' + record.queueId())) {
                ConsumeQueue queue = queues.find(topic, record.queueId());
                long offset = record.queueOffset();
                if (offset > (queue == null ? 0 : queue.maxOffset()) && !begins(queue, offset)) {
                    from = Math.min(from, fromOf(new QueueMark.End(topic, record.queueId(), offset), from));
                }
            }
        }

        /** Whether the queue begins with that offset, or there was none: its topic was deleted, or it is new. */
        private boolean begins(ConsumeQueue queue, long offset) {
            return begins != null
                && (!begins.containsKey(queue) || queue.maxOffset() == 0 && offset <= begins.get(queue));
        }
    }
}
