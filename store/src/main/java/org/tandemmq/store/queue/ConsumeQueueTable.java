/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.dispatch.RecordHandler;
import org.tandemmq.store.queue.file.QueueDirectory;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordView;

/**
 * All consume queues. Only the dispatch thread makes and fills them; a look-up never makes one.
 */
public final class ConsumeQueueTable implements RecordHandler, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ConsumeQueueTable.class);
    private static final int RECENT = 4096;

    private final QueueDirectory directory;
    private final TagsCode tagsCode;
    private final ArrivalListener listener;
    private final QueuePasses passes;
    private final Map<String, Map<Integer, ConsumeQueue>> topics = new ConcurrentHashMap<>();
    private final ConsumeQueue[] recent = new ConsumeQueue[RECENT];
    private String leftOut;

    /** Takes a queue that was opened, from any of several threads. */
    public interface Opened {
        void accept(ConsumeQueue queue) throws IOException;
    }

    /**
     * Creates an empty table.
     *
     * @param directory where the files are
     * @param tagsCode rule for tags codes
     * @param listener told about each new entry
     * @param writeIntervalMs pause between two passes that bring entries to the files
     */
    public ConsumeQueueTable(QueueDirectory directory, TagsCode tagsCode, ArrivalListener listener,
        long writeIntervalMs) {
        this.directory = directory;
        this.tagsCode = tagsCode;
        this.listener = listener;
        this.passes = new QueuePasses(writeIntervalMs, this::all);
    }

    /**
     * Finds all queues on disk, several at a time. Nothing is changed.
     *
     * @param expected where queues ended when that was written down last: looked at first
     * @throws IOException when a file is not of the right measures, or can't be read
     */
    public void find(Collection<QueueMark.End> expected) throws IOException {
        List<ConsumeQueue> found = new ArrayList<>();
        Set<String> known = expected.stream().map(QueueMark.End::topic).collect(Collectors.toSet());
        directory.places(known::contains).forEach(place -> found.add(made(place.topic(), place.queueId())));
        expected.stream().filter(end -> find(end.topic(), end.queueId()) != null)
            .forEach(end -> find(end.topic(), end.queueId()).expectEnd(end.nextOffset()));
        QueuePasses.forAll(found, ConsumeQueue::find);
    }

    /**
     * Opens all queues that were found, several at a time.
     *
     * @param begin where the log begins
     * @param then what else is done with each, while its file is open
     * @throws IOException when one can't be opened
     */
    public void load(LogBegin begin, Opened then) throws IOException {
        QueuePasses.forAll(all(), queue -> {
            queue.load(begin);
            then.accept(queue);
        });
    }

    /**
     * Takes away the entries of records at or behind a position from all queues, at start.
     *
     * @param position log position
     * @param intact whether files end where their entries end: no power was lost since they were written
     * @throws IOException when a file can't be changed
     */
    public void cut(long position, boolean intact) throws IOException {
        QueuePasses.forAll(all(), queue -> queue.cut(position, intact));
    }

    /**
     * Says what the disk is known to have; the rest is forced in the first round. At start, after the cut.
     *
     * @param position entries of records before are on disk
     * @throws IOException when a queue can't be read
     */
    public void forcedUpTo(long position) throws IOException {
        QueuePasses.forAll(all(), queue -> queue.forcedUpTo(position));
    }

    /** Names who is told by the dispatch thread after each pass how far all queues are written. Before threads run. */
    public void onPass(Consumer<QueueMark> told) {
        passes.onPass(told);
    }

    /** Queues of all topics; a snapshot. */
    public Collection<ConsumeQueue> all() {
        return topics.values().stream().flatMap(topic -> topic.values().stream()).toList();
    }

    /** Names of the topics that have queues. */
    public Set<String> topics() {
        return new TreeSet<>(topics.keySet());
    }

    /** Queues of a topic in order of their numbers; empty without any. */
    public Collection<ConsumeQueue> queues(String topic) {
        return topics.getOrDefault(topic, Map.of()).values();
    }

    /** Queue of a topic with a number; null when there is none. */
    public ConsumeQueue find(String topic, int queueId) {
        return topics.getOrDefault(topic, Map.of()).get(queueId);
    }

    /** Largest position behind a record that has an entry; 0 without one. At start, or dispatch thread. */
    public long lastEndPosition() {
        return all().stream().mapToLong(ConsumeQueue::lastEndPosition).max().orElse(0);
    }

    private ConsumeQueue made(String topic, int queueId) {
        ConsumeQueue queue = new ConsumeQueue(topic, queueId, directory.files(topic, queueId));
        topics.computeIfAbsent(topic, any -> new ConcurrentSkipListMap<>()).put(queueId, queue);
        return queue;
    }

    @Override
    public void handle(RecordView record) throws IOException {
        take(record);
        passes.handled(record.position() + record.totalSize(), record.storeTimestampMs());
    }

    /** Enters a record that was handled before, whose queue was dropped since. Dispatch thread. */
    public void take(RecordView record) throws IOException {
        int transaction = record.transactionState();
        if (transaction == 0 || transaction == RecordLayout.SYS_TRANSACTION_COMMIT) {
            enter(record);
        }
    }

    private void enter(RecordView record) throws IOException {
        int slot = (record.topicHash() * 31 + record.queueId()) & RECENT - 1;
        ConsumeQueue queue = recent[slot];
        if (queue == null || queue.queueId() != record.queueId() || !record.topicIs(queue.topicUtf8())) {
            queue = findOrMake(record);
            if (queue == null) {
                return;
            }
            recent[slot] = queue;
        }
        if (queue.isNewLife(record.position(), record.queueOffset())) {
            log.warn("queue {} begins anew at offset {}, position {}; it ended at offset {}", queue,
                record.queueOffset(), record.position(), queue.maxOffset());
            drop(queue);
            queue = made(queue.topic(), queue.queueId()).insteadOf(queue);
            recent[slot] = queue;
        }
        long code = tagsCode.of(record);
        if (queue.append(record.position(), record.totalSize(), code, record.queueOffset())) {
            passes.entered(queue);
            listener.arrived(queue.topic(), queue.queueId(), record.queueOffset() + 1, code, record);
        }
    }

    private ConsumeQueue findOrMake(RecordView record) {
        String topic = record.topic();
        ConsumeQueue queue = find(topic, record.queueId());
        if (queue != null || directory.canHold(topic)) {
            return queue == null ? made(topic, record.queueId()) : queue;
        }
        if (!topic.equals(leftOut)) {
            leftOut = topic;
            log.error("the record at position {} has topic {}, which can't be a directory here (sun.jnu.encoding is"
                + " {}): left out of the queues, others of it too", record.position(), topic,
                System.getProperty("sun.jnu.encoding"));
        }
        return null;
    }

    @Override
    public boolean endOfSlice(long nowMs) throws IOException {
        return passes.doWork(nowMs);
    }

    /**
     * Brings everything to the files. Dispatch thread, or any when that has ended.
     *
     * @throws IOException when it can't be written
     */
    public void writeOutAll() throws IOException {
        passes.writeOutAll();
    }

    /** Up to where the files have the queues, on disk or not. Any thread. */
    public QueueMark written() {
        return passes.written();
    }

    /**
     * Brings the queues of a topic to the disk. Dispatch thread.
     *
     * @param topic topic
     * @throws IOException when the disk did not confirm
     */
    public void writeThrough(String topic) throws IOException {
        for (ConsumeQueue queue : queues(topic)) {
            queue.writeOut();
            queue.force();
        }
    }

    /**
     * Forces what the passes have written. Upkeep thread, or any when that has ended.
     *
     * @return up to where the queues are on disk now
     * @throws IOException when the disk did not confirm; all is tried again the next time
     */
    public QueueMark force() throws IOException {
        return passes.force();
    }

    /**
     * Forces some of what the passes have written. Upkeep thread.
     *
     * @param most most queues to be forced now
     * @return up to where the queues are on disk now; null while the round is not over
     * @throws IOException when the disk did not confirm; the same queue is tried again the next time
     */
    public QueueMark forceSome(int most) throws IOException {
        return passes.forceSome(most);
    }

    /**
     * Says where dispatch begins: everything before is in the queues already. At start.
     *
     * @param mark position and store time of what is there
     */
    public void begin(QueueMark mark) {
        passes.begin(mark);
    }

    /**
     * Follows the log's first position: readers are told the new first offsets, old files go. Upkeep thread.
     *
     * @param logMinPosition first position of the log
     * @throws IOException when a file can't be deleted
     */
    public void advanceMin(long logMinPosition) throws IOException {
        QueuePasses.forAll(all(), queue -> queue.advanceMin(logMinPosition, true));
    }

    /** Drops the queues of a topic. Dispatch thread. */
    public void deleteTopic(String topic) {
        Map<Integer, ConsumeQueue> known = topics.remove(topic);
        if (known == null) {
            return;
        }
        known.values().forEach(this::drop);
        Arrays.fill(recent, null);
        directory.deleteTopic(topic);
    }

    /**
     * Lets a queue without any entry begin at an offset, whose earlier messages are known to be gone. Dispatch thread.
     *
     * @return whether it does; false where it has entries or an end
     */
    public boolean begin(String topic, int queueId, long offset) {
        ConsumeQueue known = find(topic, queueId);
        return directory.canHold(topic) && (known == null ? made(topic, queueId) : known).begin(offset);
    }

    /** Drops one queue. Dispatch thread. */
    public void delete(ConsumeQueue queue) {
        topics.get(queue.topic()).remove(queue.queueId());
        Arrays.fill(recent, null);
        drop(queue);
    }

    /** Forgets all queues and leaves their files alone: they were moved away. While nothing else runs. */
    public void forgetAll() {
        for (ConsumeQueue queue : all()) {
            passes.dropped(queue);
            queue.forgetFiles();
        }
        topics.clear();
        Arrays.fill(recent, null);
    }

    private void drop(ConsumeQueue queue) {
        passes.dropped(queue);
        try {
            queue.delete();
        } catch (IOException thrown) {
            log.error("queue {} is dropped, its files could not be deleted", queue, thrown);
        }
    }

    /** Closes the files. */
    @Override
    public void close() {
        directory.open().close();
    }
}
