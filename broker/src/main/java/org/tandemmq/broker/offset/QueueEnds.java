/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Where queues end that have no message any more: all of them expired. A broker whose log begins behind them, a new
 * slave or one that began anew, can't know that from its log, and would give out offsets from 0 on again when it
 * becomes master, below those at which consumers go on. So a master tells these ends with its consumer offsets, and a
 * slave keeps them until its own queues are the measure. Any thread.
 */
public final class QueueEnds {

    /** Largest offset that a queue may begin at: its place in the files has to be a number of bytes. */
    static final long OFFSET_MAX = 1L << 48;

    private final OffsetPairs pairs;
    private volatile Supplier<Map<String, Map<Integer, Long>>> own;
    private volatile Map<String, Map<Integer, Long>> told = Map.of();

    QueueEnds(OffsetPairs pairs) {
        this.pairs = pairs;
    }

    /**
     * From now on our own queues are the measure: this broker is a master, and they begin where they should.
     *
     * @param emptyQueues ends of queues without a message
     */
    public void ownAre(Supplier<Map<String, Map<Integer, Long>>> emptyQueues) {
        own = emptyQueues;
    }

    /** What the master told last, by topic and queue; the same object until it tells again. */
    public Map<String, Map<Integer, Long>> told() {
        return told;
    }

    /** What queues have reached, by topic and queue, by what the master told and by what their groups committed. */
    public Map<String, Map<Integer, Long>> least() {
        Map<String, Map<Integer, Long>> least = new TreeMap<>();
        told.forEach((topic, queues) -> least.put(topic, new TreeMap<>(queues)));
        pairs.byName(any -> true).forEach((name, offsets) -> {
            Map<Integer, Long> ofTopic = least.computeIfAbsent(
                name.substring(0, name.indexOf(OffsetTableJson.SEPARATOR)), topic -> new TreeMap<>());
            offsets.toMap().forEach((queueId, offset) -> {
                if (offset > 0 && offset <= OFFSET_MAX) {
                    ofTopic.merge(queueId, offset, Math::max);
                }
            });
        });
        return least;
    }

    /** The master told, or a file did. */
    void tell(Map<String, Map<Integer, Long>> ends) {
        if (!told.equals(ends)) {
            told = ends;
        }
    }

    /** Topics were deleted. */
    void forget(Collection<String> topics) {
        Map<String, Map<Integer, Long>> left = new TreeMap<>(told);
        left.keySet().removeAll(topics);
        tell(left);
    }

    /** What there is to tell a slave, and to keep. */
    Map<String, Map<Integer, Long>> current() {
        Supplier<Map<String, Map<Integer, Long>>> queues = own;
        return queues == null ? told : queues.get();
    }
}
