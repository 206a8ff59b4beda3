/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.roles;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSON;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.CalmWait;
import org.tandemmq.distribution.process.Pair;
import org.tandemmq.distribution.process.Product;

/** The slave's tables follow the master's within seconds and are never seen empty in between. */
class TablesIT {
    private static final Duration FOLLOWS_WITHIN = Duration.ofSeconds(5);
    private static final Duration SETTLES_WITHIN = Duration.ofSeconds(40);
    private static final int UPDATE_CONSUMER_OFFSET = 15;
    private static final int GET_ALL_TOPIC_CONFIG = 21;
    private static final int GET_ALL_CONSUMER_OFFSET = 43;
    private static final int UPDATE_AND_CREATE_SUBSCRIPTIONGROUP = 200;
    private static final int GET_ALL_SUBSCRIPTIONGROUP_CONFIG = 201;
    private static final int DELETE_SUBSCRIPTIONGROUP = 207;
    private static final int DELETE_TOPIC_IN_BROKER = 215;

    private static Pair pair;
    private static RawAdmin master;
    private static RawAdmin slave;

    @BeforeAll
    static void startPair() {
        pair = new Pair("tables", Product.OURS, Product.OURS).startMaster();
        master = new RawAdmin(pair.master().address(), pair.nameServers());
        master.createTopic("before-the-slave", 2);
        pair.startSlave();
        slave = new RawAdmin(pair.slave().address(), pair.nameServers());
        Awaitility.await("the first tables").atMost(SETTLES_WITHIN).until(() -> topics(slave).contains("before-the"));
    }

    @AfterAll
    static void stopPair() {
        pair.close();
    }

    private static String topics(RawAdmin broker) {
        return text(broker.ask(RawFrame.request(GET_ALL_TOPIC_CONFIG)));
    }

    private static String groups(RawAdmin broker) {
        return text(broker.ask(RawFrame.request(GET_ALL_SUBSCRIPTIONGROUP_CONFIG)));
    }

    private static String text(RawFrame answer) {
        assertThat(answer.code()).as(answer.toString()).isZero();
        return answer.bodyText();
    }

    /** The offset of queue 0; numbers are keys in this JSON as the peer writes it. */
    private static Long offset(RawAdmin broker, String topic, String group) {
        Matcher place = Pattern.compile("\"" + Pattern.quote(topic + "@" + group) + "\":\\{\\s*\"?0\"?:(\\d+)")
            .matcher(text(broker.ask(RawFrame.request(GET_ALL_CONSUMER_OFFSET))));
        return place.find() ? Long.valueOf(place.group(1)) : null;
    }

    private static void awaitOnSlave(String what, Callable<Boolean> there) {
        CalmWait.await(what + " on the slave", FOLLOWS_WITHIN, there);
    }

    @Test
    void shouldFollowTopics() {
        master.createTopic("made-later", 3);
        awaitOnSlave("the topic", () -> topics(slave).contains("\"made-later\""));
        assertThat(JSON.parseObject(topics(slave)).getJSONObject("topicConfigTable").getJSONObject("made-later")
            .getIntValue("writeQueueNums")).isEqualTo(3);
        master.createTopic("made-later", 5);
        awaitOnSlave("the change", () -> JSON.parseObject(topics(slave)).getJSONObject("topicConfigTable")
            .getJSONObject("made-later").getIntValue("writeQueueNums") == 5);
        RawFrame deleted = master.ask(RawFrame.request(DELETE_TOPIC_IN_BROKER).with("topic", "made-later"));
        assertThat(deleted.code()).as(deleted.toString()).isZero();
        awaitOnSlave("the deletion", () -> !topics(slave).contains("\"made-later\""));
    }

    @Test
    void shouldFollowGroups() {
        RawFrame made = master.ask(RawFrame.request(UPDATE_AND_CREATE_SUBSCRIPTIONGROUP).withBody(
            "{\"groupName\":\"made-group\",\"consumeEnable\":true,\"retryMaxTimes\":7,\"retryQueueNums\":1}".getBytes(
                StandardCharsets.UTF_8)));
        assertThat(made.code()).as(made.toString()).isZero();
        awaitOnSlave("the group", () -> groups(slave).contains("\"made-group\""));
        assertThat(JSON.parseObject(groups(slave)).getJSONObject("subscriptionGroupTable")
            .getJSONObject("made-group").getIntValue("retryMaxTimes")).isEqualTo(7);
        RawFrame deleted = master.ask(RawFrame.request(DELETE_SUBSCRIPTIONGROUP).with("groupName", "made-group"));
        assertThat(deleted.code()).as(deleted.toString()).isZero();
        awaitOnSlave("the deletion", () -> !groups(slave).contains("\"made-group\""));
    }

    @Test
    void shouldFollowOffsetsOfStockConsumersWithoutEverBeingEmpty() throws InterruptedException {
        String topic = SharedCluster.name("offsets");
        master.createTopic(topic, 1);
        master.createTopic("before-", 1);
        new TablesOf(pair.master()).commit("there", "before-", 0, 0);
        awaitOnSlave("the first offset", () -> Long.valueOf(0).equals(offset(slave, "before-", "there")));
        AtomicBoolean done = new AtomicBoolean();
        List<String> empty = Collections.synchronizedList(new ArrayList<>());
        Thread watcher = new Thread(() -> {
            while (!done.get()) {
                watch(empty, "topics", topics(slave), "before-the-slave");
                watch(empty, "groups", groups(slave), "TOOLS_CONSUMER");
                watch(empty, "offsets", text(slave.ask(RawFrame.request(GET_ALL_CONSUMER_OFFSET))), "before-@there");
            }
        });
        watcher.start();
        try (StockProducer producer = SharedCluster.client(Variant.CURRENT_JSON, pair.nameServers())
                    .producer(SharedCluster.name("producers"));
                StockConsumer consumer = SharedCluster.client(Variant.PREVIOUS_JSON, pair.nameServers())
                    .push("offset-readers", topic, "persistOffsetMs=100")) {
            for (int n = 0; n < 5; n++) {
                producer.send(topic, n * 10L, 10);
                consumer.awaitCount(10 * (n + 1));
                long wanted = 10L * (n + 1);
                Awaitility.await("the commit on the master").atMost(SETTLES_WITHIN)
                    .until(() -> Long.valueOf(wanted).equals(offset(master, topic, "offset-readers")));
                awaitOnSlave("offset " + wanted,
                    () -> Long.valueOf(wanted).equals(offset(slave, topic, "offset-readers")));
                master.createTopic(topic + "-" + n, 1);
            }
        } finally {
            done.set(true);
            watcher.join(20_000);
        }
        assertThat(empty).isEmpty();
    }

    private static void watch(List<String> empty, String table, String text, String wanted) {
        if (!text.contains(wanted)) {
            empty.add(table + " without what was there");
        }
    }

    @Test
    void shouldNeverRollAnOffsetBack() {
        String topic = SharedCluster.name("forward");
        master.createTopic(topic, 1);
        for (int n = 0; n < 10; n++) {
            master.send(topic, 0, "message " + n);
        }
        commit(topic, 8);
        awaitOnSlave("offset 8", () -> Long.valueOf(8).equals(offset(slave, topic, "rolling")));
        assertThat(offset(master, topic, "rolling")).isEqualTo(8);
    }

    private static void commit(String topic, long offset) {
        RawFrame answer = master.ask(RawFrame.request(UPDATE_CONSUMER_OFFSET).with("consumerGroup", "rolling")
            .with("topic", topic).with("queueId", 0).with("commitOffset", offset));
        assertThat(answer.code()).as(answer.toString()).isZero();
    }

    @Test
    void shouldKeepWhatIsInQueuesThatGoAndComeBack() {
        TablesOf ofSlave = new TablesOf(pair.slave());
        String topic = SharedCluster.name("breathing");
        master.createTopic(topic, 4);
        new TablesOf(pair.master()).fill(topic, 3, 2);
        pair.awaitEqualLogs();
        awaitOnSlave("the topic", () -> ofSlave.hasTopic(topic));
        Awaitility.await("its messages").atMost(SETTLES_WITHIN).until(() -> ofSlave.range(topic, 3).equals("0-2"));
        master.createTopic(topic, 2);
        awaitOnSlave("two queues", () -> JSON.parseObject(topics(slave)).getJSONObject("topicConfigTable")
            .getJSONObject(topic).getIntValue("readQueueNums") == 2);
        RawFrame refused = slave.ask(pull(topic, 3));
        assertThat(refused.code()).as(refused.toString()).isNotIn(0, 11);
        assertThat(refused.remark()).contains("3");
        master.createTopic(topic, 4);
        awaitOnSlave("four queues", () -> slave.ask(pull(topic, 3)).code() == 0);
        assertThat(ofSlave.range(topic, 3)).isEqualTo("0-2");
    }

    private static RawFrame pull(String topic, int queue) {
        return RawFrame.request(11).with("consumerGroup", "TOOLS_CONSUMER").with("topic", topic).with("queueId", queue)
            .with("queueOffset", 0).with("maxMsgNums", 1).with("sysFlag", 4).with("commitOffset", 0)
            .with("suspendTimeoutMillis", 0).with("subscription", "*").with("subVersion", 0);
    }

    @Test
    void shouldRefuseWritesOnTheSlave() {
        assertThat(slave.send("before-the-slave", 0, "to the slave").code()).isNotZero();
        RawFrame topic = slave.ask(RawFrame.request(17).with("topic", "on-the-slave").with("defaultTopic", "TBW102")
            .with("readQueueNums", 1).with("writeQueueNums", 1).with("perm", 6)
            .with("topicFilterType", "SINGLE_TAG").with("order", false));
        assertThat(topic.code()).as(topic.toString()).isNotZero();
        assertThat(topics(slave)).doesNotContain("\"on-the-slave\"");
    }
}
