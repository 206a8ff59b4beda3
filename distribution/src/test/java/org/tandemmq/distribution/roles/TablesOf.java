/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.roles;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSON;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Broker;

/** What tests ask a broker about its tables, and change in them. */
final class TablesOf {
    private static final int UPDATE_CONSUMER_OFFSET = 15;
    private static final int GET_ALL_TOPIC_CONFIG = 21;
    private static final int GET_BROKER_RUNTIME_INFO = 28;
    private static final int GET_MIN_OFFSET = 31;
    private static final int GET_ALL_DELAY_OFFSET = 45;
    private static final int UPDATE_AND_CREATE_SUBSCRIPTIONGROUP = 200;
    private static final int GET_ALL_SUBSCRIPTIONGROUP_CONFIG = 201;
    private static final int DELETE_SUBSCRIPTIONGROUP = 207;
    private static final int DELETE_TOPIC_IN_BROKER = 215;

    private final RawAdmin admin;

    TablesOf(Broker broker) {
        this.admin = new RawAdmin(broker.address(), broker.nameServers().split(";")[0]);
    }

    static void await(String what, Duration within, Callable<Boolean> condition) {
        Awaitility.await(what).atMost(within).pollInterval(Duration.ofMillis(50)).until(condition);
    }

    RawAdmin admin() {
        return admin;
    }

    private RawFrame good(RawFrame request) {
        RawFrame answer = admin.ask(request);
        assertThat(answer.code()).as(answer.toString()).isZero();
        return answer;
    }

    boolean hasTopic(String topic) {
        return JSON.parseObject(good(RawFrame.request(GET_ALL_TOPIC_CONFIG)).bodyText())
            .getJSONObject("topicConfigTable").containsKey(topic);
    }

    boolean hasGroup(String group) {
        return JSON.parseObject(good(RawFrame.request(GET_ALL_SUBSCRIPTIONGROUP_CONFIG)).bodyText())
            .getJSONObject("subscriptionGroupTable").containsKey(group);
    }

    void makeGroup(String group) {
        good(RawFrame.request(UPDATE_AND_CREATE_SUBSCRIPTIONGROUP)
            .withBody(("{\"groupName\":\"" + group + "\"}").getBytes(StandardCharsets.UTF_8)));
    }

    void deleteGroup(String group) {
        good(RawFrame.request(DELETE_SUBSCRIPTIONGROUP).with("groupName", group).with("cleanOffset", true));
    }

    void deleteTopic(String topic) {
        good(RawFrame.request(DELETE_TOPIC_IN_BROKER).with("topic", topic));
    }

    void fill(String topic, int queue, int messages) {
        for (int i = 0; i < messages; i++) {
            RawFrame answer = admin.send(topic, queue, "message " + i);
            assertThat(answer.code()).as(answer.toString()).isZero();
        }
    }

    void commit(String group, String topic, int queue, long offset) {
        good(RawFrame.request(UPDATE_CONSUMER_OFFSET).with("consumerGroup", group).with("topic", topic)
            .with("queueId", queue).with("commitOffset", offset));
    }

    /** Committed offset; -1 when there is none. */
    long committed(String group, String topic, int queue) {
        return admin.committed(group, topic, queue);
    }

    /** First and next offset of a queue, such as {@code 0-10}. */
    String range(String topic, int queue) {
        return good(RawFrame.request(GET_MIN_OFFSET).with("topic", topic).with("queueId", queue)).field("offset")
            + "-" + admin.maxOffset(topic, queue);
    }

    /** How far each delay level is, as text. */
    String delays() {
        return good(RawFrame.request(GET_ALL_DELAY_OFFSET)).bodyText();
    }

    /** A line of the runtime information, or null. */
    String info(String key) {
        return JSON.parseObject(good(RawFrame.request(GET_BROKER_RUNTIME_INFO)).bodyText()).getJSONObject("table")
            .getString(key);
    }

    void awaitReady(Duration within) {
        Awaitility.await("a slave that is ready for takeover").atMost(within).pollInterval(Duration.ofMillis(100))
            .untilAsserted(() -> assertThat(info("readyForTakeover")).isEqualTo("yes"));
    }
}
