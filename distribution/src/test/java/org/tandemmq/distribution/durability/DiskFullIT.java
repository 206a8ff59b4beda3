/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.Brokers;
import org.tandemmq.distribution.process.BuildOutput;

/**
 * A store on a small file system that fills up under load and gets room again: refusals name ratio and limit, reads go
 * on, writing resumes by itself, nothing acknowledged is lost. Needs the right to mount.
 */
class DiskFullIT {
    private static final String SMALL = "size=48m";
    private static final String LARGE = "size=160m";
    private static final int BODY_BYTES = 60_000;
    private static final int SENDS_MAX = 4_000;
    private static final int OK = 0;
    private static final int SERVICE_NOT_AVAILABLE = 14;
    private static final Duration WITHIN = Duration.ofSeconds(40);

    @Test
    void shouldRefuseWhileTheDiskIsFullAndResumeByItself() throws Exception {
        Path disk = BuildOutput.workFolder("small-disk");
        boolean mounted = run("mount", "-t", "tmpfs", "-o", SMALL, "tmpfs", disk.toString());
        assertThat(mounted || System.getenv("CI") == null).as("CI may mount").isTrue();
        assumeTrue(mounted, "skipped: no right to mount a small file system");
        try {
            BrokerSettings settings = BrokerSettings.inNewFolder("disk-full")
                .with("storePathRootDir", disk.resolve("store")).with("storePathCommitLog", disk.resolve("store/log"))
                .with("mappedFileSizeCommitLog", 4 << 20).with("maxMessageSize", 1 << 20)
                .with("mappedFileSizeConsumeQueue", 20 * 1000).with("messageIndexEnable", false)
                .with("diskMaxUsedSpaceRatio", 90).with("cleanFileForciblyEnable", false);
            try (Broker broker = Brokers.started(settings); RawClient client = new RawClient(broker.address())) {
                fillAndFree(client, disk);
            }
        } finally {
            run("umount", "-l", disk.toString());
        }
    }

    private static void fillAndFree(RawClient client, Path disk) throws Exception {
        long acknowledged = 0;
        RawFrame answer = client.call(send());
        Awaitility.await("the group of readers is made").atMost(WITHIN)
            .until(() -> client.call(pull(0)).code() == OK);
        while (answer.code() == OK && acknowledged < SENDS_MAX) {
            acknowledged++;
            answer = client.call(send());
        }
        assertThat(answer.code()).isEqualTo(SERVICE_NOT_AVAILABLE);
        assertThat(answer.remark()).contains("the disk is").contains("% full, the limit is 90 %");
        assertThat(client.call(pull(0)).code()).as("reads go on").isEqualTo(OK);
        assertThat(client.call(send()).code()).as("still full").isEqualTo(SERVICE_NOT_AVAILABLE);

        assertThat(run("mount", "-o", "remount," + LARGE, disk.toString())).isTrue();
        Awaitility.await("writing resumes").atMost(WITHIN).pollInterval(Duration.ofMillis(200))
            .until(() -> client.call(send()).code() == OK);
        long count = acknowledged + 1;
        Awaitility.await("all is readable").atMost(WITHIN)
            .until(() -> Long.parseLong(client.call(queue(30)).field("offset")) >= count);
        assertThat(Files.isDirectory(disk.resolve("store/consumequeue"))).isTrue();
    }

    private static RawFrame send() {
        return RawFrame.request(310).with("a", "fillers").with("b", "Filled").with("c", "TBW102").with("d", 1)
            .with("e", 0).with("f", 0).with("g", 1).with("h", 0).with("i", "").with("j", 0).with("k", false)
            .with("m", false).withBody(new byte[BODY_BYTES]);
    }

    private static RawFrame pull(long offset) {
        return queue(11).with("consumerGroup", "readers").with("queueOffset", offset).with("maxMsgNums", 1)
            .with("sysFlag", 4).with("commitOffset", 0).with("suspendTimeoutMillis", 0).with("subscription", "*")
            .with("subVersion", 0).with("expressionType", "TAG");
    }

    private static RawFrame queue(int code) {
        return RawFrame.request(code).with("topic", "Filled").with("queueId", 0);
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    }
}
