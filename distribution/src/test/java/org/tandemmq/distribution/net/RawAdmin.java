/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** The few requests that tests make by hand at a broker and its name server; a connection per request. */
public final class RawAdmin {
    private static final int SEND_MESSAGE = 10;
    private static final int QUERY_CONSUMER_OFFSET = 14;
    private static final int UPDATE_AND_CREATE_TOPIC = 17;
    private static final int GET_BROKER_RUNTIME_INFO = 28;
    private static final int GET_MAX_OFFSET = 30;
    private static final int GET_ROUTEINFO_BY_TOPIC = 105;
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(20);

    private final String broker;
    private final String nameServer;

    /** Asks this broker and name server, each {@code host:port}. */
    public RawAdmin(String broker, String nameServer) {
        this.broker = broker;
        this.nameServer = nameServer;
    }

    /** Makes a topic and waits until its route is known. */
    public void createTopic(String topic, int queues) {
        RawFrame answer = ask(broker, RawFrame.request(UPDATE_AND_CREATE_TOPIC).with("topic", topic)
            .with("defaultTopic", "TBW102").with("readQueueNums", queues).with("writeQueueNums", queues)
            .with("perm", 6).with("topicFilterType", "SINGLE_TAG").with("topicSysFlag", 0).with("order", false));
        assertThat(answer.code()).as(answer.toString()).isZero();
        awaitRoute(topic);
    }

    /** Waits until the name server knows a topic. */
    public void awaitRoute(String topic) {
        awaitRoute(topic, "");
    }

    /** Waits until the name server says this of a topic: brokers answer before they have registered a change. */
    public void awaitRoute(String topic, String part) {
        await("the route of " + topic + " with " + part).untilAsserted(() -> {
            RawFrame route = route(topic);
            assertThat(route.code()).as(route.toString()).isZero();
            assertThat(route.bodyText()).contains(part);
        });
    }

    private static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(WITHIN).pollDelay(Duration.ZERO).pollInterval(POLL);
    }

    /** The name server's answer for a topic. */
    public RawFrame route(String topic) {
        return ask(nameServer, RawFrame.request(GET_ROUTEINFO_BY_TOPIC).with("topic", topic));
    }

    /** A send with the long header names, as clients of other languages make it. */
    public RawFrame send(String topic, int queue, byte[] body) {
        return ask(broker, sendRequest(topic, queue).withBody(body));
    }

    /** The request of {@link #send}, without a body. */
    public static RawFrame sendRequest(String topic, int queue) {
        return RawFrame.request(SEND_MESSAGE).with("producerGroup", "raw_producers").with("topic", topic)
            .with("defaultTopic", "TBW102").with("defaultTopicQueueNums", 4).with("queueId", queue)
            .with("sysFlag", 0).with("bornTimestamp", System.currentTimeMillis()).with("flag", 0)
            .with("properties", "").with("reconsumeTimes", 0).with("unitMode", false).with("batch", false);
    }

    /** The offset after the last message of a queue. */
    public long maxOffset(String topic, int queue) {
        RawFrame answer = ask(broker, RawFrame.request(GET_MAX_OFFSET).with("topic", topic).with("queueId", queue));
        assertThat(answer.code()).as(answer.toString()).isZero();
        return Long.parseLong(answer.field("offset"));
    }

    /** Waits until a queue ends there: the dispatch follows behind an answered send. */
    public void awaitMaxOffset(String topic, int queue, long maxOffset) {
        await(topic + " up to " + maxOffset)
            .untilAsserted(() -> assertThat(maxOffset(topic, queue)).isEqualTo(maxOffset));
    }

    /** Waits until all that was answered before is in its queue and in the index. */
    public void awaitDispatched() {
        await("the dispatch").until(() -> ask(RawFrame.request(GET_BROKER_RUNTIME_INFO)).bodyText()
            .contains("\"dispatchBehindBytes\":\"0\""));
    }

    /** What a group has committed; -1 when that is nothing. */
    public long committed(String group, String topic, int queue) {
        RawFrame answer = ask(RawFrame.request(QUERY_CONSUMER_OFFSET).with("consumerGroup", group)
            .with("topic", topic).with("queueId", queue).with("setZeroIfNotFound", false));
        return answer.code() == 0 ? Long.parseLong(answer.field("offset")) : -1;
    }

    /** Waits until a group has committed the end of each of these queues, none of which is empty. */
    public void awaitCommitted(String group, String topic, int queues) {
        await("the end of " + topic + " as offset of " + group).untilAsserted(() -> {
            for (int queue = 0; queue < queues; queue++) {
                assertThat(committed(group, topic, queue)).as("queue " + queue).isPositive()
                    .isEqualTo(maxOffset(topic, queue));
            }
        });
    }

    /** Sends text to a queue of a topic that is there. */
    public RawFrame send(String topic, int queue, String text) {
        return send(topic, queue, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Any request to the broker. */
    public RawFrame ask(RawFrame request) {
        return ask(broker, request);
    }

    private static RawFrame ask(String address, RawFrame request) {
        try (RawClient client = new RawClient(address)) {
            return client.call(request);
        } catch (IOException e) {
            throw new UncheckedIOException(address + ": " + request, e);
        }
    }
}
