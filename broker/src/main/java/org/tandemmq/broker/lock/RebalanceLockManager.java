/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.lock;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.LogLimit;
import org.tandemmq.remoting.protocol.body.MessageQueue;

/**
 * Queue locks of orderly consumers (wire-protocol 2.9). A lock lives {@link #LOCK_LIFE_MS} since its owner last asked
 * for it; when the owner's connection is gone and it gives no sign of life within {@link #OWNER_GRACE_MS}, its locks
 * are free at once. Its next heartbeat may take 30 s, but whoever lives pulls and commits within seconds, and only the
 * owner does so with a locked queue. All methods may be called from any thread; one monitor guards all, requests come
 * every 20 s per consumer.
 */
public final class RebalanceLockManager {

    /** Life of a lock in milliseconds since its owner last asked. */
    public static final long LOCK_LIFE_MS = 60_000;
    /** How long the locks of an owner without connection are kept since its last sign of life, in milliseconds. */
    public static final long OWNER_GRACE_MS = 10_000;
    /** Most locks of all groups together; further ones are not granted. */
    public static final int LOCKS_MAX = 500_000;
    /** Estimate of the memory of a lock without its names. */
    private static final int LOCK_BYTES = 200;

    private static final Logger log = LoggerFactory.getLogger(RebalanceLockManager.class);

    private record Held(String clientId, long renewedMs) {
    }

    /** An owner of which no heartbeat came since its connection went; seenOn is where it gave a sign of life since. */
    private record Absence(long sinceMs, Connection seenOn) {
        boolean isOver(long nowMs) {
            return (seenOn == null || !seenOn.isOpen()) && nowMs - sinceMs >= OWNER_GRACE_MS;
        }
    }

    private final Map<String, Map<MessageQueue, Held>> byGroup = new ConcurrentHashMap<>();
    private final Map<String, Absence> absent = new ConcurrentHashMap<>();
    private final String brokerName;
    private final long bytesMax;
    private final LogLimit moves = new LogLimit(System::nanoTime);
    private int heldCount;
    private long heldBytes;
    private volatile boolean full;

    /**
     * Creates the locks.
     *
     * @param brokerName our name, part of every queue
     * @param bytesMax most bytes of memory of all locks together; further ones are not granted
     */
    public RebalanceLockManager(String brokerName, long bytesMax) {
        this.brokerName = brokerName;
        this.bytesMax = bytesMax;
    }

    private static long bytesOf(MessageQueue queue) {
        return LOCK_BYTES + queue.topic().length() + queue.brokerName().length();
    }

    /** Whether the last lock that was asked for found no room, as text with the limits; null when it did. */
    public String refusal() {
        return full ? "[OVERLOAD] no room for further locks, the limits are " + LOCKS_MAX + " and " + bytesMax
            + " bytes" : null;
    }

    /**
     * Locks queues for a member or renews its locks.
     *
     * @param group group
     * @param clientId member
     * @param queues queues that it wants
     * @param nowMs elapsed-time clock
     * @return those of them that it holds now
     */
    public synchronized Set<MessageQueue> lock(String group, String clientId, Set<MessageQueue> queues, long nowMs) {
        full = false;
        Set<MessageQueue> granted = new LinkedHashSet<>();
        Map<MessageQueue, Held> locks = byGroup.computeIfAbsent(group, name -> new ConcurrentHashMap<>());
        for (MessageQueue queue : queues) {
            Held present = locks.get(queue);
            if (isFree(present, clientId, nowMs)) {
                if (present == null) {
                    heldCount++;
                    heldBytes += bytesOf(queue);
                } else if (!present.clientId.equals(clientId)) {
                    if (moves.permits()) {
                        log.info("lock of group {} on {} goes from {} to {}{}", group, queue, present.clientId,
                            clientId, moves.suppressed());
                    }
                }
                locks.put(queue, new Held(clientId, nowMs));
                granted.add(queue);
            }
        }
        if (locks.isEmpty()) {
            byGroup.remove(group);
        }
        return granted;
    }

    /**
     * Gives locks back; those of other members stay.
     *
     * @param group group
     * @param clientId member
     * @param queues queues
     */
    public synchronized void unlock(String group, String clientId, Set<MessageQueue> queues) {
        Map<MessageQueue, Held> locks = byGroup.get(group);
        if (locks == null) {
            return;
        }
        for (MessageQueue queue : queues) {
            Held present = locks.get(queue);
            if (present != null && present.clientId.equals(clientId)) {
                locks.remove(queue);
                heldCount--;
                heldBytes -= bytesOf(queue);
            }
        }
        if (locks.isEmpty()) {
            byGroup.remove(group);
        }
    }

    /**
     * Whether any member of a group holds a lock now.
     *
     * @param group group
     * @param nowMs elapsed-time clock
     * @return true for a group that consumes in order
     */
    public boolean isLocked(String group, long nowMs) {
        Map<MessageQueue, Held> locks = byGroup.get(group);
        return locks != null && locks.values().stream().anyMatch(lock -> !isOver(lock, nowMs));
    }

    /**
     * A member has no connection any more; its grace begins.
     *
     * @param clientId member
     * @param nowMs elapsed-time clock
     */
    public void ownerGone(String clientId, long nowMs) {
        if (!byGroup.isEmpty() && absent.size() < LOCKS_MAX) {
            absent.put(clientId, new Absence(nowMs, null));
        }
    }

    /**
     * A member asks for locks over a connection: its grace is over when that is gone too.
     *
     * @param clientId member
     * @param connection where it asks
     * @param nowMs elapsed-time clock
     */
    public void ownerSeen(String clientId, Connection connection, long nowMs) {
        if (!absent.isEmpty() && connection.isOpen()) {
            absent.computeIfPresent(clientId, (id, before) -> new Absence(nowMs, connection));
        }
    }

    /**
     * A member pulls or commits: where the queue is locked, that is its owner, who lives. Costs a look when nobody is
     * absent.
     *
     * @param group group
     * @param topic topic
     * @param queueId queue
     * @param connection where it asks
     * @param nowMs elapsed-time clock
     */
    public void queueUsed(String group, String topic, int queueId, Connection connection, long nowMs) {
        Map<MessageQueue, Held> locks = absent.isEmpty() ? null : byGroup.get(group);
        Held held = locks == null ? null : locks.get(new MessageQueue(topic, brokerName, queueId));
        if (held != null) {
            ownerSeen(held.clientId, connection, nowMs);
        }
    }

    /**
     * A member is registered again.
     *
     * @param clientId member
     */
    public void ownerBack(String clientId) {
        if (!absent.isEmpty()) {
            absent.remove(clientId);
        }
    }

    /**
     * Forgets locks that are over; every few seconds is often enough, since a lock that is over counts as free anyway.
     *
     * @param nowMs elapsed-time clock
     * @return number of locks forgotten
     */
    public synchronized int doWork(long nowMs) {
        int before = heldCount;
        byGroup.values().forEach(locks -> locks.values().removeIf(lock -> isOver(lock, nowMs)));
        byGroup.values().removeIf(Map::isEmpty);
        heldCount = byGroup.values().stream().mapToInt(Map::size).sum();
        heldBytes = byGroup.values().stream().flatMap(locks -> locks.keySet().stream())
            .mapToLong(RebalanceLockManager::bytesOf).sum();
        absent.values().removeIf(absence -> nowMs - absence.sinceMs > LOCK_LIFE_MS + OWNER_GRACE_MS);
        return before - heldCount;
    }

    private boolean isFree(Held present, String clientId, long nowMs) {
        if (present == null) {
            full = heldCount >= LOCKS_MAX || heldBytes >= bytesMax;
            return !full;
        }
        return present.clientId.equals(clientId) || isOver(present, nowMs);
    }

    private boolean isOver(Held lock, long nowMs) {
        if (nowMs - lock.renewedMs >= LOCK_LIFE_MS) {
            return true;
        }
        Absence absence = absent.get(lock.clientId);
        return absence != null && absence.isOver(nowMs);
    }
}
