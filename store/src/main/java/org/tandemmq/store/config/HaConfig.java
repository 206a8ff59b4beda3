/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.config;

import java.util.List;

/**
 * Replication settings (replication 3, storage 19.5).
 *
 * @param listenHost {@code bindAddress} of the HA port
 * @param listenPort {@code haListenPort}; 0 takes a free one (tests)
 * @param masterAddress {@code haMasterAddress}, or empty when it comes from registration
 * @param timing intervals and timeouts
 * @param transferBytes {@code haTransferBatchSize}: largest body of one frame, below 4 MiB - 12
 * @param fallBehindMaxBytes {@code haSlaveFallbehindMax}: a slave further behind does not count as in step
 * @param copies how many copies a send waits for
 * @param allowedPeers {@code haAllowedPeers}: addresses and networks that may connect; empty allows any
 * @param maxConnections {@code haMaxConnections}
 * @param resolution what to do out of range or on divergence
 */
public record HaConfig(String listenHost, int listenPort, String masterAddress, Timing timing, int transferBytes,
                       long fallBehindMaxBytes, Copies copies, List<String> allowedPeers, int maxConnections,
                       Resolution resolution) {

    /**
     * Intervals, all in milliseconds.
     *
     * @param heartbeatMs {@code haSendHeartbeatInterval}
     * @param housekeepingMs {@code haHousekeepingInterval}: silence after which a peer is dropped
     * @param ackTimeoutMs {@code slaveTimeout}: after this a waiting send is answered FLUSH_SLAVE_TIMEOUT
     */
    public record Timing(long heartbeatMs, long housekeepingMs, long ackTimeoutMs) {
    }

    /**
     * Counts of copies, the master's own included.
     *
     * @param inSync {@code inSyncReplicas}; below 2 on a SYNC_MASTER it is 2
     * @param minInSync {@code minInSyncReplicas}: fewer copies in step refuse the send
     * @param allInStep {@code allAckInSyncStateSet}: wait for every slave in step
     */
    public record Copies(int inSync, int minInSync, boolean allInStep) {
    }

    /**
     * What a slave does when it can't simply go on.
     *
     * @param resetWhenOutOfRange {@code haOutOfRange=reset}: set the log aside and begin at the master's oldest segment
     * @param truncateWhenDiverged {@code haOnDivergence=truncate}: save the differing tail aside and cut it
     * @param newSlaveFromLastSegment {@code haNewSlaveFromLastSegment}: the reference's way of starting an empty slave
     */
    public record Resolution(boolean resetWhenOutOfRange, boolean truncateWhenDiverged,
                             boolean newSlaveFromLastSegment) {
    }

    /** All defaults for a port. */
    public static HaConfig defaults(int listenPort) {
        return new HaConfig("0.0.0.0", listenPort, "", new Timing(5_000, 20_000, 3_000), 32_768, 268_435_456L,
            new Copies(1, 1, false), List.of(), 64, new Resolution(false, false, false));
    }
}
