/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.CalmWait;
import org.tandemmq.distribution.process.OurBroker;
import org.tandemmq.distribution.process.PeerBroker;

/** The tables of a slave follow its master's, between two of ours and between ours and the peer. */
class TableSyncIT {
    private static final int TOPICS = 21;
    private static final int OFFSETS = 43;
    private static final int DELAYS = 45;
    private static final int GROUPS = 201;
    private static final Duration OURS_WITHIN = Duration.ofSeconds(5);
    private static final Duration SETTLES_WITHIN = Duration.ofSeconds(30);
    private static final Duration PEER_WITHIN = Duration.ofSeconds(100);

    private static ConditionFactory await(String what, Duration within) {
        return Awaitility.await(what).atMost(within).pollInterval(Duration.ofMillis(50));
    }

    private static OurBroker slaveOf(Broker master, String folder) {
        BrokerSettings settings = BrokerSettings.inNewFolder(folder).with("brokerRole", "SLAVE").with("brokerId", 1);
        return new OurBroker(settings, master.nameServers());
    }

    private static RawAdmin admin(Broker broker) {
        return new RawAdmin(broker.address(), broker.nameServers());
    }

    private static String table(Broker broker, int code) {
        RawFrame answer = admin(broker).ask(RawFrame.request(code));
        assertThat(answer.code()).as(answer.toString()).isZero();
        return answer.bodyText();
    }

    private static void group(Broker broker, String group) {
        RawFrame answer = admin(broker).ask(RawFrame.request(200)
            .withBody(("{\"groupName\":\"" + group + "\",\"retryMaxTimes\":7}").getBytes(StandardCharsets.UTF_8)));
        assertThat(answer.code()).as(answer.toString()).isZero();
    }

    private static void commit(Broker broker, String group, String topic, long offset) {
        RawFrame answer = admin(broker).ask(RawFrame.request(15).with("consumerGroup", group).with("topic", topic)
            .with("queueId", 0).with("commitOffset", offset));
        assertThat(answer.code()).as(answer.toString()).isZero();
    }

    private static String committed(Broker broker, String group, String topic) {
        return admin(broker).ask(RawFrame.request(14).with("consumerGroup", group).with("topic", topic)
            .with("queueId", 0)).field("offset");
    }

    private static void fill(Broker master, String topic, int messages) {
        for (int i = 0; i < messages; i++) {
            assertThat(admin(master).send(topic, 0, "message " + i).code()).isZero();
        }
    }

    @Test
    void shouldFollowEveryChangeWithinSeconds() {
        try (Broker master = new OurBroker(BrokerSettings.inNewFolder("sync-master"))) {
            master.start();
            try (Broker slave = slaveOf(master, "sync-slave")) {
                slave.start();
                await("the first look", SETTLES_WITHIN)
                    .until(() -> table(slave, TOPICS).equals(table(master, TOPICS)));
                admin(master).createTopic("Followed", 3);
                group(master, "followers");
                fill(master, "Followed", 9);
                commit(master, "followers", "Followed", 7);
                CalmWait.await("topics", OURS_WITHIN, () -> table(slave, TOPICS).equals(table(master, TOPICS)));
                CalmWait.await("groups", OURS_WITHIN, () -> table(slave, GROUPS).equals(table(master, GROUPS)));
                CalmWait.await("offsets", OURS_WITHIN, () -> "7".equals(committed(slave, "followers", "Followed")));
                commit(master, "followers", "Followed", 2);
                CalmWait.await("the reset", OURS_WITHIN, () -> "2".equals(committed(slave, "followers", "Followed")));
                CalmWait.await("delays", OURS_WITHIN, () -> table(slave, DELAYS).equals(table(master, DELAYS)));
                assertThat(admin(master).ask(RawFrame.request(215).with("topic", "Followed")).code()).isZero();
                CalmWait.await("the deletion", OURS_WITHIN, () -> !table(slave, TOPICS).contains("\"Followed\""));
            }
        }
    }

    @Test
    void shouldKeepWhatWasConsumedOnTheSlaveWhileTheMasterWasAway() {
        try (Broker master = new OurBroker(BrokerSettings.inNewFolder("away-master"))) {
            master.start();
            admin(master).createTopic("Away", 1);
            fill(master, "Away", 9);
            group(master, "readers");
            commit(master, "readers", "Away", 3);
            try (Broker slave = slaveOf(master, "away-slave")) {
                slave.start();
                await("the offset", SETTLES_WITHIN)
                    .until(() -> "3".equals(committed(slave, "readers", "Away")));
                master.kill();
                commit(slave, "readers", "Away", 8);
                master.start();
                if (master.lacksOffsetsOfSlaves()) {
                    await("what the slave tells later", SETTLES_WITHIN)
                        .until(() -> "8".equals(committed(master, "readers", "Away")));
                }
                assertThat(committed(master, "readers", "Away")).as("known before it serves").isEqualTo("8");
                commit(slave, "readers", "Away", 9);
                CalmWait.await("what a client still commits at the slave", OURS_WITHIN,
                    () -> "9".equals(committed(master, "readers", "Away")));
                commit(master, "readers", "Away", 1);
                await("the reset", SETTLES_WITHIN)
                    .until(() -> "1".equals(committed(slave, "readers", "Away")));
                assertThat(committed(master, "readers", "Away")).isEqualTo("1");
            }
        }
    }

    @Test
    void shouldFollowThePeer() {
        try (Broker master = new PeerBroker(BrokerSettings.inNewFolder("peer-master"))) {
            master.start();
            admin(master).createTopic("Followed", 3);
            group(master, "followers");
            try (Broker slave = slaveOf(master, "sync-slave-of-peer")) {
                slave.settings().with("slaveSyncForeignIntervalMs", 2_000);
                slave.start();
                await("topics", PEER_WITHIN).until(() -> table(slave, TOPICS).contains("\"Followed\""));
                await("groups", PEER_WITHIN).until(() -> table(slave, GROUPS).contains("\"followers\""));
                fill(master, "Followed", 9);
                commit(master, "followers", "Followed", 7);
                assertThat(admin(master).ask(RawAdmin.sendRequest("Followed", 0).with("properties", "DELAY\u00011")
                    .withBody(new byte[] {1})).code()).isZero();
                await("offsets", PEER_WITHIN)
                    .until(() -> "7".equals(committed(slave, "followers", "Followed")));
                await("progress of delays", PEER_WITHIN)
                    .until(() -> Pattern.compile("[{,]\"?1\"?:1[,}]").matcher(table(slave, DELAYS)).find());
            }
        }
    }

    /** What the slave wrote down is what its master did: entries member by member, as far as ours has them. */
    private static void assertSameFiles(Path masters, Path slaves) {
        await("files of the slave", PEER_WITHIN).untilAsserted(() -> {
            assertThat(entry(slaves, "topics.json", "topicConfigTable", "Followed"))
                .containsAllEntriesOf(entry(masters, "topics.json", "topicConfigTable", "Followed"));
            assertThat(entry(slaves, "subscriptionGroup.json", "subscriptionGroupTable", "followers"))
                .containsAllEntriesOf(entry(masters, "subscriptionGroup.json", "subscriptionGroupTable", "followers"));
            assertThat(entry(slaves, "consumerOffset.json", "offsetTable", "Followed@followers"))
                .isEqualTo(entry(masters, "consumerOffset.json", "offsetTable", "Followed@followers"));
            assertThat(slaves.resolve("delayOffset.json")).isRegularFile();
        });
    }

    private static Map<String, Object> entry(Path folder, String file, String table, String name) throws IOException {
        JSONObject entry = JSON.parseObject(Files.readString(folder.resolve(file))).getJSONObject(table)
            .getJSONObject(name);
        assertThat(entry).as(name + " in " + folder.resolve(file)).isNotNull();
        return entry;
    }

    private static String peerLog(BrokerSettings settings) throws IOException {
        return Files.readString(settings.folder().resolve("logs/rocketmqlogs/broker.log"));
    }

    @Test
    void shouldBeFollowedByThePeer() throws IOException {
        try (Broker master = new OurBroker(BrokerSettings.inNewFolder("sync-master-of-peer"))) {
            master.start();
            admin(master).createTopic("Followed", 3);
            group(master, "followers");
            fill(master, "Followed", 9);
            commit(master, "followers", "Followed", 7);
            BrokerSettings settings = BrokerSettings.inNewFolder("peer-slave").with("brokerRole", "SLAVE")
                .with("brokerId", 1);
            try (Broker slave = new PeerBroker(settings, master.nameServers())) {
                slave.start();
                await("topics", PEER_WITHIN).until(() -> table(slave, TOPICS).contains("\"Followed\""));
                await("groups", PEER_WITHIN).until(() -> table(slave, GROUPS).contains("\"followers\""));
                await("offsets", PEER_WITHIN)
                    .until(() -> table(slave, OFFSETS).contains("\"Followed@followers\":{0:7}"));
                assertSameFiles(master.storeFolder().resolve("config"), slave.storeFolder().resolve("config"));
                // it asks for the timer's state every three seconds, and for its figures with the tables
                assertThat(peerLog(settings)).contains("Update slave topic config")
                    .doesNotContain("TimerCheckPoint Exc", "TimerMetrics Exc");
            }
        }
    }
}
