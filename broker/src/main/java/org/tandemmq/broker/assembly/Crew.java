/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.assembly;

import org.tandemmq.broker.config.BrokerConfig;
import org.tandemmq.broker.start.BoundedPool;
import org.tandemmq.broker.start.JobThread;

/**
 * The threads of a broker beside those of the network and the store.
 *
 * @param readers reads that may wait for the disk
 * @param admin changes of tables, statistics
 * @param tables tables for slaves; beside admin, so that no slave waits behind the long question of a tool
 * @param creator topics and groups that come with the requests of clients; beside admin, so that tools do not wait for
 *     a flood of new names
 * @param scheduler short local jobs
 * @param outer jobs that wait for other machines
 */
public record Crew(BoundedPool readers, BoundedPool admin, BoundedPool tables, BoundedPool creator,
                   JobThread scheduler, JobThread outer)
    implements AutoCloseable {

    /**
     * Starts the threads.
     *
     * @param network numbers of threads and limits of queues
     * @return the threads
     */
    public static Crew start(BrokerConfig.Network network) {
        return new Crew(new BoundedPool("reader", network.readerThreads(), network.readerQueueCapacity()),
            new BoundedPool("admin", 1, network.adminQueueCapacity()),
            new BoundedPool("tables", 1, network.adminQueueCapacity()),
            new BoundedPool("creator", 1, network.adminQueueCapacity()), new JobThread("scheduler"),
            new JobThread("outer"));
    }

    /** Ends the jobs, then the threads that carry out requests. */
    @Override
    public void close() {
        outer.close();
        scheduler.close();
        readers.close();
        admin.close();
        tables.close();
        creator.close();
    }
}
