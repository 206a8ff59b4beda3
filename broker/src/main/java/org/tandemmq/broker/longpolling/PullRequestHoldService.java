/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.longpolling;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.ConnectionListener;
import org.tandemmq.store.queue.ArrivalListener;
import org.tandemmq.store.record.RecordView;

/**
 * Holds pulls of queues that have nothing new. A hold ends by a message that matches (told on the dispatch thread,
 * which only looks and hands over), by its deadline ({@link #doWork}, called every few milliseconds), or by the close
 * of its connection.
 *
 * <pre>
 *   hold -> byQueue: topic -> queue -> holds     arrived() -> first end() wins -> event loop: resume
 *        -> byDeadline: sorted                   doWork()  -> "
 *        -> attached to the connection           closed()  -> forgotten
 * </pre>
 */
public final class PullRequestHoldService implements ArrivalListener, ConnectionListener {

    /**
     * Most bytes of a message's properties that the filters of all pulls held for its queue are shown. Beyond it pulls
     * are woken unseen: each then reads, within limits of its own and on its connection's event loop, while the
     * dispatch thread goes on.
     */
    static final long SHOWN_BYTES_MAX = 256 << 10;

    private static final Logger log = LoggerFactory.getLogger(PullRequestHoldService.class);

    private final int holdsMax;
    private final int connectionHoldsMax;
    private final long bytesMax;
    private final AtomicLong bytes = new AtomicLong();
    private final Map<String, Map<Integer, Set<Hold>>> byQueue = new ConcurrentHashMap<>();
    private final ConcurrentSkipListSet<Hold> byDeadline = new ConcurrentSkipListSet<>();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong numbers = new AtomicLong();

    /**
     * Creates the service.
     *
     * @param holdsMax most pulls held at once
     * @param connectionHoldsMax most pulls held at once for one connection
     * @param bytesMax most bytes of memory of all pulls held
     */
    public PullRequestHoldService(int holdsMax, int connectionHoldsMax, long bytesMax) {
        this.holdsMax = holdsMax;
        this.connectionHoldsMax = connectionHoldsMax;
        this.bytesMax = bytesMax;
    }

    /**
     * Holds a pull. The caller looks at the queue again afterwards and calls {@link #arrivedMeanwhile} if it grew.
     *
     * @param pull the pull
     * @return null, or the limit that was reached, as text for the remark
     */
    public String hold(HeldPull pull) {
        Set<Hold> own = holdsOf(pull.connection());
        if (own.size() >= connectionHoldsMax) {
            return own.size() + " pulls of this connection are held, the limit is " + connectionHoldsMax;
        }
        if (count.incrementAndGet() > holdsMax) {
            count.decrementAndGet();
            return holdsMax + " pulls are held, which is the limit";
        }
        long held = bytes.addAndGet(pull.sizeBytes());
        if (held > bytesMax) {
            count.decrementAndGet();
            bytes.addAndGet(-pull.sizeBytes());
            return "pulls that are held would take " + held + " bytes of memory, the limit is " + bytesMax;
        }
        Hold hold = new Hold(pull, numbers.incrementAndGet());
        own.add(hold);
        byDeadline.add(hold);
        byQueue.compute(pull.topic(), (topic, queues) -> {
            Map<Integer, Set<Hold>> all = queues == null ? new ConcurrentHashMap<>() : queues;
            all.computeIfAbsent(pull.queueId(), queue -> ConcurrentHashMap.newKeySet()).add(hold);
            return all;
        });
        if (!pull.connection().isOpen()) {
            closed(pull.connection(), "closed before");
        }
        return null;
    }

    /**
     * Wakes the pulls of a queue that grew between their read and their hold.
     *
     * @param topic topic
     * @param queueId queue
     * @param nextOffset the queue's maximum offset
     */
    public void arrivedMeanwhile(String topic, int queueId, long nextOffset) {
        for (Hold hold : holdsOn(topic, queueId)) {
            if (hold.pull().offset() < nextOffset) {
                wake(hold);
            }
        }
    }

    @Override
    public void arrived(String topic, int queueId, long nextOffset, long tagsCode, RecordView record) {
        if (count.get() == 0) {
            return;
        }
        long shownBytes = 0;
        for (Hold hold : holdsOn(topic, queueId)) {
            HeldPull pull = hold.pull();
            boolean wanted = pull.offset() < nextOffset && pull.filter().matchesTagsCode(tagsCode);
            if (wanted && pull.filter().needsRecord() && shownBytes < SHOWN_BYTES_MAX) {
                shownBytes += record.propertiesBytes();
                wanted = pull.filter().matchesRecord(record);
            }
            if (wanted) {
                wake(hold);
            }
        }
    }

    /**
     * Ends the holds whose deadline has come.
     *
     * @param nowMs elapsed-time clock
     * @return number of holds ended
     */
    public int doWork(long nowMs) {
        int ended = 0;
        // event loops take holds away meanwhile: whatever is met here may be gone the next moment
        for (Hold next : byDeadline) {
            if (next.pull().deadlineMs() > nowMs || !wake(next)) {
                return ended;
            }
            ended++;
        }
        return ended;
    }

    @Override
    public void opened(Connection connection) {
        connection.attach(this, ConcurrentHashMap.newKeySet());
    }

    @Override
    public void closed(Connection connection, String reason) {
        for (Hold hold : List.copyOf(holdsOf(connection))) {
            if (hold.end()) {
                forget(hold);
            }
        }
    }

    /** Ends all holds with an answer; for shutdown, before the connections are closed. */
    public void releaseAll() {
        byDeadline.forEach(this::wake);
    }

    /** Number of pulls held now. */
    public int count() {
        return count.get();
    }

    /**
     * Number of pulls held for a queue.
     *
     * @param topic topic
     * @param queueId queue
     * @return how many
     */
    public int count(String topic, int queueId) {
        return holdsOn(topic, queueId).size();
    }

    /** Hands a hold over, unless it ended before; gives false when that is refused, the hold then stays. */
    private boolean wake(Hold hold) {
        if (!hold.end()) {
            return true;
        }
        try {
            hold.pull().connection().execute(hold.pull().resume());
        } catch (RejectedExecutionException refused) {
            hold.reopen();
            log.debug("wake-up of a pull of {} queue {} postponed: {}", hold.pull().topic(), hold.pull().queueId(),
                refused.getMessage());
            return false;
        }
        forget(hold);
        return true;
    }

    private void forget(Hold hold) {
        HeldPull pull = hold.pull();
        count.decrementAndGet();
        bytes.addAndGet(-pull.sizeBytes());
        byDeadline.remove(hold);
        holdsOf(pull.connection()).remove(hold);
        byQueue.computeIfPresent(pull.topic(), (topic, queues) -> {
            queues.computeIfPresent(pull.queueId(), (queue, holds) -> {
                holds.remove(hold);
                return holds.isEmpty() ? null : holds;
            });
            return queues.isEmpty() ? null : queues;
        });
    }

    private Set<Hold> holdsOn(String topic, int queueId) {
        Map<Integer, Set<Hold>> queues = byQueue.get(topic);
        Set<Hold> holds = queues == null ? null : queues.get(queueId);
        return holds == null ? Set.of() : holds;
    }

    private Set<Hold> holdsOf(Connection connection) {
        @SuppressWarnings("unchecked")
        Set<Hold> holds = (Set<Hold>) connection.attachment(this);
        if (holds == null) {
            holds = ConcurrentHashMap.newKeySet();
            connection.attach(this, holds);
        }
        return holds;
    }
}
