/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command line of a JVM that runs a class of a stock line, cheap to start. */
final class JavaCommand {
    private final StockLine line;
    private final List<String> options = new ArrayList<>();

    JavaCommand(StockLine line, int heapMib, Path home) {
        this.line = line;
        options.addAll(List.of("-Xmx" + heapMib + "m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
            "-XX:+ExitOnOutOfMemoryError", "-Xshare:auto", "-Duser.home=" + home, "-Drocketmq.home.dir=" + home,
            "-Drocketmq.client.logRoot=" + home.resolve("logs"),
            "-Drocketmq.broker.diskSpaceWarningLevelRatio=0.98"));
        if (line == StockLine.OLDEST) {
            // made for Java 8: its Netty looks into the JDK, which has been closed since
            options.addAll(List.of("--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED", "--add-opens=java.base/java.lang=ALL-UNNAMED"));
        }
    }

    private JavaCommand(StockLine line, List<String> given) {
        this.line = line;
        options.addAll(given);
    }

    /**
     * A server as its own start script runs it (collector and compiler), with a smaller heap: what figures are compared
     * with, not what tests want to start fast.
     */
    static JavaCommand ofServer(StockLine line, int heapMib, Path home) {
        return new JavaCommand(line, List.of("-Xms" + heapMib + "m", "-Xmx" + heapMib + "m", "-XX:+UseG1GC",
            "-XX:G1HeapRegionSize=16m", "-XX:G1ReservePercent=25", "-XX:InitiatingHeapOccupancyPercent=30",
            "-XX:MaxDirectMemorySize=15g", "-XX:-UseLargePages", "-Duser.home=" + home,
            "-Drocketmq.home.dir=" + home, "-Drocketmq.broker.diskSpaceWarningLevelRatio=0.98"));
    }

    JavaCommand with(Map<String, String> properties) {
        properties.forEach((key, value) -> options.add("-D" + key + "=" + value));
        return this;
    }

    List<String> main(String className, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-cp");
        command.add(line.classPath());
        command.add(className);
        command.addAll(arguments);
        return command;
    }
}
