/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.master;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Keeps a slave that connected again from counting twice. The protocol has no identity, and several slaves may share a
 * host; so when a connection begins to follow, older ones of the same host are doubtful until they prove that they
 * live: by acknowledging what was sent since, or by reporting later than anything of an ended connection can arrive.
 * Of a host's acknowledgements as many of the lowest are left out as it has doubtful connections, and whoever proves
 * nothing within a heartbeat, a half and a fifth is dropped. Owned by the replication thread.
 */
final class FormerSelves {

    private final long lateMs;
    private final long patienceMs;
    private long lastSum;

    /**
     * Creates it.
     *
     * @param heartbeatMs how often a living slave reports
     */
    FormerSelves(long heartbeatMs) {
        this.lateMs = heartbeatMs / 2;
        this.patienceMs = lateMs + heartbeatMs * 6 / 5;
    }

    /**
     * Casts doubt and ends what proved nothing.
     *
     * @param connections all connections, in the order they came
     * @param nowMs elapsed time
     */
    void look(List<HaConnection> connections, long nowMs) {
        for (HaConnection connection : connections) {
            if (connection.takeGreeting()) {
                doubtOlder(connection, connections, nowMs);
            }
            if (connection.isDoubtful(lateMs) && nowMs - connection.doubtMs() > patienceMs) {
                connection.progress().end("replaced: its host connected again "
                    + (nowMs - connection.doubtMs()) + " ms ago, and it has been silent since");
            }
        }
    }

    /** The older one of two is in doubt; late bytes of an ended connection may greet after its successor did. */
    private static void doubtOlder(HaConnection greeting, List<HaConnection> connections, long nowMs) {
        InetAddress host = greeting.peer().getAddress();
        boolean older = true;
        for (HaConnection other : connections) {
            if (other == greeting) {
                older = false;
            } else if (other.progress().state().isFollowing() && other.peer().getAddress().equals(host)) {
                (older ? other : greeting).doubt(nowMs);
            }
        }
    }

    /**
     * Whether anything that counts has changed since this was asked last.
     *
     * @param connections all connections
     * @return true when {@link #count} has to be called
     */
    boolean moved(List<HaConnection> connections) {
        long sum = connections.size();
        for (HaConnection connection : connections) {
            boolean following = connection.progress().state().isFollowing();
            sum = sum * 31 + (following ? connection.progress().ackPosition() : -1);
            sum = sum * 31 + (connection.isDoubtful(lateMs) ? 1 : 0);
        }
        boolean moved = sum != lastSum;
        lastSum = sum;
        return moved;
    }

    /**
     * Hands on what the slaves hold.
     *
     * @param connections all connections
     * @param copies told
     * @param endPosition end of the master's log
     */
    void count(List<HaConnection> connections, ReplicatedCopies copies, long endPosition) {
        List<HaConnection> following = new ArrayList<>(connections.size());
        boolean doubt = false;
        for (HaConnection connection : connections) {
            if (connection.progress().state().isFollowing()) {
                following.add(connection);
                doubt |= connection.isDoubtful(lateMs);
            }
        }
        long[] reach = new long[following.size()];
        long[] acks = new long[following.size()];
        for (int i = 0; i < reach.length; i++) {
            reach[i] = following.get(i).progress().heldPosition();
            acks[i] = following.get(i).progress().ackPosition();
        }
        copies.update(reach, doubt ? withoutDoubles(following) : acks, endPosition);
    }

    private long[] withoutDoubles(List<HaConnection> following) {
        List<HaConnection> left = new ArrayList<>(following);
        List<Long> counted = new ArrayList<>();
        while (!left.isEmpty()) {
            InetAddress host = left.get(0).peer().getAddress();
            List<HaConnection> ofHost = left.stream().filter(one -> one.peer().getAddress().equals(host)).toList();
            left.removeAll(ofHost);
            long[] acks = ofHost.stream().mapToLong(one -> one.progress().ackPosition()).sorted().toArray();
            int doubtful = (int) ofHost.stream().filter(one -> one.isDoubtful(lateMs)).count();
            Arrays.stream(acks, doubtful, acks.length).forEach(counted::add);
        }
        return counted.stream().mapToLong(Long::longValue).toArray();
    }
}
