/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.config;

/** Part of a broker in its pair (replication 1); key {@code brokerRole}. */
public enum BrokerRole {
    /** Takes messages; does not wait for slaves. */
    ASYNC_MASTER,
    /** Takes messages; a send is good once a slave holds it. */
    SYNC_MASTER,
    /** Copies the log of its master and serves readers. */
    SLAVE;

    /** Whether producers may write here. */
    public boolean isMaster() {
        return this != SLAVE;
    }
}
