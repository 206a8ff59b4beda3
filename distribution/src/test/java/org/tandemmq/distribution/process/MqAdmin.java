/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The stock admin tool of the current line, one process per command. */
public final class MqAdmin {
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final int HEAP_MIB = 128;

    private final Path folder;
    private final String nameServers;

    /** An admin tool that asks these name servers. */
    public MqAdmin(Path folder, String nameServers) {
        this.folder = folder;
        this.nameServers = nameServers;
    }

    /** Runs one subcommand and returns what it printed, both outputs together. */
    public String run(String... arguments) {
        try (ManagedProcess process = start("org.tandemmq.distribution.driver.ToolMain", arguments)) {
            process.awaitEnd(WITHIN);
            return process.log();
        }
    }

    /** Starts a subcommand that runs until it is ended, in threads of its own too. */
    public ManagedProcess startWatching(String... arguments) {
        return start("org.apache.rocketmq.tools.command.MQAdminStartup", arguments);
    }

    private ManagedProcess start(String main, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("-n");
        all.add(nameServers);
        Path runFolder = folder.resolve("mqadmin-" + System.nanoTime());
        return ManagedProcess.start(arguments[0], runFolder,
            new JavaCommand(StockLine.CURRENT, HEAP_MIB, folder).main(main, all), Map.of());
    }
}
