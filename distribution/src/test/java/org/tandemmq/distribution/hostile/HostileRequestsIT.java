/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawFrame;

/**
 * One broker with the heap of the scripts, and clients that ask for too much, each kind in turn. After each: the
 * process lives, a bystander was served all the time, heap and connections are back, and the hostile client was told
 * the limit.
 */
class HostileRequestsIT {
    private static final int LARGEST_BYTES = 15 << 20;
    private static final Duration BACK_WITHIN = Duration.ofSeconds(60);

    private static AttackedBroker attacked;
    private static String broker;
    private static String names;
    private final Outcome outcome = new Outcome();

    @BeforeAll
    static void start() {
        attacked = new AttackedBroker();
        broker = attacked.broker().address();
        names = attacked.broker().nameServers();
    }

    @AfterAll
    static void stop() {
        attacked.close();
    }

    @AfterEach
    void check(TestInfo test) {
        attacked.check(test.getDisplayName() + ": " + outcome);
    }

    private void ask(String address, int connections, int each, IntFunction<byte[]> frames) {
        AttackedBroker.attack(address, connections, each, true, frames, outcome);
    }

    private void askWithoutReading(String address, int connections, int each, IntFunction<byte[]> frames) {
        AttackedBroker.attack(address, connections, each, false, frames, outcome);
    }

    private void assertToldTheLimit() {
        assertThat(outcome.namesLimit()).as("a refusal that names number and limit: " + outcome).isTrue();
    }

    @Test
    void shouldBoundProducerGroups() {
        ask(broker, 4, 8, i -> HostileRequests.producers(i, 10_000, 250));
        assertToldTheLimit();
    }

    @Test
    void shouldBoundConsumerGroupsAndSubscriptions() {
        ask(broker, 4, 10, i -> HostileRequests.consumers(i, "hc", 50, 1));
        ask(broker, 4, 5, i -> HostileRequests.consumers(i, "hs", 1, 50_000));
        ask(broker, 4, 5, i -> HostileRequests.consumers(i, "no|group", 4, 10_000));
        assertToldTheLimit();
    }

    @Test
    void shouldBoundHeartbeatsThatWaitForACreation() {
        ask(broker, 8, 5, i -> HostileRequests.consumers(i, "hw", 1, 40_000));
        assertToldTheLimit();
    }

    @Test
    void shouldBoundKeyValues() {
        ask(names, 2, 75, i -> HostileRequests.keyValue(i, 60_000));
        assertToldTheLimit();
    }

    @Test
    void shouldBoundWhatUnfolds() {
        byte[] zeros = HostileRequests.deflated(new byte[40 << 20]);
        byte[] keys = HostileRequests.deflated(HostileRequests.distinctKeys(LARGEST_BYTES));
        ask(names, 4, 4, i -> HostileRequests.register("zip" + i, i, true, i % 2 == 0 ? zeros : keys));
        assertToldTheLimit();
    }

    @Test
    void shouldBoundTextsOfManyKeysOnBothPortsAtOnce() {
        byte[] keys = HostileRequests.distinctKeys(LARGEST_BYTES);
        byte[] small = HostileRequests.distinctKeys(4_000_000);
        byte[] deep = HostileRequests.ascii("[".repeat(1_000_000));
        byte[] register = HostileRequests.register("json", 1, false, keys);
        List<byte[]> requests = List.of(
            HostileRequests.withBody(HostileRequests.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP, keys),
            HostileRequests.withBody(HostileRequests.HEART_BEAT, small),
            HostileRequests.withBody(HostileRequests.LOCK_BATCH_MQ, small),
            HostileRequests.withBody(HostileRequests.HEART_BEAT, deep),
            HostileRequests.withBody(HostileRequests.PUSH_OFFSETS, HostileRequests.offsets(
                "\"t@%d\":[" + "{\"b\":1},".repeat(1_000) + "0]", 1_800)),
            HostileRequests.withBody(HostileRequests.PUSH_OFFSETS, HostileRequests.offsets("\"hostile-pairs@%d\":{0:0}",
                200_000)));
        attacked.admin().createTopic("hostile-pairs", 4);
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> ask(names, 2, 4, i -> register));
        ask(broker, 4, 12, i -> requests.get(i % requests.size()));
        other.join();
        assertToldTheLimit();
    }

    @Test
    void shouldBoundTopicsOfStrangers() {
        ask(names, 2, 6, i -> HostileRequests.register("stranger" + i, i, i % 2 == 1, i % 2 == 1
            ? HostileRequests.compressedTopics("s" + i + "x".repeat(100), 90_000)
            : HostileRequests.topics("s" + i + "x".repeat(20), 90_000)));
        assertToldTheLimit();
    }

    @Test
    void shouldBoundLocks() {
        ask(broker, 4, 15, i -> HostileRequests.locks(i, 9_000, 250));
        ask(broker, 2, 5, i -> HostileRequests.locks(1_000 + i, 1, 4_000_000));
        assertToldTheLimit();
    }

    @Test
    void shouldBoundHeldPulls() {
        attacked.admin().createTopic("hostile-held", 4);
        String tags = HostileRequests.list(1_000, i -> "tag" + i).replace(",", "||");
        ask(broker, 6, 500, i -> HostileRequests.pull("hostile-held", i % 4, tags + i, 1_500));
        assertToldTheLimit();
    }

    @Test
    void shouldBoundAdministrativeRequests() {
        byte[] body = HostileRequests.distinctKeys(64_000);
        ask(broker, 12, 25,
            i -> HostileRequests.withBody(HostileRequests.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP, body));
        ask(broker, 4, 5, i -> HostileRequests.groupWithAttributes("hostile-" + i, 3 << 20));
        assertToldTheLimit();
    }

    @Test
    void shouldBoundSendsThatWaitForATopic() {
        ask(broker, 4, 150, i -> RawAdmin.sendRequest("flood-" + i, 0).withBody(new byte[64_000]).bytes());
        ask(broker, 4, 100, i -> HostileRequests.topic("made-" + i));
    }

    @Test
    void shouldBoundAnswersThatNobodyReads() {
        attacked.admin().createTopic("hostile-unread", 4);
        for (int i = 0; i < 100; i++) {
            attacked.admin().send("hostile-unread", 0, new byte[2_000]);
        }
        byte[] send = RawAdmin.sendRequest("hostile-unread", 1).withBody(new byte[10]).bytes();
        byte[] pull = HostileRequests.pull("hostile-unread", 0, "*", 0);
        askWithoutReading(broker, 24, 20_000, i -> i % 2 == 0 ? send : pull);
        askWithoutReading(broker, 24, 1_000, i -> RawFrame.request(i % 2 == 0 ? HostileRequests.GET_ALL_TOPIC_CONFIG
            : HostileRequests.GET_ALL_SUBSCRIPTIONGROUP_CONFIG).bytes());
    }

    @Test
    void shouldBoundOffsetsOfEndlessPairs() {
        IntFunction<String> groups = i -> HostileRequests.name("hostile-commits-", i, 100);
        IntFunction<String> topics = i -> HostileRequests.name("commit-", i, 100);
        ask(broker, 1, 1, i -> HostileRequests.groups(400, groups));
        ask(broker, 4, 50, i -> HostileRequests.topic(topics.apply(i)));
        ask(broker, 4, 20_000, i -> HostileRequests.commit(groups.apply(i % 400), topics.apply(i / 400)));
        assertToldTheLimit();
    }

    @Test
    void shouldBoundHalfMessages() {
        attacked.admin().createTopic("hostile-halves", 4);
        byte[] half = HostileRequests.half("hostile-halves");
        ask(broker, 2, 30_000, i -> half);
        assertThat(outcome.count(0)).as(outcome.toString()).isEqualTo(60_000);
    }

    @Test
    void shouldBoundQueries() {
        attacked.admin().createTopic("hostile-keys", 4);
        for (int i = 0; i < 100; i++) {
            attacked.admin().ask(RawAdmin.sendRequest("hostile-keys", 0).with("properties", "KEYS\u0001k\u0002")
                .withBody(new byte[60_000]));
        }
        byte[] query = HostileRequests.query("hostile-keys", "k");
        ask(broker, 4, 20, i -> query);
        askWithoutReading(broker, 12, 5_000, i -> query);
        ask(broker, 8, 2_000, i -> HostileRequests.search("hostile-keys", i));
    }

    @Test
    void shouldBoundHalfFramesHeldOpenOnAllPorts() {
        byte[] frame = RawAdmin.sendRequest("hostile-half", 0).withBody(new byte[63_000]).bytes();
        byte[] large = RawAdmin.sendRequest("hostile-half", 0).withBody(new byte[LARGEST_BYTES]).bytes();
        try (Crowd crowd = new Crowd(outcome)) {
            for (String address : List.of(broker, names, "127.0.0.1:" + attacked.broker().haPort())) {
                for (int i = 0; i < 1_500; i++) {
                    crowd.connect(address).pour(Arrays.copyOf(frame, frame.length - 1), 20);
                }
                for (int i = 0; i < 8; i++) {
                    crowd.connect(address).pour(Arrays.copyOf(large, large.length - 1), 20);
                }
            }
            attacked.awaitRounds(20);
        }
    }

    @Test
    void shouldPushBackAtOverloadAndBeAsFastAsBeforeAfterwards() {
        long beforeMicros = attacked.medianSendMicros();
        byte[] send = RawAdmin.sendRequest("hostile-load", 0).withBody(new byte[4_096]).bytes();
        ask(broker, 24, 3_000, i -> send);
        assertThat(outcome.count(0) + outcome.refused()).as("each is answered: " + outcome).isEqualTo(72_000);
        Awaitility.await("sends as before").atMost(BACK_WITHIN).pollDelay(Duration.ZERO).untilAsserted(() -> {
            long afterMicros = attacked.medianSendMicros();
            System.out.printf("overload: median send %d us before, %d us after%n", beforeMicros, afterMicros);
            assertThat(afterMicros).as("median of a send after the overload").isLessThan(5 * beforeMicros + 5_000);
        });
    }

    @Test
    void shouldServeOthersBesideTenThousandConnections() {
        try (Crowd crowd = new Crowd(outcome)) {
            int connections = Math.min(11_000, Crowd.room());
            for (int i = 0; i < connections; i++) {
                crowd.connect(i % 2 == 0 ? broker : names);
            }
            attacked.awaitRounds(20);
        }
    }
}
