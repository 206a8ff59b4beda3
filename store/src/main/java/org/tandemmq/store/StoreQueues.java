/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.tandemmq.store.agent.Agent;
import org.tandemmq.store.agent.ProgressLog;
import org.tandemmq.store.agent.Wakeup;
import org.tandemmq.store.config.QueueConfig;
import org.tandemmq.store.config.StoreConfig;
import org.tandemmq.store.dispatch.DispatchAgent;
import org.tandemmq.store.dispatch.ShownEnd;
import org.tandemmq.store.file.FileLayer;
import org.tandemmq.store.index.IndexDirectory;
import org.tandemmq.store.index.IndexService;
import org.tandemmq.store.log.LogReader;
import org.tandemmq.store.mend.QueueMender;
import org.tandemmq.store.position.Position;
import org.tandemmq.store.queue.ArrivalListener;
import org.tandemmq.store.queue.ConsumeQueue;
import org.tandemmq.store.queue.ConsumeQueueTable;
import org.tandemmq.store.queue.TagsCode;
import org.tandemmq.store.queue.file.OpenFiles;
import org.tandemmq.store.queue.file.QueueDirectory;
import org.tandemmq.store.queue.file.QueueEntry;
import org.tandemmq.store.record.RecordView;

/** All that is built from the log, put together: queues, index, and the dispatch that fills them. */
final class StoreQueues {

    private static final int OPEN_FILES = 1024;

    final Wakeup dispatchWakeup = new Wakeup();
    final Position dispatched = new Position("dispatched", 0);
    final ConsumeQueueTable queues;
    final IndexService index;
    final DispatchAgent dispatch;
    final QueueMender mender;
    private final LogReader log;
    private final LongSupplier elapsedMs;
    private final boolean indexEnabled;

    StoreQueues(StoreConfig config, FileLayer layer, LogReader log, ShownEnd shownEnd, ArrivalListener listener,
                InstantSource wallClock, LongSupplier elapsedMs) {
        QueueConfig measures = config.queue();
        TagsCode tagsCode = new TagsCode(measures.delayLevelsMs());
        queues = new ConsumeQueueTable(new QueueDirectory(layer, new OpenFiles(layer, OPEN_FILES),
            config.paths().consumeQueues(), measures.queueFileBytes()), tagsCode, listener,
            config.flush().queueIntervalMs());
        index = new IndexService(new IndexDirectory(layer, config.paths().index(), measures.indexSlots(),
            measures.indexEntries(), wallClock));
        this.log = log;
        this.elapsedMs = elapsedMs;
        this.indexEnabled = measures.indexEnabled();
        dispatch = new DispatchAgent(log, shownEnd, dispatched,
            indexEnabled ? List.of(queues, index) : List.of(queues));
        mender = new QueueMender(new QueueMender.Source(log, dispatched, tagsCode), queues, dispatch,
            dispatchWakeup::wake);
    }

    /** The index, where it is on. */
    Optional<IndexService> indexIfEnabled() {
        return indexEnabled ? Optional.of(index) : Optional.empty();
    }

    /**
     * Whether a record is a message of its queue. Bytes inside a message's body can look like a record in everything
     * but this: no queue has them. What was not dispatched yet is believed.
     */
    boolean has(RecordView record) {
        if (record.position() >= dispatched.value()) {
            return true;
        }
        ConsumeQueue queue = queues.find(record.topic(), record.queueId());
        long offset = record.queueOffset();
        ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
        return queue != null && offset >= queue.minOffset() && offset < queue.maxOffset()
            && queue.read(offset, entry) == 1 && QueueEntry.position(entry, 0) == record.position();
    }

    /** Dispatches everything up to the end of the log on the calling thread; the checkpoint follows. */
    void catchUp(long end, Agent checkpoint) throws IOException {
        ProgressLog progress = new ProgressLog("building queues and index", dispatched.value(), end, elapsedMs);
        while (dispatched.value() < end) {
            long before = dispatched.value();
            dispatch.doWork(elapsedMs.getAsLong());
            if (dispatch.failure() != null) {
                throw new IOException(dispatch.failure());
            }
            if (dispatched.value() == before) {
                // The rest is the begin of a record: a slave gets what is missing from its master.
                return;
            }
            progress.at(dispatched.value());
            checkpoint.doWork(elapsedMs.getAsLong());
        }
    }

    /** Lets queues without an entry begin at an offset, and tells those that do; gives their number. */
    int begin(Map<String, Map<Integer, Long>> offsets, Begun begun) {
        int[] count = {0};
        offsets.forEach((topic, ofTopic) -> ofTopic.forEach((queueId, offset) -> {
            if (queues.begin(topic, queueId, offset)) {
                begun.at(topic, queueId, offset);
                count[0]++;
            }
        }));
        return count[0];
    }

    /** Told where a queue begins. */
    interface Begun {
        void at(String topic, int queueId, long offset);
    }

    /** Ends of the queues that have no message in the log any more. */
    Map<String, Map<Integer, Long>> emptyQueues() {
        Map<String, Map<Integer, Long>> ends = new TreeMap<>();
        for (ConsumeQueue queue : queues.all()) {
            long end = queue.maxOffset();
            if (end > 0 && queue.minOffset() >= end) {
                ends.computeIfAbsent(queue.topic(), topic -> new TreeMap<>()).put(queue.queueId(), end);
            }
        }
        return ends;
    }

    /** Builds the queues of topics again from all that the log has of them, and says so. Dispatch thread. */
    void buildAgain(Set<String> topics, CompletableFuture<Void> built) {
        try {
            buildAgain(topics);
            built.complete(null);
        } catch (IOException | RuntimeException | VirtualMachineError failed) {
            built.completeExceptionally(failed);
        }
    }

    private void buildAgain(Set<String> topics) throws IOException {
        topics.forEach(queues::deleteTopic);
        Position built = new Position("built again", log.minPosition());
        // not beyond: those who wait for what comes next are told by the dispatch that takes it in
        DispatchAgent again = new DispatchAgent(log.upTo(dispatched), built, List.of(record -> {
            if (topics.contains(record.topic())) {
                queues.take(record);
            }
        }));
        while (built.value() < dispatched.value()) {
            long before = built.value();
            again.doWork(elapsedMs.getAsLong());
            if (built.value() == before) {
                throw new IOException("queues of " + topics.size() + " topics can't be built again from position "
                    + before + " on: " + again.failure());
            }
        }
        // no mark says that this comes from before: who is told that it is done may forget what was to be done
        for (String topic : topics) {
            queues.writeThrough(topic);
        }
    }

    /** Drops those queues of a topic whose last record ends at a position or before, and those without any. */
    void dropUpTo(String topic, long position) {
        drop(topic, queue -> queue.lastEndPosition() <= position);
    }

    /** Drops those queues of a topic whose last record ends at a position or before; gives their ids. */
    List<Integer> deleteUpTo(String topic, long position) {
        return drop(topic, queue -> queue.lastEndPosition() > 0 && queue.lastEndPosition() <= position);
    }

    private List<Integer> drop(String topic, Predicate<ConsumeQueue> unwanted) {
        List<ConsumeQueue> former = queues.queues(topic).stream().filter(unwanted).toList();
        former.forEach(queues::delete);
        if (queues.queues(topic).isEmpty()) {
            queues.deleteTopic(topic);
        }
        return former.stream().map(ConsumeQueue::queueId).toList();
    }
}
