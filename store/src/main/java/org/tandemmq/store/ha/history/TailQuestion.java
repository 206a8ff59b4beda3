/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.history;

import org.tandemmq.store.ha.RecordMark;
import java.net.InetSocketAddress;

/**
 * What a slave asks its master, over the remoting port, before a byte flows on the replication port.
 *
 * @param mark a record of the slave
 * @param endPosition end of the slave's log
 * @param segmentBytes size of the slave's segments
 * @param channel the slave's end of its replication channel, so that the master can tell which one is meant
 */
public record TailQuestion(RecordMark mark, long endPosition, int segmentBytes, InetSocketAddress channel) {
}
