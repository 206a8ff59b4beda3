/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

import java.nio.file.Path;

/** A broker process as tests see it, ours or the peer's. */
public interface Broker extends AutoCloseable {
    /** Name servers for clients, {@code host:port}. */
    String nameServers();

    /** Port of clients. */
    int port();

    /** Port of slaves. */
    int haPort();

    /** The name it registers with. */
    String name();

    /** The process of now; another one after a restart. */
    ManagedProcess process();

    /** Where its store is. */
    Path storeFolder();

    /** Starts it (again), with the same files, and waits until clients are served. */
    void start();

    /** Stops it as an operator would. */
    default void stop() {
        process().stop();
    }

    /** Ends it without any warning. */
    default void kill() {
        process().kill();
    }

    /** Address of clients. */
    default String address() {
        return "127.0.0.1:" + port();
    }

    @Override
    void close();
}
