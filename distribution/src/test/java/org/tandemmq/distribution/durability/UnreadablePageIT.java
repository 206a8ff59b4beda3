/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.Brokers;

/**
 * A page of the log that can't be read, as behind a bad sector: made by cutting a segment under the running broker. Who
 * asks for it is told so; the broker goes on for everybody else.
 */
class UnreadablePageIT {
    private static final String TOPIC = "Cut";
    private static final int SEGMENT_BYTES = 1 << 20;
    private static final int BODY_BYTES = 3_000;
    private static final int MESSAGES = 1_000;
    private static final int CUT_AT = 500;

    @Test
    void shouldFailTheReadsOfThatPageOnly() throws IOException {
        BrokerSettings settings = BrokerSettings.inNewFolder("unreadable-page")
            .with("mappedFileSizeCommitLog", SEGMENT_BYTES).with("maxMessageSize", 1 << 18);
        try (Broker broker = Brokers.started(settings); RawClient client = new RawClient(broker.address())) {
            RawAdmin admin = new RawAdmin(broker.address(), broker.nameServers());
            admin.createTopic(TOPIC, 1);
            for (int i = 0; i < MESSAGES; i++) {
                assertThat(client.call(RawAdmin.sendRequest(TOPIC, 0).withBody(new byte[BODY_BYTES])).code()).isZero();
            }
            admin.awaitMaxOffset(TOPIC, 0, MESSAGES);
            cut(settings.storeFolder().resolve("commitlog/" + "0".repeat(20)));

            for (int count = 1; count <= 16; count *= 4) {
                RawFrame answer = client.call(pull(CUT_AT / 5, count));
                assertThat(answer.code()).as("%s", answer).isEqualTo(1);
                assertThat(answer.remark()).contains("InternalError");
            }
            assertThat(client.call(RawFrame.request(33).with("offset", SEGMENT_BYTES / 2)).code()).isNotZero();
            assertThat(client.call(pull(CUT_AT, 16)).code()).as("the other segments").isZero();
            assertThat(admin.send(TOPIC, 0, "on").code()).isZero();
            admin.awaitMaxOffset(TOPIC, 0, MESSAGES + 1);
        }
    }

    private static void cut(Path segment) throws IOException {
        try (FileChannel file = FileChannel.open(segment, StandardOpenOption.WRITE)) {
            file.truncate(8192);
        }
    }

    private static RawFrame pull(int offset, int count) {
        return RawFrame.request(11).with("topic", TOPIC).with("queueId", 0).with("consumerGroup", "readers")
            .with("queueOffset", offset).with("maxMsgNums", count).with("sysFlag", 4).with("commitOffset", 0)
            .with("suspendTimeoutMillis", 0).with("subscription", "*").with("subVersion", 0)
            .with("expressionType", "TAG");
    }
}
