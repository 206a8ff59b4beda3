/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.master;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.tandemmq.store.ha.HaStatus;
import org.tandemmq.store.ha.ReplicaLog;

/** Takes the picture of all connections that others may look at. Owned by the replication thread. */
final class StatusOfSlaves {

    private final ReplicaLog log;
    private final long fallBehindMaxBytes;
    private final LongSupplier wallMs;
    private final EndHistory ends = new EndHistory();

    /**
     * Creates it.
     *
     * @param log the master's log
     * @param fallBehindMaxBytes a slave that lacks this much is out of reach
     * @param wallMs epoch milliseconds
     */
    StatusOfSlaves(ReplicaLog log, long fallBehindMaxBytes, LongSupplier wallMs) {
        this.log = log;
        this.fallBehindMaxBytes = fallBehindMaxBytes;
        this.wallMs = wallMs;
    }

    /**
     * Remembers where the log's end is.
     *
     * @param nowMs elapsed time
     */
    void note(long nowMs) {
        ends.note(log.endPosition(), nowMs);
    }

    /**
     * Takes the picture.
     *
     * @param connections all connections
     * @param refused peers that were turned away
     * @param nowMs elapsed time
     * @return the picture
     */
    HaStatus take(List<HaConnection> connections, List<HaStatus.Refused> refused, long nowMs) {
        long end = log.endPosition();
        List<HaStatus.Slave> slaves = new ArrayList<>(connections.size());
        int inReach = 0;
        for (HaConnection connection : connections) {
            HaStatus.Slave slave = slave(connection, end, nowMs);
            inReach += slave.inReach() ? 1 : 0;
            slaves.add(slave);
        }
        return new HaStatus(end, inReach, List.copyOf(slaves), refused, null);
    }

    private HaStatus.Slave slave(HaConnection connection, long end, long nowMs) {
        SlaveProgress progress = connection.progress();
        boolean following = progress.state().isFollowing();
        return new HaStatus.Slave(HaConnection.text(connection.peer()), progress.state().toString(), progress.reason(),
            progress.ackPosition(), progress.behindBytes(),
            following ? ends.behindMs(progress.heldPosition(), end, nowMs) : 0,
            following && progress.behindBytes() < fallBehindMaxBytes, connection.bytesPerSecond(nowMs),
            progress.transferFrom(),
            progress.ackPosition() < 0 ? 0 : wallMs.getAsLong() - (nowMs - progress.lastReadMs()),
            progress.sentBytes());
    }
}
