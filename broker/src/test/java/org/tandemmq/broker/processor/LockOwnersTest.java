/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.broker.ConnectionTwin;
import org.tandemmq.broker.RequestTwin;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/** A connection that is cut is no death: an orderly member goes on over another one, long before its next heartbeat. */
class LockOwnersTest {

    private static final String GRANTED = "{\"lockOKMQSet\":[{\"brokerName\":\"b\",\"queueId\":0,\"topic\":\"T\"}]}";
    private static final String REFUSED = "{\"lockOKMQSet\":[]}";

    @TempDir
    private Path folder;
    private ClientCodesTwin broker;

    @BeforeEach
    void lockAndCut() {
        broker = new ClientCodesTwin(folder, true);
        broker.tables.topics.createIfAbsent(TopicConfig.of("T", 1, 6));
        assertThat(heartbeat("c1")).isZero();
        assertThat(lock("c1")).isEqualTo(GRANTED);
        broker.connection.close("cut");
        broker.housekeeping.closed(broker.connection, "cut");
        broker.connection = new ConnectionTwin();
        broker.nowMs += 5_000;
    }

    private int heartbeat(String clientId) {
        return broker.ask(RequestTwin.json(RequestCode.HEART_BEAT, "{\"clientID\":\"" + clientId
            + "\",\"consumerDataSet\":[{\"groupName\":\"cg\",\"consumeType\":\"CONSUME_PASSIVELY\",\"messageModel\":"
            + "\"CLUSTERING\",\"subscriptionDataSet\":[{\"topic\":\"T\",\"subString\":\"*\"}]}]}")).code;
    }

    private String lock(String clientId) {
        return broker.ask(RequestTwin.json(RequestCode.LOCK_BATCH_MQ, "{\"clientId\":\"" + clientId
            + "\",\"consumerGroup\":\"cg\",\"mqSet\":[{\"brokerName\":\"b\",\"queueId\":0,\"topic\":\"T\"}]}")).text();
    }

    private Consumer<Integer> ask(int group, int queueId) {
        return code -> broker.ask(RequestTwin.of(code, new byte[0], "consumerGroup", "cg" + "2".repeat(group), "topic",
            "T", "queueId", queueId, "queueOffset", 0, "maxMsgNums", 32, "sysFlag", 2, "commitOffset", 0,
            "suspendTimeoutMillis", 15_000, "subVersion", 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {RequestCode.PULL_MESSAGE, RequestCode.LITE_PULL_MESSAGE, RequestCode.UPDATE_CONSUMER_OFFSET})
    void shouldKeepTheLockOfWhoPullsOrCommits(int code) {
        ask(0, 0).accept(code);
        broker.nowMs += 20_000;
        assertThat(lock("c2")).isEqualTo(REFUSED);
        assertThat(lock("c1")).isEqualTo(GRANTED);
    }

    @Test
    void shouldKeepTheLockOfWhoRenewsIt() {
        assertThat(lock("c1")).isEqualTo(GRANTED);
        broker.nowMs += 20_000;
        assertThat(lock("c2")).isEqualTo(REFUSED);
    }

    @Test
    void shouldKeepTheLockOfWhoIsRegisteredAgain() {
        assertThat(heartbeat("c1")).isZero();
        broker.nowMs += 20_000;
        assertThat(lock("c2")).isEqualTo(REFUSED);
    }

    @Test
    void shouldGiveOnTheLockOfWhoIsDead() {
        ask(1, 0).accept(RequestCode.PULL_MESSAGE);
        ask(0, 1).accept(RequestCode.PULL_MESSAGE);
        broker.nowMs += 5_000;
        assertThat(lock("c2")).isEqualTo(GRANTED);
    }

    @Test
    void shouldGiveOnTheLockOfWhoDiesBeforeItsNextHeartbeat() {
        assertThat(lock("c1")).isEqualTo(GRANTED);
        ask(0, 0).accept(RequestCode.PULL_MESSAGE);
        broker.connection.close("dead");
        broker.housekeeping.closed(broker.connection, "dead");
        broker.connection = new ConnectionTwin();
        broker.nowMs += 10_000;
        assertThat(lock("c2")).isEqualTo(GRANTED);
    }
}
