/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.info;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.offset.ConsumerOffsetManager;

/**
 * Which groups lost messages because a full disk forced the deletion of segments that had not expired: told by name and
 * counted. Looks on the scheduler thread, when there was such a deletion; the numbers are read by any thread.
 */
public final class LostMessages implements InfoSource {

    private static final Logger log = LoggerFactory.getLogger(LostMessages.class);
    /** Groups that one look names; the others are counted. */
    private static final int NAMED_MAX = 50;

    private final ConsumerOffsetManager offsets;
    private final Queues queues;
    private final Map<String, Long> toldUpTo = new HashMap<>();
    private final Set<String> losers = new HashSet<>();
    private long deletionsSeen;
    private volatile long messages;
    private volatile long groups;

    /** What is asked of the store. */
    public interface Queues {

        /** Segments that went before they had expired, since the start. */
        long forcedDeletions();

        /** Topics that have queues. */
        Collection<String> topics();

        /**
         * First offset that is still there.
         *
         * @param topic topic
         * @param queueId queue
         * @return the offset
         */
        long minOffset(String topic, int queueId);
    }

    /**
     * Creates the counter.
     *
     * @param offsets how far groups have read
     * @param queues where queues begin
     */
    public LostMessages(ConsumerOffsetManager offsets, Queues queues) {
        this.offsets = offsets;
        this.queues = queues;
    }

    /** Looks for groups that lost something since the last look. */
    public void look() {
        long deletions = queues.forcedDeletions();
        if (deletions == deletionsSeen) {
            return;
        }
        deletionsSeen = deletions;
        int named = 0;
        for (String topic : queues.topics()) {
            for (String group : offsets.groupsOf(topic)) {
                long lost = lost(topic, group);
                messages += lost;
                if (lost > 0) {
                    losers.add(topic + '@' + group);
                    if (++named <= NAMED_MAX) {
                        log.warn("group {} had not read {} messages of topic {} that were deleted because the disk is"
                            + " full", group, lost, topic);
                    }
                }
            }
        }
        groups = losers.size();
        if (named > NAMED_MAX) {
            log.warn("{} more groups lost messages", named - NAMED_MAX);
        }
    }

    private long lost(String topic, String group) {
        long lost = 0;
        for (Map.Entry<Integer, Long> each : offsets.offsets(group, topic).entrySet()) {
            String queue = topic + '@' + group + '/' + each.getKey();
            long min = queues.minOffset(topic, each.getKey());
            long from = Math.max(each.getValue(), toldUpTo.getOrDefault(queue, 0L));
            if (from < min) {
                lost += min - from;
                toldUpTo.put(queue, min);
            }
        }
        return lost;
    }

    @Override
    public void addTo(Map<String, String> table) {
        table.put("messagesLostUnread", Long.toString(messages));
        table.put("groupsThatLostMessages", Long.toString(groups));
    }
}
