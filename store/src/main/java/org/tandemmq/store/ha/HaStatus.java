/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha;

import java.util.List;

/**
 * Replication at one moment, for the admin request 907, broker status and metrics.
 *
 * @param endPosition end of this broker's log
 * @param slavesInReach slaves that count as in step: following, and behind by no more than {@code haSlaveFallbehindMax}
 * @param slaves the connections of a master, handshakes included; empty on a slave
 * @param refused peers that were turned away, newest first, a few only
 * @param client the slave's side; null on a master
 */
public record HaStatus(long endPosition, int slavesInReach, List<Slave> slaves, List<Refused> refused, Client client) {

    /** Nothing is replicated. */
    public static final HaStatus NONE = new HaStatus(0, 0, List.of(), List.of(), null);

    /**
     * One connection of a master.
     *
     * @param address the slave's address and port
     * @param state such as {@code in step}
     * @param reason why it is in that state
     * @param ackPosition end of its log as it said last, -1 before it did
     * @param behindBytes what it lacks
     * @param behindMs how long ago the master's log was where the slave's is now
     * @param inReach whether it counts as in step
     * @param bytesPerSecond sent in the last full second
     * @param transferFrom position its data began at, -1 before they did
     * @param lastAckMs epoch milliseconds of its last report, 0 before it
     * @param sentBytes body bytes sent since it connected
     */
    public record Slave(String address, String state, String reason, long ackPosition, long behindBytes, long behindMs,
                        boolean inReach, long bytesPerSecond, long transferFrom, long lastAckMs, long sentBytes) {
    }

    /**
     * A peer that was turned away.
     *
     * @param address its address
     * @param state what it was found to be, such as {@code ahead}
     * @param reason why
     * @param count how often, for the same address and state
     * @param lastMs epoch milliseconds of the last time
     */
    public record Refused(String address, String state, String reason, long count, long lastMs) {
    }

    /**
     * The slave's side.
     *
     * @param masterAddress address on the replication port, empty when unknown
     * @param state such as {@code following}
     * @param reason why it is in that state, the last disconnect's cause included
     * @param maxOffset end of the slave's log
     * @param masterPosition end of the master's log as far as seen
     * @param lastReadMs epoch milliseconds of the last bytes from the master, 0 before
     * @param lastWriteMs epoch milliseconds of the last report, 0 before
     * @param bytesPerSecond received in the last full second
     * @param firstDifference first differing position of a diverged log, else -1
     */
    public record Client(String masterAddress, String state, String reason, long maxOffset, long masterPosition,
                         long lastReadMs, long lastWriteMs, long bytesPerSecond, long firstDifference) {

        /** Whether data can flow. */
        public boolean isActivated() {
            return "following".equals(state);
        }
    }
}
