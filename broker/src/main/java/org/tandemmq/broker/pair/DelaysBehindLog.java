/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.pair;

import java.util.function.LongSupplier;
import org.tandemmq.broker.metadata.ReplicatedTable;
import org.tandemmq.broker.schedule.DelayOffsets;
import org.tandemmq.remoting.protocol.body.DataVersion;

/**
 * The progress of delayed messages on its way to a slave. It must never be ahead of the slave's log: a message that was
 * delivered on the master, but is not in the slave's log, would be lost when the slave takes over. So the master tells
 * with the table where its log ended, and the slave takes the table over once its own log is there; meanwhile its older
 * progress stays, and a takeover delivers some messages again instead of none. Thread "outer".
 */
final class DelaysBehindLog implements ReplicatedTable {

    private final DelayOffsets delays;
    private final LongSupplier logEnd;
    private byte[] waiting;
    private long waitingFor;

    /**
     * Creates the table.
     *
     * @param delays the progress
     * @param logEnd end of our log
     */
    DelaysBehindLog(DelayOffsets delays, LongSupplier logEnd) {
        this.delays = delays;
        this.logEnd = logEnd;
    }

    @Override
    public String name() {
        return delays.name();
    }

    @Override
    public DataVersion version() {
        return delays.version();
    }

    @Override
    public byte[] snapshot() {
        return delays.snapshot(logEnd);
    }

    /** {@inheritDoc} One that is ahead of our log waits for {@link #doWork}; an older one that waits is kept. */
    @Override
    public synchronized int replaceWith(byte[] body) {
        long masters = DelayOffsets.logEndOf(body);
        if (masters <= logEnd.getAsLong()) {
            waiting = null;
            return delays.replaceWith(body);
        }
        if (waiting == null || masters < waitingFor) {
            waiting = body;
            waitingFor = masters;
        }
        return 0;
    }

    /** Takes over the table that waits, once our log is there; gives the number of tables. */
    synchronized int doWork() {
        if (waiting == null || waitingFor > logEnd.getAsLong()) {
            return 0;
        }
        byte[] ready = waiting;
        waiting = null;
        delays.replaceWith(ready);
        return 1;
    }
}
