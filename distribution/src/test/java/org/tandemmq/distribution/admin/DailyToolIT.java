/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BuildOutput;

/** The subcommands of mqadmin that are in daily use, by the tools of both lines, each with what it has to print. */
class DailyToolIT {
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final String CLUSTER = "TestCluster";

    private static Broker broker;
    private static String topic;
    private static List<Sent> sent;
    private static final Map<Variant, String> GROUPS = new EnumMap<>(Variant.class);

    @BeforeAll
    static void sendAndRead() {
        broker = Workbench.broker();
        topic = SharedCluster.name("daily");
        for (Variant line : List.of(Variant.PREVIOUS_JSON, Variant.CURRENT_JSON)) {
            StockClient client = SharedCluster.client(line, broker.nameServers());
            StockProducer producer = client.producer("daily-producers-" + line);
            producer.send(SharedCluster.name("other"), 0, 1);
            if (sent == null) {
                sent = producer.send(topic, 0, 20, "spread=4");
            }
            String group = SharedCluster.name("daily-readers");
            GROUPS.put(line, group);
            StockConsumer consumer = client.push(group, topic, "persistOffsetMs=200");
            consumer.awaitEachOnce(0, 20);
        }
    }

    private static String run(Variant line, String... arguments) {
        return Workbench.run(line, arguments);
    }

    /** For what brokers or clients do by and by: a registration follows its answer, a heartbeat its timer. */
    private static void awaitPrinted(Variant line, String expected, String... arguments) {
        Awaitility.await(String.join(" ", arguments)).atMost(WITHIN).pollDelay(Duration.ZERO)
            .untilAsserted(() -> assertThat(run(line, arguments)).contains(expected));
    }

    private static String client(Variant line) {
        Matcher clientId = Pattern.compile("\\S+@\\S+").matcher(run(line, "consumerConnection", "-g",
            GROUPS.get(line)));
        assertThat(clientId.find()).isTrue();
        return clientId.group();
    }

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_JSON"})
    void shouldAdministerTopics(Variant line) {
        String made = SharedCluster.name("made");
        assertThat(run(line, "updateTopic", "-b", broker.address(), "-t", made, "-r", "3", "-w", "3"))
            .contains("success").doesNotContain("Exception");
        assertThat(run(line, "updateTopic", "-c", CLUSTER, "-t", made, "-r", "5", "-w", "5", "-o", "true"))
            .contains("success").doesNotContain("Exception");
        awaitPrinted(line, "\"writeQueueNums\":5", "topicRoute", "-t", made);
        assertThat(run(line, "topicList").lines()).contains(made, topic);
        assertThat(run(line, "topicList", "-c").lines()).anyMatch(each -> each.contains(made)
            && each.contains(CLUSTER));
        assertThat(run(line, "topicStatus", "-t", topic)).containsPattern(broker.name() + " +3 +0 +5 +20\\d\\d-");
        assertThat(run(line, "topicClusterList", "-t", made)).contains(CLUSTER);
        assertThat(run(line, "updateTopicPerm", "-b", broker.address(), "-t", made, "-p", "4")).contains("success");
        awaitPrinted(line, "\"perm\":4", "topicRoute", "-t", made);
        assertThat(run(line, "updateOrderConf", "-t", made, "-m", "get")).contains(broker.name() + ":5");
        assertThat(run(line, "updateOrderConf", "-t", made, "-m", "delete")).contains("success");
        assertThat(run(line, "allocateMQ", "-t", made, "-i", "192.0.2.1,192.0.2.2")).contains("192.0.2.1");
        assertThat(run(line, "deleteTopic", "-c", CLUSTER, "-t", made)).contains("success");
        assertThat(run(line, "topicList").lines()).doesNotContain(made);
    }

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_JSON"})
    void shouldShowAndSetTheBroker(Variant line) {
        assertThat(run(line, "clusterList")).contains(CLUSTER, broker.name(), broker.address());
        assertThat(run(line, "clusterList", "-m")).contains(CLUSTER, broker.name()).doesNotContain("Exception");
        assertThat(run(line, "brokerStatus", "-b", broker.address())).contains("putTps", "commitLogDiskRatio");
        assertThat(run(line, "getBrokerConfig", "-b", broker.address())).contains("brokerName");
        assertThat(run(line, "getBrokerConfig", "-c", CLUSTER)).contains("brokerName");
        assertThat(run(line, "updateBrokerConfig", "-b", broker.address(), "-k", "slaveReadEnable", "-v", "true"))
            .contains("success");
        assertThat(run(line, "getBrokerConfig", "-b", broker.address())).containsPattern("slaveReadEnable += +true");
        assertThat(run(line, "updateBrokerConfig", "-b", broker.address(), "-k", "fileReservedTime", "-v", "48"))
            .contains("success");
        assertThat(run(line, "updateBrokerConfig", "-b", broker.address(), "-k", "storePathRootDir", "-v", "/tmp"))
            .contains("CODE: 16");
        awaitCommitOfAll(line);
        // once in a tool's process: this subcommand goes on using what it closed the first time, at any broker
        assertThat(run(line, "brokerConsumeStats", "-b", broker.address()).lines())
            .anyMatch(each -> each.contains(topic) && each.contains(GROUPS.get(line)));
        assertThat(run(line, "cleanExpiredCQ", "-b", broker.address())).contains("success");
        assertThat(run(line, "cleanUnusedTopic", "-c", CLUSTER)).contains("success");
        assertThat(run(line, "deleteExpiredCommitLog", "-b", broker.address())).contains("success");
        assertThat(run(line, "sendMsgStatus", "-b", broker.name(), "-s", "10", "-c", "2")).contains("SEND_OK");
        assertThat(run(line, "statsAll", "-t", topic)).contains(topic, GROUPS.get(line));
        assertThat(run(line, "exportMetrics", "-c", CLUSTER, "-f", folder("metrics", line))).contains("success");
        assertThat(run(line, "exportConfigs", "-c", CLUSTER, "-f", folder("configs", line))).contains("success");
        assertThat(run(line, "exportMetadata", "-c", CLUSTER, "-f", folder("metadata", line))).contains("success");
    }

    private static void awaitCommitOfAll(Variant line) {
        Awaitility.await("offsets of " + GROUPS.get(line)).atMost(WITHIN).pollInterval(Duration.ofSeconds(1))
            .untilAsserted(() ->
            assertThat(run(line, "consumerProgress", "-g", GROUPS.get(line))).contains("Diff Total: 0",
                broker.name()));
    }

    private static String folder(String name, Variant line) {
        return BuildOutput.workFolder(name + line).toString();
    }

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_JSON"})
    void shouldAdministerGroups(Variant line) {
        String group = GROUPS.get(line);
        String made = SharedCluster.name("made-group");
        assertThat(run(line, "updateSubGroup", "-b", broker.address(), "-g", made)).contains("success");
        assertThat(run(line, "getConsumerConfig", "-g", made)).contains(made);
        awaitCommitOfAll(line);
        assertThat(run(line, "consumerProgress")).contains(group);
        assertThat(run(line, "consumerStatus", "-g", group)).contains("#Consumer");
        assertThat(run(line, "consumerStatus", "-g", group, "-i", client(line), "-s")).contains(topic);
        assertThat(run(line, "consumerConnection", "-g", group)).contains("CLUSTERING", "CONSUME_PASSIVELY", topic);
        awaitPrinted(line, "JAVA", "producerConnection", "-g", "daily-producers-" + line, "-t", topic);
        awaitPrinted(line, "daily-producers-" + line, "producer", "-b", broker.address());
        assertThat(run(line, "cloneGroupOffset", "-s", group, "-d", made, "-t", topic)).contains("success");
        assertThat(run(line, "deleteSubGroup", "-c", CLUSTER, "-g", made, "-r", "true")).contains("success");
        assertThat(run(line, "getConsumerConfig", "-g", made)).doesNotContain(made);
    }

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_JSON"})
    void shouldFindMessages(Variant line) {
        Sent one = sent.get(7);
        String queue = Integer.toString(one.queue());
        awaitCommitOfAll(line);
        assertThat(byId(line, one.offsetMsgId())).contains("key-7", "CONSUMED");
        assertThat(run(line, "queryMsgByUniqueKey", "-t", topic, "-i", one.msgId())).contains("key-7");
        assertThat(run(line, "queryMsgByKey", "-t", topic, "-k", "key-7")).contains(one.msgId());
        assertThat(run(line, "queryMsgByOffset", "-t", topic, "-b", broker.name(), "-i", queue, "-o",
            Long.toString(one.offset()))).contains("key-7");
        assertThat(run(line, "printMsg", "-t", topic, "-d", "true")).contains(one.msgId());
        assertThat(run(line, "printMsgByQueue", "-t", topic, "-a", broker.name(), "-i", queue, "-d", "true", "-p",
            "true"))
            .contains(one.msgId());
        assertThat(run(line, "consumeMessage", "-t", topic, "-b", broker.name(), "-i", queue, "-o", "0", "-c", "2"))
            .contains("Consume ok");
        assertThat(run(line, "queryCq", "-t", topic, "-q", queue, "-i", "0", "-c", "3", "-b", broker.address()))
            .contains("physicOffset").doesNotContain("Filter data");
        assertThat(run(line, "queryCq", "-t", topic, "-q", queue, "-i", "0", "-c", "3", "-g", GROUPS.get(line)))
            .contains("Subscription data", "\"subString\":\"*\"");
        String other = SharedCluster.name("told");
        assertThat(run(line, "updateTopic", "-b", broker.address(), "-t", other)).contains("success");
        assertThat(run(line, "sendMessage", "-t", other, "-p", "hello", "-k", "greeting")).contains("SEND_OK");
        assertThat(run(line, "checkMsgSendRT", "-t", other, "-a", "3", "-s", "10")).contains("Avg RT");
        assertThat(byId(line, one.offsetMsgId(), "-g", GROUPS.get(line), "-d", client(line))).contains("CR_SUCCESS");
    }

    /** The older tool knows no topic here. */
    private static String byId(Variant line, String id, String... more) {
        List<String> arguments = new ArrayList<>(List.of("queryMsgById", "-i", id));
        arguments.addAll(List.of(more));
        if (line == Variant.CURRENT_JSON) {
            arguments.addAll(List.of("-t", topic));
        }
        return run(line, arguments.toArray(new String[0]));
    }

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_JSON"})
    void shouldAdministerTheNameService(Variant line) {
        assertThat(run(line, "wipeWritePerm", "-b", broker.name())).contains("OK, ");
        assertThat(run(line, "topicRoute", "-t", topic)).contains("\"perm\":4");
        assertThat(run(line, "addWritePerm", "-b", broker.name())).contains("OK, ");
        assertThat(run(line, "topicRoute", "-t", topic)).contains("\"perm\":6");
        assertThat(run(line, "updateKvConfig", "-s", "PLACES", "-k", "home", "-v", "here")).contains("success");
        assertThat(run(line, "deleteKvConfig", "-s", "PLACES", "-k", "home")).contains("success");
        assertThat(run(line, "updateNamesrvConfig", "-k", "orderMessageEnable", "-v", "true")).contains("success");
        assertThat(run(line, "getNamesrvConfig")).containsPattern("orderMessageEnable += +true");
        assertThat(run(line, "updateNamesrvConfig", "-k", "orderMessageEnable", "-v", "false")).contains("success");
        assertThat(run(line, "updateNamesrvConfig", "-k", "kvConfigPath", "-v", "/tmp/x")).contains("CODE: 16");
    }

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_JSON"})
    void shouldFollowATrace(Variant line) {
        StockClient client = SharedCluster.client(line, broker.nameServers());
        String traced = SharedCluster.name("traced");
        try (StockProducer producer = client.producer(SharedCluster.name("tracers"), "trace=1")) {
            Sent one = producer.send(traced, 0, 1).get(0);
            String group = SharedCluster.name("traced-readers");
            try (StockConsumer consumer = client.push(group, traced, "trace=1")) {
                consumer.awaitEachOnce(0, 1);
                Awaitility.await("the trace of " + one.msgId()).atMost(WITHIN).untilAsserted(() -> assertThat(run(line,
                    "queryMsgTraceById", "-i", one.msgId())).contains("Pub", group, "success"));
            }
        }
    }

    /** No subcommand asks for it, the tools' library does. */
    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_JSON"})
    void shouldAskMembersForTheirOffsets(Variant line) {
        RawFrame answer = Workbench.admin().ask(RawFrame.request(223).with("topic", topic)
            .with("group", GROUPS.get(line)));
        assertThat(answer.code()).as(answer.toString()).isZero();
        assertThat(answer.bodyText()).contains(client(line), "consumerTable", topic, ":5");
    }

    @Test
    void shouldTakeListsAndAttributes() throws IOException {
        Variant line = Variant.CURRENT_JSON;
        String first = SharedCluster.name("listed");
        String second = SharedCluster.name("listed");
        assertThat(run(line, "updateTopicList", "-b", broker.address(), "-f", file("topics", """
            [{"topicName":"%s","readQueueNums":3,"writeQueueNums":3,"perm":6},
             {"topicName":"%s","readQueueNums":2,"writeQueueNums":2,"perm":6,
              "attributes":{"+message.type":"DELAY"}}]""".formatted(first, second))))
            .contains("success");
        awaitPrinted(line, "\"writeQueueNums\":3", "topicRoute", "-t", first);
        awaitPrinted(line, "\"writeQueueNums\":2", "topicRoute", "-t", second);
        assertThat(run(line, "updateSubGroupList", "-b", broker.address(), "-f", file("groups", """
            [{"groupName":"%s-g","retryMaxTimes":3},{"groupName":"%s-g","retryMaxTimes":4}]"""
            .formatted(first, second)))).contains("success");
        assertThat(run(line, "getConsumerConfig", "-g", second + "-g")).containsPattern("retryMaxTimes += +4");
        assertThat(run(line, "updateTopic", "-b", broker.address(), "-t", first, "-a", "+message.type=FIFO"))
            .contains("success");
        String exported = folder("attributes", line);
        assertThat(run(line, "exportMetadata", "-b", broker.address(), "-t", "-f", exported)).contains("success");
        assertThat(Files.readString(Path.of(exported).resolve("topic.json")))
            .contains("\"message.type\":\"FIFO\"", "\"message.type\":\"DELAY\"");
        assertThat(run(line, "updateTopic", "-b", broker.address(), "-t", first, "-a", "+no.such=1"))
            .contains("no.such").doesNotContain("success");
        assertThat(run(line, "haStatus", "-b", broker.address())).contains("#MasterCommitLogMaxOffset")
            .doesNotContain("Exception");
    }

    private static String file(String name, String text) throws IOException {
        return Files.writeString(BuildOutput.workFolder(name).resolve("list.json"), text).toString();
    }
}
