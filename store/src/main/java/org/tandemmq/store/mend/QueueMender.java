/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.mend;

import java.io.IOException;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.agent.Agent;
import org.tandemmq.store.dispatch.DispatchAgent;
import org.tandemmq.store.log.LogReader;
import org.tandemmq.store.position.Position;
import org.tandemmq.store.queue.ConsumeQueue;
import org.tandemmq.store.queue.ConsumeQueueTable;
import org.tandemmq.store.queue.TagsCode;

/**
 * Makes entries again that a damaged queue file lacks, from the log, when a reader comes upon them: a start does not
 * read whole queues, which would take as long as the store is large. Readers get no message at that place until it is
 * done, and go on there afterwards. What the log does not have either they step over as long as the process lives; the
 * file stays as it is there, because somebody may still bring a good copy of the log's segment.
 *
 * <p>The log is looked through on the thread store-upkeep, in pieces; the entries are written by the dispatch thread,
 * the only writer of queue files. Any thread asks.
 */
public final class QueueMender implements Agent {

    /** Most queues whose holes wait; more are asked for again by their readers. */
    public static final int WAITING_MAX = 1_000;
    /** Most rows of lost entries that are remembered; with more of them they are looked for again. */
    public static final int LOST_ROWS_MAX = 100_000;

    private static final Logger log = LoggerFactory.getLogger(QueueMender.class);
    private static final int PIECES_PER_STEP = 32;
    private static final long PAUSE_AFTER_FAILURE_MS = 1_000;

    private final Source source;
    private final ConsumeQueueTable queues;
    private final DispatchAgent dispatch;
    private final Runnable wakeDispatch;
    private final Map<ConsumeQueue, Long> waiting = new ConcurrentHashMap<>();
    private final Map<ConsumeQueue, ConcurrentSkipListMap<Long, Long>> lost = new ConcurrentHashMap<>();
    private int lostRows;
    private volatile boolean failed;
    private long pauseUntilMs = Long.MIN_VALUE;
    private HoleScan scan;

    /**
     * What entries are made from.
     *
     * @param log the log
     * @param dispatched up to here it is in the queues
     * @param tagsCode rule for tags codes
     */
    public record Source(LogReader log, Position dispatched, TagsCode tagsCode) {
    }

    /**
     * Creates the agent.
     *
     * @param source what entries are made from
     * @param queues all queues
     * @param dispatch writes the entries on its thread
     * @param wakeDispatch wakes that thread
     */
    public QueueMender(Source source, ConsumeQueueTable queues, DispatchAgent dispatch, Runnable wakeDispatch) {
        this.source = source;
        this.queues = queues;
        this.dispatch = dispatch;
        this.wakeDispatch = wakeDispatch;
    }

    @Override
    public String name() {
        return "queue-mender";
    }

    /**
     * A reader could not follow an entry. Any thread; returns at once.
     *
     * @param queue its queue
     * @param offset its offset
     * @return where the reader goes on: the same offset when that has to wait, a later one when the entry is lost
     */
    public long ask(ConsumeQueue queue, long offset) {
        NavigableMap<Long, Long> rows = lost.get(queue);
        Map.Entry<Long, Long> row = rows == null ? null : rows.floorEntry(offset);
        if (row != null && row.getValue() > offset) {
            return row.getValue();
        }
        if (waiting.size() < WAITING_MAX) {
            waiting.putIfAbsent(queue, offset);
        }
        return offset;
    }

    /** Forgets what was asked for: log or queues are cut. While no thread of the store runs. */
    public void forgetAll() {
        scan = null;
        waiting.clear();
        lost.clear();
    }

    @Override
    public int doWork(long nowMs) {
        if (failed) {
            failed = false;
            pauseUntilMs = nowMs + PAUSE_AFTER_FAILURE_MS;
        }
        if (scan == null && (nowMs < pauseUntilMs || !begin())) {
            return 0;
        }
        if (scan.step(PIECES_PER_STEP, nowMs)) {
            HoleScan done = scan;
            scan = null;
            dispatch.at(0, () -> write(done));
            wakeDispatch.run();
        }
        return 1;
    }

    /** Takes the next one that waits for a look at the log; the others are done. */
    private boolean begin() {
        Iterator<Map.Entry<ConsumeQueue, Long>> all = waiting.entrySet().iterator();
        while (scan == null && all.hasNext()) {
            Map.Entry<ConsumeQueue, Long> next = all.next();
            ConsumeQueue queue = next.getKey();
            boolean present = queues.find(queue.topic(), queue.queueId()) == queue;
            Hole hole = present ? Hole.around(queue, next.getValue(), source.log()) : null;
            if (hole == null) {
                waiting.remove(queue);
            } else {
                scan = new HoleScan(queue, hole, source.log(), source.dispatched().value(), source.tagsCode());
                log.error("queue {} is damaged: its entries {} to {} lead to no record; they are looked for in the log"
                    + " from position {} on", queue, hole.from(), hole.to() - 1, hole.fromPosition());
            }
        }
        return scan != null;
    }

    private void write(HoleScan done) {
        ConsumeQueue queue = done.queue();
        try {
            if (queues.find(queue.topic(), queue.queueId()) == queue) {
                done.forEachRow((from, to, entries) -> queue.mend(from, entries),
                    (from, to, entries) -> remember(queue, from, to));
                log.warn("queue {}: of the entries {} to {} {} are mended, {} have no record in the log: readers step"
                    + " over these", queue, done.hole().from(), done.hole().to() - 1, done.found(),
                    done.hole().entries() - done.found());
            }
        } catch (IOException e) {
            failed = true;
            log.error("queue {} can't be mended, tried again when it is read: {}", queue, e.toString());
        } finally {
            waiting.remove(queue);
        }
    }

    private void remember(ConsumeQueue queue, long from, long to) {
        if (++lostRows > LOST_ROWS_MAX) {
            lostRows = 1;
            lost.clear();
        }
        lost.computeIfAbsent(queue, any -> new ConcurrentSkipListMap<>()).put(from, to);
    }
}
