/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

/**
 * Where the master is, as far as name servers know.
 *
 * @param address {@code host:port} of its ordinary port
 * @param haAddress {@code host:port} of its replication port, null when not told
 */
public record Master(String address, String haAddress) {
}
