/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.OurBroker;
import org.tandemmq.distribution.process.OurNameServer;
import org.tandemmq.distribution.process.PeerNameServer;

/**
 * Registration when name servers and brokers restart, hang, and quarrel about a name. Restarts:
 * {@code -Dtandemmq.names.rounds}, 4 by default.
 */
class NameServiceIT {
    private static final int ROUNDS = Integer.getInteger("tandemmq.names.rounds", 4);
    private static final int TOPICS = 50;
    private static final int NO_ROUTE = 17;
    private static final int GROUPS = 100;
    private static final long HANGS_MS = 20_000;
    private static final Duration NO_GAP_FOR = Duration.ofSeconds(2);

    private static ConditionFactory await(String what, Duration within) {
        return Awaitility.await(what).atMost(within).pollInterval(Duration.ofMillis(50)).pollDelay(Duration.ZERO);
    }

    private static void create(RawAdmin broker, String topic) {
        RawFrame answer = broker.ask(RawFrame.request(17).with("topic", topic).with("defaultTopic", "TBW102")
            .with("readQueueNums", 1).with("writeQueueNums", 1).with("perm", 6)
            .with("topicFilterType", "SINGLE_TAG").with("topicSysFlag", 0).with("order", false));
        assertThat(answer.code()).as(answer.toString()).isZero();
    }

    private static boolean knows(RawAdmin at, String topic) {
        return at.route(topic).code() == 0;
    }

    @Test
    void shouldKnowAllTopicsAgainAfterEachRestartOfANameServer() {
        try (OurNameServer ours = new OurNameServer(BuildOutput.workFolder("restarted-names"));
                PeerNameServer peer = new PeerNameServer(BuildOutput.workFolder("restarted-peer-names"))) {
            ours.start();
            peer.start();
            BrokerSettings settings = BrokerSettings.inNewFolder("restarts-of-names");
            try (Broker broker = new OurBroker(settings, ours.address() + ";" + peer.address())) {
                broker.start();
                List<RawAdmin> servers = List.of(new RawAdmin(broker.address(), ours.address()),
                    new RawAdmin(broker.address(), peer.address()));
                for (int i = 0; i < TOPICS; i++) {
                    create(servers.get(0), "topic-" + i);
                }
                for (int round = 0; round < ROUNDS; round++) {
                    if (round % 2 == 0) {
                        ours.process().kill();
                        ours.start();
                    } else {
                        peer.process().kill();
                        peer.start();
                    }
                    String created = "created-" + round;
                    create(servers.get(0), created);
                    for (RawAdmin server : servers) {
                        await("the new topic", Duration.ofSeconds(20)).until(() -> knows(server, created));
                        for (int i = 0; i < TOPICS; i++) {
                            String topic = "topic-" + i;
                            await("the old topics", Duration.ofSeconds(20)).until(() -> knows(server, topic));
                        }
                    }
                }
            }
        }
    }

    @Test
    void shouldStayInTheRoutesOnceItIsBack() {
        try (OurNameServer names = new OurNameServer(BuildOutput.workFolder("names-of-restarts"))) {
            names.start();
            try (Broker broker = new OurBroker(BrokerSettings.inNewFolder("restarts"), names.address())) {
                broker.start();
                RawAdmin admin = new RawAdmin(broker.address(), names.address());
                admin.createTopic("Stays", 1);
                for (int round = 0; round < ROUNDS; round++) {
                    if (round % 2 == 0) {
                        broker.kill();
                    } else {
                        broker.stop();
                        assertThat(admin.route("Stays").code()).as("after a stop").isEqualTo(NO_ROUTE);
                    }
                    broker.start();
                    assertThat(knows(admin, "Stays")).isTrue();
                    assertNoGap(admin);
                }
            }
        }
    }

    /** Asks again and again for a while; the first answer without the topic is a failure. */
    private static void assertNoGap(RawAdmin admin) {
        long endNs = System.nanoTime() + NO_GAP_FOR.toNanos();
        Awaitility.await("a while without a gap").atMost(NO_GAP_FOR.plusSeconds(30))
            .pollInterval(Duration.ofMillis(100)).until(() -> {
                assertThat(knows(admin, "Stays")).as("known all the time").isTrue();
                return System.nanoTime() - endNs >= 0;
            });
    }

    @Test
    void shouldNotLetACopyIntoTheRoutes() {
        try (OurNameServer names = new OurNameServer(BuildOutput.workFolder("names-of-copies"))) {
            names.start();
            try (Broker first = new OurBroker(BrokerSettings.inNewFolder("original"), names.address());
                    OurBroker copy = new OurBroker(BrokerSettings.inNewFolder("copy"), names.address());
                    OurBroker elsewhere = new OurBroker(BrokerSettings.inNewFolder("copy-elsewhere")
                        .with("brokerClusterName", "OtherCluster"), names.address())) {
                first.start();
                RawAdmin admin = new RawAdmin(first.address(), names.address());
                admin.createTopic("Contested", 1);
                copy.launch();
                elsewhere.launch();
                for (OurBroker rival : List.of(copy, elsewhere)) {
                    await("the copy to see the other", Duration.ofSeconds(20))
                        .until(() -> rival.process().log().contains("is alive at " + first.address()));
                    await("the copy to say so to tools", Duration.ofSeconds(20)).ignoreExceptions().until(() ->
                        new RawAdmin(rival.address(), names.address()).ask(RawFrame.request(28)).bodyText()
                            .contains("is alive at " + first.address()));
                    assertThat(admin.route("Contested").bodyText()).contains(first.address())
                        .doesNotContain(rival.address());
                }
                elsewhere.kill();
                first.kill();
                await("the place to be free", Duration.ofSeconds(20)).until(() -> {
                    RawFrame route = admin.route("TBW102");
                    return route.code() == 0 && route.bodyText().contains(copy.address());
                });
            }
        }
    }

    @Test
    void shouldSayWhichNamesThereAreWhenASlaveHasNoMaster() {
        try (Broker master = new OurBroker(BrokerSettings.inNewFolder("named-master"))) {
            master.start();
            BrokerSettings misspelt = BrokerSettings.inNewFolder("misspelt-slave").with("brokerName", "broker-A")
                .with("brokerRole", "SLAVE").with("brokerId", 1);
            try (Broker slave = new OurBroker(misspelt, master.nameServers())) {
                slave.start();
                await("the warning", Duration.ofSeconds(30)).until(() ->
                    slave.process().log().contains("no name server knows a master of TestCluster/broker-A"));
                assertThat(slave.process().log()).contains("[broker-A, broker-a]");
                RawFrame info = new RawAdmin(slave.address(), master.nameServers()).ask(RawFrame.request(28));
                assertThat(info.bodyText()).contains("no master: ").contains("\"readyForTakeover\":\"no because");
            }
        }
    }

    @Test
    void shouldNotMakeClientsWaitForANameServerThatHangs() throws IOException {
        try (ServerSocket hanging = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                OurNameServer names = new OurNameServer(BuildOutput.workFolder("names-beside-a-hanging"))) {
            names.start();
            BrokerSettings settings = BrokerSettings.inNewFolder("hanging-name-server")
                .with("registerBrokerTimeoutMills", HANGS_MS);
            try (OurBroker broker = new OurBroker(settings, names.address() + ";127.0.0.1:"
                + hanging.getLocalPort())) {
                broker.launch();
                RawAdmin admin = new RawAdmin(broker.address(), names.address());
                await("the registration", Duration.ofSeconds(30)).until(() -> knows(admin, "TBW102"));
                List<Long> times = new ArrayList<>();
                try (RawClient client = new RawClient(broker.address())) {
                    for (int i = 0; i < GROUPS; i++) {
                        RawFrame heartbeat = RawFrame.request(34).withBody(heartbeat("group-" + i));
                        long beganNs = System.nanoTime();
                        client.send(heartbeat.bytes());
                        assertThat(client.awaitAnswerOrClose(heartbeat.opaque())).isTrue();
                        times.add((System.nanoTime() - beganNs) / 1_000_000);
                    }
                }
                times.sort(null);
                assertThat(times.get(GROUPS / 2)).as("milliseconds of a heartbeat, half of them").isLessThan(1_000);
                assertThat(times.get(GROUPS - 1)).as("less than a wait for a name server").isLessThan(HANGS_MS / 2);
                admin.awaitRoute("%RETRY%group-" + (GROUPS - 1));
            }
        }
    }

    private static byte[] heartbeat(String group) {
        return ("{\"clientID\":\"c@" + group + "\",\"consumerDataSet\":[{\"consumeFromWhere\":"
            + "\"CONSUME_FROM_LAST_OFFSET\",\"consumeType\":\"CONSUME_PASSIVELY\",\"groupName\":\"" + group
            + "\",\"messageModel\":\"CLUSTERING\",\"subscriptionDataSet\":[],\"unitMode\":false}],"
            + "\"producerDataSet\":[]}").getBytes(StandardCharsets.UTF_8);
    }
}
