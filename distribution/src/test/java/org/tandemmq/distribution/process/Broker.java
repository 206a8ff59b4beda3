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

    /** Its properties file. */
    BrokerSettings settings();

    /** Port of clients. */
    default int port() {
        return settings().port();
    }

    /** Port of slaves. */
    default int haPort() {
        return settings().port() + 1;
    }

    /** The name it registers with. */
    default String name() {
        return settings().text("brokerName");
    }

    /** The process of now; another one after a restart. */
    ManagedProcess process();

    /** Where its store is. */
    default Path storeFolder() {
        return settings().storeFolder();
    }

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

    /** Whether it said that it serves before all slaves have told it of commits at them: those come later then. */
    default boolean lacksOffsetsOfSlaves() {
        return process().log().contains("not every slave of");
    }

    /** Address of clients. */
    default String address() {
        return "127.0.0.1:" + port();
    }

    @Override
    void close();
}
