/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.tool;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.tandemmq.store.agent.ProgressLog;
import org.tandemmq.store.config.QueueConfig;
import org.tandemmq.store.dispatch.DispatchAgent;
import org.tandemmq.store.file.DiskFileLayer;
import org.tandemmq.store.file.FileLayer;
import org.tandemmq.store.file.MappedFileQueue;
import org.tandemmq.store.place.StoreLock;
import org.tandemmq.store.index.IndexDirectory;
import org.tandemmq.store.index.IndexService;
import org.tandemmq.store.log.LogReader;
import org.tandemmq.store.offline.OfflineStore;
import org.tandemmq.store.position.Position;
import org.tandemmq.store.queue.ArrivalListener;
import org.tandemmq.store.queue.ConsumeQueueTable;
import org.tandemmq.store.queue.QueueMark;
import org.tandemmq.store.queue.TagsCode;
import org.tandemmq.store.queue.file.OpenFiles;
import org.tandemmq.store.queue.file.QueueDirectory;
import org.tandemmq.store.recovery.AbortFile;
import org.tandemmq.store.recovery.CheckpointAgent;
import org.tandemmq.store.recovery.FileMarks;
import org.tandemmq.store.recovery.MachineId;
import org.tandemmq.store.recovery.StoreRecovery;

/** Builds queues and index of a store, whose measures are known, from its log; leaves it as after a clean stop. */
final class Rebuild {

    private static final int OPEN_FILES = 1024;

    private final OfflineStore store;
    private final LongSupplier elapsedMs;
    private final ConsumeQueueTable queues;
    private final IndexService index;
    private final MappedFileQueue segments;

    Rebuild(OfflineStore store, LongSupplier elapsedMs) {
        this.store = store;
        this.elapsedMs = elapsedMs;
        OfflineStore.Measures measures = store.measures();
        FileLayer layer = new DiskFileLayer();
        segments = new MappedFileQueue(layer, store.paths().commitLog(), measures.segmentBytes());
        int queueFileBytes = measures.queueFileBytes() > 0 ? measures.queueFileBytes()
            : QueueConfig.DEFAULT_QUEUE_FILE_BYTES;
        queues = new ConsumeQueueTable(new QueueDirectory(layer, new OpenFiles(layer, OPEN_FILES),
            store.paths().consumeQueues(), queueFileBytes), new TagsCode(QueueConfig.defaults().delayLevelsMs()),
            ArrivalListener.NONE, 0);
        index = new IndexService(new IndexDirectory(layer, store.paths().index(), measures.indexSlots(),
            measures.indexEntries(), InstantSource.system()));
    }

    /** Builds; gives the end of the log. */
    long run() throws IOException {
        StoreLock lock = StoreLock.take(store.paths().lock());
        try {
            AbortFile abort = new AbortFile(store.paths().abort());
            segments.load();
            FileMarks marks = new FileMarks(store.paths().checkpoint());
            long machine = MachineId.of(store.paths().root());
            StoreRecovery.Result found = new StoreRecovery(segments, queues, Optional.of(index), true, elapsedMs)
                .run(marks, false, machine, System.currentTimeMillis(), abort::create);
            long end = found.endPosition();
            segments.truncate(end);
            queues.begin(new QueueMark(found.dispatchFrom(), 0));
            dispatch(found.dispatchFrom(), end);
            queues.writeOutAll();
            CheckpointAgent checkpoint = new CheckpointAgent(marks, found.opened(),
                new CheckpointAgent.Followers(queues::written, Optional.of(index)), machine, elapsedMs);
            checkpoint.flushed(end, queues.written().storeTimestampMs());
            checkpoint.forced(queues.force());
            checkpoint.writeAtStop();
            queues.close();
            index.close();
            segments.close();
            abort.delete();
            return end;
        } finally {
            lock.close();
        }
    }

    private void dispatch(long from, long end) throws IOException {
        Position dispatched = new Position("dispatched", from);
        DispatchAgent dispatch = new DispatchAgent(new LogReader(segments, new Position("end", end)), dispatched,
            List.of(queues, index));
        ProgressLog progress = new ProgressLog("building queues and index", from, end, elapsedMs);
        while (dispatched.value() < end) {
            dispatch.doWork(elapsedMs.getAsLong());
            if (dispatch.failure() != null) {
                throw new IOException(dispatch.failure());
            }
            progress.at(dispatched.value());
        }
    }
}
