/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.recovery;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
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
import org.tandemmq.store.mend.LastEntries;
import org.tandemmq.store.position.Position;
import org.tandemmq.store.queue.ConsumeQueue;
import org.tandemmq.store.queue.ConsumeQueueTable;
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
     * @return what to open with
     * @throws org.tandemmq.store.file.DamagedFileException when going on would lose acknowledged records
     * @throws IOException when a file can't be read or changed
     */
    public Result run(StoreMarks marks, boolean clean, long machine, long nowMs) throws IOException {
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
        queues.load(expected == null ? List.of() : expected.ends(), min, queue -> {
            queue.cut(trusted, plan.damage().powerKept());
            last.giveUpIfForeign(queue);
        });
        long from = last.gaveUp() ? min : Math.min(trusted, queuesFrom(found, plan, expected, end));
        for (ConsumeQueue queue : queues.all()) {
            from = Math.min(from, queue.neededFrom());
        }
        long queuesMs = elapsedMs.getAsLong();
        if (index.isPresent()) {
            long indexFrom = index.get().recover(Math.min(plan.indexTrusted(), end),
                plan.damage().powerKept(), Math.min(plan.indexEnd(), end));
            from = Math.min(from, indexFrom);
        }
        from = Math.max(from, min);
        if (from < trusted) {
            // All queues begin at one place, so that the marks of an interrupted recovery hold for each of them.
            queues.cut(from, false);
        }
        log.info("store recovered in {} ms (log {}, queues {}, index {}): log {} to {}, queues and index are brought in"
            + " line from {} on ({})", elapsedMs.getAsLong() - beganMs, logMs - beganMs, queuesMs - logMs,
            elapsedMs.getAsLong() - queuesMs, min, end, from, plan.why());
        CheckpointAgent.Opened opened = opened(found, plan, end, from);
        queues.forcedUpTo(opened.queuesForced());
        return new Result(end, from, found.logTimestampMs(), opened);
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
        return plan.queuesTrusted() >= ends.written().position() ? ends.written() : ends.forced();
    }

    /** From where the queues need the log because entries are missing; the end when none are. */
    private long queuesFrom(StoreCheckpoint.Marks found, RecoveryPlan plan, QueueMark expected, long end)
        throws IOException {
        if (queues.all().isEmpty()) {
            return segments.minPosition();
        }
        if (found.positions() == null) {
            return fromSurvey(Math.min(plan.queuesTrusted(), end), end);
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
        log.warn("queue {}/{} ends at offset {} where the checkpoint knows {}: built again from log position {} on",
            expected.topic(), expected.queueId(), has, expected.nextOffset(), from);
        return from;
    }

    /** Another broker's directory: the first record of each queue behind the trusted part has to follow its end. */
    private long fromSurvey(long trusted, long end) throws IOException {
        Survey survey = new Survey(end);
        Position at = new Position("surveyed", trusted);
        Position limit = new Position("end", end);
        DispatchAgent walk = new DispatchAgent(new LogReader(segments, limit), at, List.of(survey));
        while (at.value() < end && walk.doWork(0) > 0) {
            if (walk.failure() != null) {
                throw new IOException(walk.failure());
            }
        }
        return survey.from;
    }

    private final class Survey implements RecordHandler {
        private final Set<String> seen = new HashSet<>();
        private long from;

        Survey(long end) {
            this.from = end;
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
                if (record.queueOffset() > (queue == null ? 0 : queue.maxOffset())) {
                    from = Math.min(from, fromOf(new QueueMark.End(topic, record.queueId(), record.queueOffset()),
                        from));
                }
            }
        }
    }
}
