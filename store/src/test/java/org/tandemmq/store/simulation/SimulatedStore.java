/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.simulation;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.tandemmq.store.agent.Wakeup;
import org.tandemmq.store.config.FlushConfig;
import org.tandemmq.store.dispatch.DispatchAgent;
import org.tandemmq.store.file.FileLayer;
import org.tandemmq.store.file.MappedFileQueue;
import org.tandemmq.store.file.space.FileAllocator;
import org.tandemmq.store.index.IndexDirectory;
import org.tandemmq.store.index.IndexService;
import org.tandemmq.store.log.AppendGate;
import org.tandemmq.store.log.AppendResult;
import org.tandemmq.store.log.CommitLog;
import org.tandemmq.store.log.FlushAgent;
import org.tandemmq.store.log.LogReader;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.log.QueueOffsets;
import org.tandemmq.store.position.Position;
import org.tandemmq.store.position.PositionWaiters;
import org.tandemmq.store.queue.ArrivalListener;
import org.tandemmq.store.queue.ConsumeQueue;
import org.tandemmq.store.queue.ConsumeQueueTable;
import org.tandemmq.store.queue.QueueMark;
import org.tandemmq.store.queue.TagsCode;
import org.tandemmq.store.queue.file.OpenFiles;
import org.tandemmq.store.queue.file.QueueDirectory;
import org.tandemmq.store.record.RecordDraft;
import org.tandemmq.store.record.RecordScanner;
import org.tandemmq.store.record.RecordView;
import org.tandemmq.store.recovery.CheckpointAgent;
import org.tandemmq.store.recovery.ProgressKeeper;
import org.tandemmq.store.recovery.StoreMarks;
import org.tandemmq.store.recovery.StoreRecovery;

/** A store put together without threads: whoever has it calls the agents. */
public final class SimulatedStore {

    /** Index file measures of the recorded stores. */
    public static final int INDEX_SLOTS = 64;
    /** Entries of an index file. */
    public static final int INDEX_ENTRIES = 100;
    /** Bytes of a queue file: twenty entries. */
    public static final int QUEUE_FILE_BYTES = 400;

    private static final List<Long> DELAYS_MS = List.of(1_000L, 5_000L, 10_000L, 30_000L, 60_000L, 120_000L, 180_000L,
        240_000L, 300_000L, 360_000L, 420_000L, 480_000L, 540_000L, 600_000L, 1_200_000L, 1_800_000L, 3_600_000L,
        7_200_000L);

    private final Place place;
    private final MappedFileQueue segments;
    private final ConsumeQueueTable queues;
    private final IndexService index;
    private final AppendGate gate = new AppendGate(1000, () -> 0);
    private final QueueOffsets offsets = new QueueOffsets();
    private final Position end = new Position("end", 0);
    private Position flushed;
    private Position dispatched;
    private FileAllocator allocator;
    private CommitLog commitLog;
    private FlushAgent flush;
    private DispatchAgent dispatch;
    private CheckpointAgent checkpoint;
    private ProgressKeeper progress;

    /**
     * Where a store is and under which circumstances it opens.
     *
     * @param layer its files
     * @param root its directory
     * @param segmentBytes size of its segments
     * @param marks its checkpoint
     * @param machine number of the machine
     */
    public record Place(FileLayer layer, Path root, int segmentBytes, StoreMarks marks, long machine) {
    }

    /**
     * Puts a store together; nothing is opened yet.
     *
     * @param place where it is
     */
    public SimulatedStore(Place place) {
        this.place = place;
        segments = new MappedFileQueue(place.layer(), place.root().resolve("commitlog"), place.segmentBytes());
        queues = new ConsumeQueueTable(new QueueDirectory(place.layer(), new OpenFiles(place.layer(), 1000),
            place.root().resolve("consumequeue"), QUEUE_FILE_BYTES), new TagsCode(DELAYS_MS), ArrivalListener.NONE, 0);
        index = new IndexService(new IndexDirectory(place.layer(), place.root().resolve("index"), INDEX_SLOTS,
            INDEX_ENTRIES, () -> Instant.ofEpochMilli(1_795_980_000_000L)));
    }

    /**
     * Opens it: recovery, and dispatch of what it left over.
     *
     * @param clean whether it was stopped cleanly
     * @param nowMs wall clock
     * @return what recovery found
     */
    public StoreRecovery.Result open(boolean clean, long nowMs) throws IOException {
        StoreRecovery.Result result = begin(clean, nowMs);
        dispatch();
        for (ConsumeQueue queue : queues.all()) {
            queue.advanceMin(segments.minPosition(), false);
            commitLog.nextOffset(queue.topic(), queue.queueId(), queue.maxOffset());
        }
        checkpoint.write();
        progress.write(queues.written());
        return result;
    }

    /**
     * Begins to open it and stops when so many slices of the log were dispatched, as a start that is killed.
     *
     * @param clean whether it was stopped cleanly
     * @param nowMs wall clock
     * @param slices slices
     * @return what recovery found
     */
    public StoreRecovery.Result openPart(boolean clean, long nowMs, int slices) throws IOException {
        StoreRecovery.Result result = begin(clean, nowMs);
        for (int i = 0; i < slices; i++) {
            dispatch.doWork(0);
            checkpoint.doWork(i);
        }
        return result;
    }

    private StoreRecovery.Result begin(boolean clean, long nowMs) throws IOException {
        segments.load();
        StoreRecovery.Result result = new StoreRecovery(segments, queues, Optional.of(index), true, () -> 0)
            .run(place.marks(), clean, place.machine(), nowMs, () -> { });
        allocator = new FileAllocator(segments, 8192, false, end::value, new Wakeup());
        commitLog = new CommitLog(segments, allocator, gate, offsets, end, () -> Instant.ofEpochMilli(nowMs));
        commitLog.open(result.endPosition());
        flushed = new Position("flushed", result.opened().flushed());
        dispatched = new Position("dispatched", result.dispatchFrom());
        queues.begin(new QueueMark(result.dispatchFrom(), result.lastStoreTimestampMs()));
        checkpoint = new CheckpointAgent(place.marks(), result.opened(),
            new CheckpointAgent.Followers(queues::written, Optional.of(index)), place.machine(), () -> 0);
        progress = new ProgressKeeper(place.marks(), Optional.of(index), place.machine(),
            result.opened().checkedFrom());
        queues.onPass(progress);
        flush = new FlushAgent(segments, new FlushAgent.Progress(end, flushed, commitLog::lastStoreTimestampMs,
            commitLog::isCopying), new PositionWaiters(flushed), FlushConfig.defaults(), gate, checkpoint);
        dispatch = new DispatchAgent(new LogReader(segments, end), dispatched, List.of(queues, index));
        return result;
    }

    /** Appends; whether it was written stands in the result. */
    public AppendResult append(RecordDraft draft, String topic) {
        AppendResult result = new AppendResult();
        commitLog.append(draft, offsets.topic(topic), result);
        return result;
    }

    /** Forces the log; everything appended so far is on disk afterwards. */
    public void flush() {
        flush.flush();
    }

    /** Brings queues and index up to the end of the log. */
    public void dispatch() throws IOException {
        while (dispatched.value() < end.value()) {
            dispatch.doWork(0);
            if (dispatch.failure() != null) {
                throw new IOException(dispatch.failure());
            }
        }
    }

    /** One step of dispatch, which also writes queue entries out. */
    public void dispatchStep(long nowMs) {
        dispatch.doWork(nowMs);
    }

    /** One step of the allocator. */
    public void allocate(long nowMs) {
        allocator.doWork(nowMs);
    }

    /** Forces the queues. */
    public void forceQueues() throws IOException {
        checkpoint.forced(queues.force());
    }

    /** Writes the checkpoint if something has changed. */
    public void checkpoint(long nowMs) {
        checkpoint.doWork(nowMs);
    }

    /** Closes it cleanly. */
    public void close() throws IOException {
        dispatch();
        flush();
        queues.writeOutAll();
        forceQueues();
        checkpoint.writeAtStop();
        allocator.close();
        commitLog.close();
        segments.close();
        queues.close();
        index.close();
    }

    /** Lets go of everything as a killed process does: nothing is written. */
    public void kill() {
        commitLog.close();
        segments.close();
        queues.close();
        index.close();
    }

    /** The queues. */
    public ConsumeQueueTable queues() {
        return queues;
    }

    /** The index. */
    public IndexService index() {
        return index;
    }

    /** End of the log. */
    public long endPosition() {
        return end.value();
    }

    /** First position of the log. */
    public long minPosition() {
        return segments.minPosition();
    }

    /** Position up to which the disk confirmed the log. */
    public long flushedPosition() {
        return flushed.value();
    }

    /**
     * Reads the log from its begin to its end.
     *
     * @param records gets each record
     * @throws IllegalStateException when something in between is no record
     */
    public void records(Consumer<RecordView> records) {
        LogReader reader = new LogReader(segments, end);
        RecordScanner scanner = new RecordScanner(place.segmentBytes(), true);
        RecordView view = new RecordView();
        long position = reader.nextReadable(0);
        while (position < end.value()) {
            try (LogSlice slice = reader.slice(position, Integer.MAX_VALUE)) {
                RecordScanner.Verdict verdict = scanner.check(slice.bytes(), 0, slice.sizeBytes(), position);
                if (verdict == RecordScanner.Verdict.RECORD) {
                    records.accept(view.wrap(slice.bytes(), 0));
                } else if (verdict != RecordScanner.Verdict.BLANK) {
                    throw new IllegalStateException("no record at " + position + ": " + scanner.reason());
                }
                position += scanner.sizeBytes();
            }
        }
    }
}
