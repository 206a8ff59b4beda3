/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import org.tandemmq.broker.metadata.ReplicatedTable;

/**
 * A table and how it is asked for.
 *
 * @param code request code of the whole table
 * @param table our copy
 * @param newer what goes the other way, null for most tables
 */
public record FollowedTable(int code, ReplicatedTable table, TwoWayOffsets newer) {
}
