/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.io.IOException;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.tandemmq.store.agent.Wakeup;
import org.tandemmq.store.config.CommitLogConfig;
import org.tandemmq.store.config.FlushConfig;
import org.tandemmq.store.config.StoreConfig;
import org.tandemmq.store.file.FileLayer;
import org.tandemmq.store.file.MappedFileQueue;
import org.tandemmq.store.file.space.FileAllocator;
import org.tandemmq.store.log.AppendGate;
import org.tandemmq.store.log.CommitLog;
import org.tandemmq.store.log.FlushAgent;
import org.tandemmq.store.log.FlushListener;
import org.tandemmq.store.log.LogReader;
import org.tandemmq.store.log.QueueOffsets;
import org.tandemmq.store.position.Position;
import org.tandemmq.store.position.PositionWaiters;
import org.tandemmq.store.record.RecordLayout;

/**
 * The log and all that belongs to it, put together: segments, the allocator ahead of the writer, the lock, the writer,
 * readers, the flush and those who wait for it.
 */
final class StoreLog {

    private static final int AHEAD_BYTES = 32 << 20;

    final Wakeup allocatorWakeup = new Wakeup();
    final Wakeup flushWakeup = new Wakeup();
    final Position end = new Position("end", 0);
    final Position flushed = new Position("flushed", 0);
    final PositionWaiters flushWaiters = new PositionWaiters(flushed);
    final QueueOffsets offsets = new QueueOffsets();
    final MappedFileQueue files;
    final FileAllocator allocator;
    final AppendGate gate;
    final CommitLog writer;
    final LogReader reader;
    final FlushAgent flush;

    StoreLog(StoreConfig config, FileLayer layer, FlushListener flushListener, InstantSource wallClock,
             LongSupplier elapsedMs) {
        CommitLogConfig log = config.log();
        int least = log.maxRecordBytes() + RecordLayout.BLANK_BYTES;
        if (log.segmentBytes() <= least) {
            throw new StoreException("mappedFileSizeCommitLog=" + log.segmentBytes()
                + " is too small for maxMessageSize=" + log.maxMessageBytes() + ": it must exceed " + least
                + ", or the largest message has no place");
        }
        files = new MappedFileQueue(layer, config.paths().commitLog(), log.segmentBytes());
        int ahead = Math.min(AHEAD_BYTES, log.segmentBytes());
        allocator = new FileAllocator(files, ahead, config.flush().sync(), end::value, allocatorWakeup);
        gate = new AppendGate(log.lockBusyMs(), elapsedMs);
        writer = new CommitLog(files, allocator, gate, offsets, end, wallClock);
        reader = new LogReader(files, end);
        flush = new FlushAgent(files,
            new FlushAgent.Progress(end, flushed, writer::lastStoreTimestampMs, writer::isCopying), flushWaiters,
            config.flush(), gate, flushListener);
        wakeFlush(config.flush());
    }

    /** Group commit goes to work with each append; the timed flush looks at the clock. */
    private void wakeFlush(FlushConfig config) {
        if (config.sync()) {
            end.addWaker(flushWakeup::wake);
        }
    }

    /** Why nothing is written at present; null when writes are taken. */
    String refusal() {
        String closed = gate.refusal();
        IOException noRoom = allocator.failure();
        return closed != null || noRoom == null ? closed : "the log can't get more room: " + noRoom;
    }
}
