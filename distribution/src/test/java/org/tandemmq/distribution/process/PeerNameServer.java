/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The peer's name server, of the current line. */
public final class PeerNameServer implements AutoCloseable {
    private static final Duration READY_WITHIN = Duration.ofSeconds(60);

    private final Path folder;
    private final int port;
    private ManagedProcess process;

    /** A name server on a free port. */
    public PeerNameServer(Path folder) {
        this.folder = folder;
        this.port = FreePorts.block();
    }

    /** Starts it (again) and waits until it answers. */
    public void start() {
        try {
            Path file = Files.writeString(folder.resolve("namesrv.conf"), "listenPort=" + port + "\n");
            process = ManagedProcess.start("namesrv", folder, new JavaCommand(StockLine.CURRENT, 128, folder)
                .main("org.apache.rocketmq.namesrv.NamesrvStartup", List.of("-c", file.toString())), Map.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        new Readiness(process, READY_WITHIN).awaitPort(port);
    }

    /** Its address. */
    public String address() {
        return "127.0.0.1:" + port;
    }

    /** The process of now. */
    public ManagedProcess process() {
        return process;
    }

    @Override
    public void close() {
        if (process != null) {
            process.kill();
        }
    }
}
