/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.transaction;

import org.tandemmq.remoting.Connection;

/** Finds a live producer to be asked about its transaction. */
public interface ProducerLines {

    /**
     * One live connection of a producer group, another one at each call.
     *
     * @param producerGroup group
     * @return the connection, or null when no member is connected
     */
    Connection next(String producerGroup);
}
