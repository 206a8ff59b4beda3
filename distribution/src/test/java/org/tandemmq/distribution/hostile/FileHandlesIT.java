/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.OurBroker;

/** More connections than the process may have files open, on every port: the store opens its files all the same. */
class FileHandlesIT {
    private static final Duration WITHIN = Duration.ofSeconds(30);
    private static final int FILES = 600;
    private static final int CONNECTIONS = 1_000;
    private static final int TOPICS = 20;
    private static final int SEGMENT_BYTES = 5 << 20;
    private static final int SEGMENTS = 4;

    @Test
    void shouldOpenFilesWhileConnectionsAreTurnedAway() throws Exception {
        BrokerSettings settings = BrokerSettings.inNewFolder("handles").with("mappedFileSizeCommitLog", SEGMENT_BYTES);
        try (OurBroker broker = new OurBroker(settings).withFiles(FILES)) {
            broker.start();
            try (Crowd crowd = new Crowd(new Outcome()); RawClient early = new RawClient(broker.address())) {
                for (String address : List.of(broker.address(), broker.nameServers(), "127.0.0.1:" + broker.haPort())) {
                    for (int i = 0; i < CONNECTIONS; i++) {
                        crowd.connect(address);
                    }
                }
                for (int i = 0; i < TOPICS; i++) {
                    assertThat(early.call(HostileRequests.topicRequest("opened-" + i)).code()).isZero();
                    assertThat(early.call(RawAdmin.sendRequest("opened-" + i, 0).withBody(new byte[100])).code())
                        .isZero();
                }
                for (int i = 0; i < SEGMENTS * SEGMENT_BYTES / 1_000_000; i++) {
                    assertThat(early.call(RawAdmin.sendRequest("opened-0", 1).withBody(new byte[1_000_000])).code())
                        .isZero();
                }
                Awaitility.await("the queues follow").atMost(WITHIN).untilAsserted(() -> {
                    for (int i = 0; i < TOPICS; i++) {
                        assertThat(early.call(RawFrame.request(30).with("topic", "opened-" + i).with("queueId", 0))
                            .field("offset")).isEqualTo("1");
                    }
                });
            }
            RawAdmin admin = new RawAdmin(broker.address(), broker.nameServers());
            Awaitility.await("all is as before").atMost(WITHIN).ignoreExceptions().until(() ->
                admin.send("opened-1", 0, new byte[100]).code() == 0);
            admin.createTopic("after-all", 1);
            assertThat(Files.readString(settings.folder().resolve("broker.log")))
                .contains("the process may have " + FILES + " files open").doesNotContain("Too many open files");
        }
    }
}
