/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.agent.Agent;
import org.tandemmq.store.agent.AgentRunner;
import org.tandemmq.store.agent.CompositeAgent;
import org.tandemmq.store.agent.Wakeup;
import org.tandemmq.store.config.StoreConfig;
import org.tandemmq.store.file.space.IdleSegments;
import org.tandemmq.store.log.AppendGate;
import org.tandemmq.store.log.FlushListener;
import org.tandemmq.store.log.OwnTail;
import org.tandemmq.store.place.PlaceCheck;
import org.tandemmq.store.place.StoreLock;
import org.tandemmq.store.position.PositionWaiters;
import org.tandemmq.store.queue.ConsumeQueue;
import org.tandemmq.store.queue.QueueFlushAgent;
import org.tandemmq.store.queue.QueueMark;
import org.tandemmq.store.recovery.AbortFile;
import org.tandemmq.store.recovery.CheckpointAgent;
import org.tandemmq.store.recovery.FileMarks;
import org.tandemmq.store.recovery.MachineId;
import org.tandemmq.store.recovery.ProgressKeeper;
import org.tandemmq.store.recovery.StoreRecovery;

/**
 * Opens and closes a store: the lock of the directory, recovery, the threads, the checkpoint, and at the end everything
 * on disk and the sign that the stop was clean.
 *
 * <pre>
 * store-alloc      FileAllocator            next segment, space ahead of the writer
 * store-flush      FlushAgent               log to disk
 * store-dispatch   DispatchAgent            queues, index, arrivals
 * store-deadline   ends waits               never touches a disk
 * store-upkeep     QueueFlushAgent, CheckpointAgent, retention
 * </pre>
 */
final class StoreLife implements FlushListener {

    private static final Logger log = LoggerFactory.getLogger(StoreLife.class);
    private static final long QUEUE_FORCE_INTERVAL_MS = 5_000;
    private static final long GATHER_NANOS = 500_000;

    private final StoreConfig config;
    private final InstantSource wallClock;
    private final LongSupplier elapsedMs;
    private final AbortFile abort;
    private final FileMarks marks;
    private final OwnTail ownTail;
    private StoreLog storeLog;
    private StoreQueues storeQueues;
    private Agent retention;
    private StoreLock lock;
    private StoreThreads threads;
    private ProgressKeeper progress;
    private ProgressKeeper.Later passes;
    private volatile CheckpointAgent checkpoint;

    StoreLife(StoreConfig config, InstantSource wallClock, LongSupplier elapsedMs) {
        this.config = config;
        this.wallClock = wallClock;
        this.elapsedMs = elapsedMs;
        this.abort = new AbortFile(config.paths().abort());
        this.marks = new FileMarks(config.paths().checkpoint());
        this.ownTail = new OwnTail(config.paths().ownTail());
    }

    /** What is opened and closed; before the start. */
    void of(StoreLog newLog, StoreQueues newQueues, Agent newRetention) {
        storeLog = newLog;
        storeQueues = newQueues;
        retention = newRetention;
    }

    @Override
    public void flushed(long position, long storeTimestampMs) {
        CheckpointAgent present = checkpoint;
        if (present != null) {
            present.flushed(position, storeTimestampMs);
        }
    }

    /** What of the log this broker wrote itself. */
    OwnTail ownTail() {
        return ownTail;
    }

    boolean isOpen() {
        return lock != null;
    }

    void start() throws IOException {
        if (lock != null) {
            throw new IllegalStateException("the store was started already");
        }
        PlaceCheck.check(config.paths(), config.queue().indexEnabled());
        lock = StoreLock.take(config.paths().lock());
        try {
            open(!abort.exists());
            ownTail.load();
            if (config.role().isMaster()) {
                ownTail.writtenFrom(storeLog.end.value());
            }
            threads = assembledThreads();
            threads.start();
            storeLog.gate.accept(AppendGate.Cause.CLOSED);
        } catch (IOException | RuntimeException | InternalError thrown) {
            closeFiles();
            throw thrown;
        }
    }

    private void open(boolean clean) throws IOException {
        long machine = MachineId.of(config.paths().root());
        storeLog.files.load();
        StoreRecovery.Result found = new StoreRecovery(storeLog.files, storeQueues.queues,
            storeQueues.indexIfEnabled(), config.log().checkCrcOnRecover(), elapsedMs)
            .run(marks, clean, machine, wallClock.millis(), abort::create);
        long end = found.endPosition();
        storeLog.writer.open(end);
        storeLog.flushed.reset(Math.max(storeLog.files.minPosition(), Math.min(end, found.opened().flushed())));
        storeQueues.queues.advanceMin(storeLog.files.minPosition());
        storeQueues.queues.begin(new QueueMark(found.dispatchFrom(), found.lastStoreTimestampMs()));
        storeQueues.dispatched.reset(found.dispatchFrom());
        checkpoint = new CheckpointAgent(marks, found.opened(), new CheckpointAgent.Followers(
            storeQueues.queues::written, storeQueues.indexIfEnabled()), machine, elapsedMs);
        progress = new ProgressKeeper(marks, storeQueues.indexIfEnabled(), machine, found.opened().checkedFrom());
        passes = new ProgressKeeper.Later(progress);
        storeQueues.queues.onPass(passes);
        // With checkpoints on the way, so that a start that is killed again and again comes to its end.
        storeQueues.catchUp(end, marks());
        storeQueues.queues.advanceMin(storeLog.files.minPosition());
        countOffsets();
        // From here on it is known what the disk has, whatever happens within the first second.
        checkpoint.write();
        progress.write(storeQueues.queues.written());
        log.info("store opened: positions {} to {}, {} queues, dispatch began at {}", storeLog.files.minPosition(),
            end, storeQueues.queues.all().size(), found.dispatchFrom());
    }

    /** What is written down on the way when there is much to dispatch. */
    private Agent marks() {
        return new CompositeAgent("marks", List.of(checkpoint, passes));
    }

    /** The next message of each queue takes the offset behind the last one that the log holds. */
    private void countOffsets() {
        for (ConsumeQueue queue : storeQueues.queues.all()) {
            storeLog.writer.nextOffset(queue.topic(), queue.queueId(), queue.maxOffset());
        }
    }

    private StoreThreads assembledThreads() {
        long flushIdleMs = Math.max(1, Math.min(100, config.flush().intervalMs()));
        Agent queueFlush = new QueueFlushAgent(storeQueues.queues, checkpoint::forced, QUEUE_FORCE_INTERVAL_MS,
            elapsedMs);
        Agent upkeep = new CompositeAgent("store-upkeep", List.of(queueFlush, checkpoint, retention,
            storeQueues.mender, new IdleSegments(storeLog.files)));
        return new StoreThreads(elapsedMs)
            .add(storeLog.allocator, storeLog.allocatorWakeup, new AgentRunner.Pauses(200, 0))
            .add(storeLog.flush, storeLog.flushWakeup, new AgentRunner.Pauses(flushIdleMs, 0))
            .add(storeQueues.dispatch, storeQueues.dispatchWakeup, new AgentRunner.Pauses(100, GATHER_NANOS))
            .add(new Deadlines(storeLog.flushWaiters), new Wakeup(), new AgentRunner.Pauses(20, 0))
            .add(upkeep, new Wakeup(), new AgentRunner.Pauses(100, 0));
    }

    /** Ends the waits whose time is over; on a thread that no disk can hold up. */
    private record Deadlines(PositionWaiters waiters) implements Agent {
        @Override
        public String name() {
            return "store-deadline";
        }

        @Override
        public int doWork(long nowMs) {
            return waiters.expire(nowMs);
        }
    }

    /** A slave becomes a master: its queues get what the log has, and say the next offsets. */
    void promote() throws IOException {
        if (isOpen()) {
            threads.stop();
            try {
                storeQueues.catchUp(storeLog.end.value(), marks());
                countOffsets();
                ownTail.writtenFrom(storeLog.end.value());
            } finally {
                threads.start();
            }
        }
    }

    /**
     * Cuts log, queues and index; nobody appends meanwhile. The log goes last: while it is whole, what was cut of the
     * others is built from it again. Where cutting the log fails, it is opened as at a start.
     */
    void truncate(long position) throws IOException {
        threads.stop();
        boolean inLog = false;
        try {
            cutQueues(position);
            inLog = true;
            storeLog.writer.open(position);
            storeLog.flushed.reset(Math.min(position, storeLog.flushed.value()));
            inLog = false;
            beginAt(storeQueues.dispatched.value());
            log.warn("log, queues and index are cut at position {}", position);
        } finally {
            if (inLog) {
                forgetFiles();
                openAgain(false);
            } else {
                threads.start();
            }
        }
    }

    private void cutQueues(long position) throws IOException {
        storeQueues.queues.writeOutAll();
        passes.forget();
        // The checkpoint goes first: it must never know of more than there is.
        beginAt(Math.min(position, storeQueues.dispatched.value()));
        checkpoint.cut(position);
        checkpoint.write();
        progress.write(storeQueues.queues.written());
        storeQueues.queues.cut(position, true);
        if (storeQueues.indexIfEnabled().isPresent()) {
            storeQueues.index.recover(position, true, 0);
        }
    }

    private void beginAt(long position) {
        storeQueues.mender.forgetAll();
        QueueMark mark = new QueueMark(position, 0);
        storeQueues.queues.begin(mark);
        storeQueues.dispatched.reset(position);
        checkpoint.forced(mark);
    }

    /**
     * Closes all files, lets them be moved away, and opens what is there then: nothing, or all of it when they could
     * not be moved. Nobody appends meanwhile.
     */
    void reopen(Moving moving) throws IOException {
        threads.stop();
        forgetFiles();
        try {
            moving.run();
        } catch (IOException | RuntimeException failed) {
            openAgain(false);
            throw failed;
        }
        openAgain(true);
    }

    private void forgetFiles() {
        storeLog.writer.close();
        storeLog.files.close();
        storeQueues.index.close();
        storeQueues.queues.forgetAll();
        storeQueues.mender.forgetAll();
    }

    /** A store that has no files and no threads serves nobody and can't say why: better no process than that. */
    private void openAgain(boolean clean) {
        try {
            open(clean);
        } catch (IOException | RuntimeException thrown) {
            throw new AssertionError("the store " + config.paths().root() + " can't be opened again while its log"
                + " is being cut or set aside: " + thrown, thrown);
        }
        threads = assembledThreads();
        threads.start();
    }

    /** What is done with the files while they are closed; a failure leaves them where they were. */
    interface Moving {
        void run() throws IOException;
    }

    void stop() {
        storeLog.gate.refuse(AppendGate.Cause.CLOSED, "the store is being closed");
        threads.stop();
        boolean clean = false;
        try {
            storeQueues.catchUp(storeLog.end.value(), marks());
            storeLog.flush.flush();
            clean = storeLog.flushed.value() == storeLog.end.value();
            storeQueues.queues.writeOutAll();
            checkpoint.forced(storeQueues.queues.force());
            checkpoint.writeAtStop();
            if (clean) {
                abort.delete();
            }
        } catch (IOException | RuntimeException | InternalError thrown) {
            log.error("the store closes with something left undone; the next start recovers", thrown);
        }
        closeFiles();
        log.info("store closed at position {}, {}", storeLog.end.value(), clean ? "clean" : "not clean");
    }

    private void closeFiles() {
        storeLog.flushWaiters.giveUp();
        storeLog.writer.close();
        storeLog.files.close();
        storeQueues.queues.close();
        storeQueues.index.close();
        lock.close();
        lock = null;
    }
}
