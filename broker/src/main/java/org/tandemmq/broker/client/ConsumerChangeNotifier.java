/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.client;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.header.ConsumerGroupRequestHeader;

/**
 * Tells the members of a group that it changed (code 40). The first change is told at once; further ones within
 * {@link #WINDOW_MS} are told together at its end, so that a hundred members who start together cause two rounds and
 * not a hundred. The notice has no content: a member asks for the list itself.
 */
public final class ConsumerChangeNotifier {

    /** Shortest time between two notices of one group, in milliseconds. */
    public static final long WINDOW_MS = 200;

    private static final class Notice {
        private final long sentMs;
        private boolean again;

        Notice(long sentMs) {
            this.sentMs = sentMs;
        }
    }

    private final ConsumerManager consumers;
    private final LongSupplier elapsedMs;
    private final Map<String, Notice> recent = new ConcurrentHashMap<>();

    /**
     * Creates the notifier.
     *
     * @param consumers the groups
     * @param elapsedMs elapsed-time clock in milliseconds
     */
    public ConsumerChangeNotifier(ConsumerManager consumers, LongSupplier elapsedMs) {
        this.consumers = consumers;
        this.elapsedMs = elapsedMs;
    }

    /**
     * A group changed.
     *
     * @param group its name
     */
    public void changed(String group) {
        long nowMs = elapsedMs.getAsLong();
        boolean[] now = new boolean[1];
        recent.compute(group, (name, notice) -> {
            if (notice == null || nowMs - notice.sentMs >= WINDOW_MS) {
                now[0] = true;
                return new Notice(nowMs);
            }
            notice.again = true;
            return notice;
        });
        if (now[0]) {
            send(group);
        }
    }

    /**
     * Sends what had to wait.
     *
     * @param nowMs elapsed-time clock
     * @return number of groups told
     */
    public int doWork(long nowMs) {
        int told = 0;
        for (String group : recent.keySet()) {
            boolean[] due = new boolean[1];
            recent.computeIfPresent(group, (name, notice) -> {
                if (nowMs - notice.sentMs < WINDOW_MS) {
                    return notice;
                }
                due[0] = notice.again;
                return notice.again ? new Notice(nowMs) : null;
            });
            if (due[0]) {
                send(group);
                told++;
            }
        }
        return told;
    }

    private void send(String name) {
        ConsumerGroup group = consumers.group(name);
        if (group == null) {
            return;
        }
        ConsumerGroupRequestHeader header = new ConsumerGroupRequestHeader(name);
        for (ClientChannel member : group.members()) {
            member.connection().sendOneway(RequestCode.NOTIFY_CONSUMER_IDS_CHANGED, header, null);
        }
    }
}
