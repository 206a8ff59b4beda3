/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawBatch;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.HeapFigures;
import org.tandemmq.distribution.process.OurBroker;

/** Producers with a new group each come and go, topics are made, used and deleted: nothing of them is left. */
class LeavingClientsIT {
    private static final int WARM_UP_CLIENTS = 400;
    private static final int CLIENTS = 1_200;
    private static final int GROUPS_PER_CLIENT = 20;
    private static final int WARM_UP_TOPICS = 60;
    private static final int TOPICS = 240;
    private static final long GROWTH_MIB_MAX = 4;
    private static final long SOCKET_GROWTH_MAX = 2;
    private static final int GET_PRODUCER_CONNECTION_LIST = 204;

    private RawAdmin admin;
    private Broker broker;

    @Test
    void shouldKeepNothingOfClientsAndTopicsThatAreGone() throws IOException {
        try (Broker started = new OurBroker(BrokerSettings.inNewFolder("leaving"))) {
            started.start();
            broker = started;
            admin = new RawAdmin(broker.address(), broker.nameServers());
            comeAndGo(0, WARM_UP_CLIENTS);
            makeAndDelete(0, WARM_UP_TOPICS);
            long sockets = broker.process().sockets();
            long heapMib = HeapFigures.usedMibAfterCollection(broker.process());
            comeAndGo(WARM_UP_CLIENTS, CLIENTS);
            makeAndDelete(WARM_UP_TOPICS, TOPICS);
            Awaitility.await("their sockets to be closed").atMost(Duration.ofSeconds(20))
                .until(() -> broker.process().sockets() <= sockets + SOCKET_GROWTH_MAX);
            HeapFigures.awaitUsedMib(broker.process(), heapMib + GROWTH_MIB_MAX);
            assertThat(admin.ask(RawFrame.request(GET_PRODUCER_CONNECTION_LIST).with("producerGroup", group(1, 1)))
                .code()).isNotZero();
        }
    }

    private static String group(int client, int number) {
        return "left-behind-by-client-" + client + "-as-group-number-" + number;
    }

    private void comeAndGo(int from, int count) throws IOException {
        for (int client = from; client < from + count; client++) {
            StringBuilder groups = new StringBuilder();
            for (int i = 0; i < GROUPS_PER_CLIENT; i++) {
                groups.append(i == 0 ? "" : ",").append("{\"groupName\":\"").append(group(client, i)).append("\"}");
            }
            byte[] body = ("{\"clientID\":\"client-" + client + "\",\"consumerDataSet\":[],\"producerDataSet\":["
                + groups + "]}").getBytes(StandardCharsets.UTF_8);
            try (RawClient connection = new RawClient(broker.address())) {
                assertThat(connection.call(RawFrame.request(34).withBody(body)).code()).isZero();
            }
        }
    }

    private void makeAndDelete(int from, int count) {
        for (int number = from; number < from + count; number++) {
            String topic = "made-and-deleted-again-as-number-" + number;
            RawFrame sent = admin.ask(RawBatch.shortNames(310, topic, 0).with("i", "").withBody(new byte[100]));
            assertThat(sent.code()).as(sent.toString()).isZero();
            RawFrame deleted = admin.ask(RawFrame.request(215).with("topic", topic));
            assertThat(deleted.code()).as(deleted.toString()).isZero();
        }
    }
}
