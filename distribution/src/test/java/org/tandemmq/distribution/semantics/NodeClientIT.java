/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.semantics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.ManagedProcess;

/** The Node client ali-ons as published sends 200 messages and gets 200 back. Never left out where CI is set. */
class NodeClientIT {
    private static final Duration INSTALL_WITHIN = Duration.ofMinutes(3);
    private static final Duration RUN_WITHIN = Duration.ofSeconds(60);

    @Test
    void shouldSendAndReceiveTwoHundred() throws IOException {
        boolean there = System.getenv("CI") != null || found("npm") && found("node");
        if (!there) {
            System.out.println("NodeClientIT left out: no node and npm on the PATH");
        }
        assumeTrue(there, "no node and npm on the PATH");
        Path folder = BuildOutput.workFolder("node");
        for (String file : List.of("package.json", "roundtrip.js")) {
            Files.copy(BuildOutput.testResource("node/" + file), folder.resolve(file));
        }
        run(folder, INSTALL_WITHIN, "npm", "install", "--no-audit", "--no-fund");
        String topic = SharedCluster.name("node");
        SharedCluster.admin().createTopic(topic, 4);
        // this client wants its group's retry topic to be there, as groups are made by hand where it comes from
        SharedCluster.admin().createTopic("%RETRY%node_readers_" + topic, 1);
        String log = run(folder, RUN_WITHIN, "node", "roundtrip.js", SharedCluster.broker().nameServers(), topic,
            "200");
        assertThat(log).contains("sent 200\n", "got 200\n");
    }

    private static String run(Path folder, Duration within, String... command) {
        try (ManagedProcess process = ManagedProcess.start(command[0], folder, List.of(command), Map.of())) {
            int code = process.awaitEnd(within);
            assertThat(code).as(process.logTail()).isZero();
            return process.log();
        }
    }

    private static boolean found(String program) {
        for (String folder : System.getenv("PATH").split(":")) {
            if (Files.isExecutable(Path.of(folder, program))) {
                return true;
            }
        }
        return false;
    }
}
