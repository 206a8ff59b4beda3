/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Many connections that are left together. */
final class Crowd implements AutoCloseable {
    private static final int KEPT_FREE = 1_000;

    private final List<HostileConnection> connections = new ArrayList<>();
    private final Outcome outcome;

    /** A crowd of nobody yet. */
    Crowd(Outcome outcome) {
        this.outcome = outcome;
    }

    /** Connections that this process may open, and a broker that it starts may take. */
    static int room() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/limits"))) {
                if (line.startsWith("Max open files")) {
                    String soft = line.substring("Max open files".length()).trim().split("\\s+")[0];
                    return "unlimited".equals(soft) ? Integer.MAX_VALUE : Integer.parseInt(soft) - KEPT_FREE;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("no limit of open files in /proc/self/limits");
    }

    /** One more. */
    HostileConnection connect(String address) {
        try {
            HostileConnection connection = new HostileConnection(address, outcome);
            connections.add(connection);
            return connection;
        } catch (IOException e) {
            throw new UncheckedIOException("connection " + connections.size() + " to " + address, e);
        }
    }

    @Override
    public void close() {
        for (HostileConnection connection : connections) {
            try {
                connection.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
