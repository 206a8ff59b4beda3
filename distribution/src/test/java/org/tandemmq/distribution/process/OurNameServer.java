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

/** Our name service alone, started by its script. */
public final class OurNameServer implements AutoCloseable {
    private static final Duration READY_WITHIN = Duration.ofSeconds(30);

    private final Path folder;
    private final int port = FreePorts.block();
    private ManagedProcess process;

    /** A name service on a free port. */
    public OurNameServer(Path folder) {
        this.folder = folder;
    }

    /** Starts it (again) and waits until it answers. */
    public OurNameServer start() {
        try {
            Path file = Files.writeString(folder.resolve("namesrv.conf"), "listenPort=" + port + "\n");
            process = ManagedProcess.start("namesrv", folder, List.of(
                BuildOutput.product().resolve("bin/mqnamesrv.sh").toString(), "-c", file.toString()),
                ScriptEnvironment.of(folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        new Readiness(process, READY_WITHIN).awaitPort(port);
        return this;
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
            process.close();
        }
    }
}
