/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.driver;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.rocketmq.tools.command.MQAdminStartup;

/**
 * The stock admin tool, many subcommands in one process: {@code run a0=NAME a1=ARGUMENT ...} answers with all it
 * printed. One at a time, since the tool prints to the process's own outputs.
 */
final class ToolRole implements DriverMain.Role {
    private static final Object PRINTING = new Object();

    private final String nameServers;

    ToolRole(Line command) throws IOException {
        nameServers = command.text("namesrv");
        // the previous line's tool does not start without one
        Path logging = Path.of(System.getProperty("rocketmq.home.dir"), "conf", "logback_tools.xml");
        Files.createDirectories(logging.getParent());
        Files.writeString(logging, "<configuration/>");
    }

    @Override
    public void handle(Line command, Line answer) throws Exception {
        List<String> arguments = new ArrayList<>();
        for (int i = 0; command.has("a" + i); i++) {
            arguments.add(command.text("a" + i));
        }
        arguments.add("-n");
        arguments.add(nameServers);
        answer.with("out", printed(arguments.toArray(new String[0])));
    }

    private static String printed(String[] arguments) throws Exception {
        synchronized (PRINTING) {
            PrintStream out = System.out;
            PrintStream err = System.err;
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            try (PrintStream both = new PrintStream(text, true, StandardCharsets.UTF_8)) {
                System.setOut(both);
                System.setErr(both);
                new ClientThreads("tool").call(() -> {
                    MQAdminStartup.main0(arguments, null);
                    return null;
                });
            } finally {
                System.setOut(out);
                System.setErr(err);
            }
            return text.toString(StandardCharsets.UTF_8);
        }
    }

    @Override
    public void shutdown() {
        System.out.flush();
    }
}
