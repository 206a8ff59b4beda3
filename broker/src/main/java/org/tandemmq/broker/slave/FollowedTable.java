/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import java.util.function.LongSupplier;
import org.tandemmq.broker.metadata.ReplicatedTable;

/**
 * A table and how it is asked for.
 *
 * @param code request code of the whole table
 * @param table our copy
 * @param newer what goes the other way, null for most tables
 * @param logEnd end of our log, behind which the table has to stay ({@link org.tandemmq.broker.metadata.BehindLog});
 *     null where it tells no progress
 */
public record FollowedTable(int code, ReplicatedTable table, TwoWayOffsets newer, LongSupplier logEnd) {

    /**
     * A table that tells no progress and goes one way.
     *
     * @param code request code of the whole table
     * @param table our copy
     */
    public FollowedTable(int code, ReplicatedTable table) {
        this(code, table, null, null);
    }

    /** Whether it tells progress. */
    boolean isProgress() {
        return logEnd != null;
    }
}
