/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.ManagedProcess;
import org.tandemmq.distribution.process.MqAdmin;

/** Subcommands that run until they are ended: each as a process, ended once it has shown a round. */
class WatchingToolIT {
    private static final Duration WITHIN = Duration.ofSeconds(60);

    private final MqAdmin admin = new MqAdmin(BuildOutput.workFolder("watching"),
        Workbench.broker().nameServers());

    private void awaitPrinted(String pattern, String... arguments) {
        try (ManagedProcess process = admin.startWatching(arguments)) {
            Awaitility.await(arguments[0] + " prints " + pattern).atMost(WITHIN)
                .until(() -> Pattern.compile(pattern).matcher(process.log()).find());
        }
    }

    /** It reports to its log only; its consumer is what can be seen of it. */
    @Test
    void shouldWatchTheClusterAsAConsumerOfItsEvents() {
        try (ManagedProcess process = admin.startWatching("startMonitoring")) {
            Awaitility.await("the monitor's consumer").atMost(WITHIN).untilAsserted(() -> assertThat(Workbench.run(
                Variant.CURRENT_JSON, "consumerConnection", "-g", "__MONITOR_CONSUMER"))
                .contains("OFFSET_MOVED_EVENT"));
            assertThat(process.alive()).isTrue();
            assertThat(process.log()).doesNotContain("Exception");
        }
    }

    @Test
    void shouldMeasureRoundTripsAgainAndAgain() {
        awaitPrinted("TestCluster +" + Workbench.broker().name() + " +\\d+\\.\\d+ +5 +0", "clusterRT", "-a", "5", "-s",
            "10", "-i", "1");
    }
}
