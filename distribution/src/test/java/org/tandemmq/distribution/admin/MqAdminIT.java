/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.StockTool;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.MqAdmin;

/**
 * The stock admin tool's daily commands on the broker and its name service: some as processes of their own, the rest in
 * one process.
 */
class MqAdminIT {
    private static final String GROUP = "admin-readers";
    /** All that tools of both lines and the dashboard read. */
    private static final String[] FIGURES = ("bootTimestamp runtime putMessageEntireTimeMax getMessageEntireTimeMax "
        + "putMessageTimesTotal putMessageFailedTimes putMessageSizeTotal putMessageDistributeTime "
        + "putMessageAverageSize dispatchMaxBuffer putTps getFoundTps getMissTps getTotalTps getTransferedTps "
        + "getTransferredTps putLatency99 putLatency999 commitLogDiskRatio consumeQueueDiskRatio commitLogMinOffset "
        + "commitLogMaxOffset brokerVersionDesc brokerVersion msgPutTotalYesterdayMorning msgPutTotalTodayMorning "
        + "msgPutTotalTodayNow msgGetTotalYesterdayMorning msgGetTotalTodayMorning msgGetTotalTodayNow "
        + "dispatchBehindBytes pageCacheLockTimeMills earliestMessageTimeStamp startAcceptSendRequestTimeStamp "
        + "remainTransientStoreBufferNumbs remainHowManyDataToFlush commitLogDirCapacity sendThreadPoolQueueSize "
        + "sendThreadPoolQueueCapacity pullThreadPoolQueueSize pullThreadPoolQueueCapacity queryThreadPoolQueueSize "
        + "queryThreadPoolQueueCapacity sendThreadPoolQueueHeadWaitTimeMills pullThreadPoolQueueHeadWaitTimeMills "
        + "queryThreadPoolQueueHeadWaitTimeMills EndTransactionQueueSize EndTransactionThreadPoolQueueCapacity "
        + "brokerActive timerReadBehind timerOffsetBehind timerCongestNum timerEnqueueTps timerDequeueTps "
        + "litePullThreadPoolQueueSize litePullThreadPoolQueueCapacity litePullThreadPoolQueueHeadWaitTimeMills "
        + "ackThreadPoolQueueSize ackThreadPoolQueueCapacity ackThreadPoolQueueHeadWaitTimeMills").split(" ");

    private static Broker broker;
    private static MqAdmin processes;
    private static StockTool tool;
    private static String topic;
    private static StockProducer producer;
    private static StockConsumer consumer;
    private static List<Sent> sent;

    @BeforeAll
    static void sendAndRead() {
        broker = SharedCluster.broker();
        processes = new MqAdmin(BuildOutput.workFolder("mqadmin"), broker.nameServers());
        tool = SharedCluster.client(Variant.CURRENT_JSON).tool();
        topic = SharedCluster.name("administered");
        producer = SharedCluster.client(Variant.CURRENT_JSON).producer("admin-producers");
        sent = producer.send(topic, 0, 20, "spread=4");
        consumer = SharedCluster.client(Variant.CURRENT_JSON).push(GROUP, topic, "persistOffsetMs=200");
        consumer.awaitEachOnce(0, 20);
    }

    @AfterAll
    static void closeClients() {
        consumer.close();
        producer.close();
    }

    @Test
    void shouldListTheCluster() {
        assertThat(processes.run("clusterList")).contains("TestCluster", broker.name(), broker.address());
    }

    @Test
    void shouldListTopics() {
        assertThat(tool.run("topicList").lines()).contains(topic, "TBW102");
    }

    @Test
    void shouldShowARoute() {
        assertThat(tool.run("topicRoute", "-t", topic)).contains("\"brokerName\":\"" + broker.name() + "\"")
            .contains("\"" + broker.address() + "\"", "\"writeQueueNums\":4");
    }

    @Test
    void shouldMakeAndChangeATopic() {
        RawAdmin raw = SharedCluster.admin();
        String made = SharedCluster.name("made");
        assertThat(processes.run("updateTopic", "-b", broker.address(), "-t", made, "-r", "3", "-w", "3"))
            .contains("success");
        raw.awaitRoute(made, "\"writeQueueNums\":3");
        assertThat(tool.run("topicRoute", "-t", made)).contains("\"writeQueueNums\":3");
        assertThat(tool.run("updateTopic", "-c", "TestCluster", "-t", made, "-r", "5", "-w", "5"))
            .contains("success");
        raw.awaitRoute(made, "\"writeQueueNums\":5");
        assertThat(tool.run("topicRoute", "-t", made)).contains("\"writeQueueNums\":5");
    }

    @Test
    void shouldShowWhatATopicHolds() {
        String status = tool.run("topicStatus", "-t", topic);
        for (int queue = 0; queue < 4; queue++) {
            assertThat(status).containsPattern(broker.name() + " +" + queue + " +0 +5 +20\\d\\d-");
        }
    }

    @Test
    void shouldShowHowFarAGroupIs() {
        SharedCluster.admin().awaitCommitted(GROUP, topic, 4);
        String progress = processes.run("consumerProgress", "-g", GROUP);
        for (int queue = 0; queue < 4; queue++) {
            assertThat(progress).containsPattern(topic + " +" + broker.name() + " +" + queue + " +5 +5 +");
        }
        assertThat(progress).contains("Consume TPS", "Consume Diff Total: 0");
    }

    @Test
    void shouldShowTheBrokersFigures() {
        assertThat(tool.run("brokerStatus", "-b", broker.address()))
            .contains("putTps", "msgPutTotalTodayNow", "commitLogDiskRatio", "bootTimestamp", "brokerVersionDesc");
        JSONObject table = JSON.parseObject(SharedCluster.admin().ask(RawFrame.request(28)).bodyText())
            .getJSONObject("table");
        assertThat(table.keySet()).contains(FIGURES);
        assertThat(table.values()).allMatch(String.class::isInstance);
        assertThat(table.getString("getTotalTps")).matches("[\\d.]+ [\\d.]+ [\\d.]+");
        assertThat(table.getString("commitLogDirCapacity")).matches("Total : .*iB, Free : .*iB\\.");
        assertThat(table.getString("runtime")).matches("\\[ \\d+ days, \\d+ hours, \\d+ minutes, \\d+ seconds ]");
    }

    @Test
    void shouldShowAMessageByItsId() {
        Sent one = sent.get(7);
        assertThat(tool.run("queryMsgById", "-t", topic, "-i", one.offsetMsgId()))
            .contains("key-" + one.number(), topic).containsPattern("Queue Offset: +" + one.offset());
    }
}
