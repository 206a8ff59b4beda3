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

/** The few requests that tests make by hand at a broker and its name server; a connection per request. */
public final class RawAdmin {
    private static final int SEND_MESSAGE = 10;
    private static final int UPDATE_AND_CREATE_TOPIC = 17;
    private static final int GET_MAX_OFFSET = 30;
    private static final int GET_ROUTEINFO_BY_TOPIC = 105;
    private static final Duration ROUTE_WITHIN = Duration.ofSeconds(20);

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
        Awaitility.await("the route of " + topic).atMost(ROUTE_WITHIN).pollInterval(Duration.ofMillis(50))
            .until(() -> route(topic).code() == 0);
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
