/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.tandemmq.distribution.bench.load.Load;
import org.tandemmq.distribution.bench.load.LoadDriver;
import org.tandemmq.distribution.bench.load.LoadFigures;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.FreePorts;
import org.tandemmq.distribution.process.ManagedProcess;

/** The limit of this machine: {@link BareLoop} under the loads of some rows. */
final class BareLoopRun implements Experiment {

    private static final long WARMUP_MS = 2_000;
    private static final long COUNT_MS = 3_000;

    @Override
    public String name() {
        return "bare-loop";
    }

    @Override
    public void run(Report report) throws IOException {
        Path folder = BuildOutput.workFolder("bare-loop");
        int port = FreePorts.block();
        List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx64m",
            "-XX:MaxDirectMemorySize=256m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
            BareLoop.class.getName(), Integer.toString(port), folder.resolve("mapping").toString());
        try (ManagedProcess server = ManagedProcess.start("bare-loop", folder, command, Map.of())) {
            BenchSide.await(() -> opens(port));
            measure(report, "pull", Load.pull(8, 32), server, port);
            measure(report, "pipelined", Load.send(4, 32, 1024, 1), server, port);
            measure(report, "unpipelined", Load.send(32, 1, 1024, 1), server, port);
            measure(report, "batch", Load.send(4, 8, 1024, 16), server, port);
            server.kill();
        } finally {
            BuildOutput.deleteTree(folder);
        }
    }

    private static boolean opens(int port) {
        try (java.net.Socket socket = new java.net.Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    private void measure(Report report, String name, Load load, ManagedProcess server, int port) throws IOException {
        LoadFigures figures = new LoadDriver(load, "Bare", server.pid()).run(port, WARMUP_MS, COUNT_MS);
        report.row(name() + " " + name, BenchScenario.RATE, Goal.NONE, figures.perSecond(), Double.NaN);
        report.row(name() + " " + name, BenchScenario.CPU, Goal.NONE, figures.cpuSecondsPerMillion(), Double.NaN);
    }
}
