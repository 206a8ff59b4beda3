/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.JsonText;

/** Brokers that come, go, come back, fall silent and quarrel about a name. */
class NameServerLifeTest {

    private final InProcessConnection first = new InProcessConnection();
    private final InProcessConnection second = new InProcessConnection();
    private NameServerTwin twin;

    @BeforeEach
    void start() throws IOException {
        twin = new NameServerTwin();
    }

    private Map<String, String> identity(String address) {
        return Map.of("brokerName", "broker-a", "brokerAddr", address, "clusterName", "C1", "brokerId", "0");
    }

    @Test
    void shouldDropABrokerWhenItsConnectionCloses() {
        twin.register(first, "broker-a", 0, "b1:10911", "T1");
        assertThat(twin.route("T1")).contains("b1:10911");
        first.close("test");
        assertThat(twin.route("T1")).isNull();
    }

    @Test
    void shouldDropABrokerWhoseConnectionClosedBeforeItsRegistrationWasHandled() {
        first.close("test");
        twin.register(first, "broker-a", 0, "b1:10911", "T1");
        assertThat(twin.route("T1")).isNull();
    }

    @Test
    void shouldNotDropABrokerThatRegisteredOverANewerConnection() {
        twin.register(first, "broker-a", 0, "b1:10911", "T1");
        twin.register(second, "broker-a", 0, "b1:10911", "T1");
        first.close("late");
        assertThat(twin.route("T1")).contains("b1:10911");
    }

    @Test
    void shouldIgnoreTheLateUnregisterOfAFormerProcess() {
        twin.register(first, "broker-a", 0, "b1:10911", "T1");
        twin.register(second, "broker-a", 0, "b1:10911", "T1");
        RemotingCommand request = NameServerTwin.command(RequestCode.UNREGISTER_BROKER, null,
            out -> identity("b1:10911").forEach(out::text), null);
        assertThat(twin.call(first, request).code()).isZero();
        assertThat(twin.route("T1")).contains("b1:10911");
        twin.call(second, request);
        assertThat(twin.route("T1")).isNull();
    }

    @Test
    void shouldDropASilentBrokerAfterTwoMinutes() {
        twin.register(first, "broker-a", 0, "b1:10911", "T1");
        twin.pass(119_000);
        twin.call(RequestCode.BROKER_HEARTBEAT, identity("b1:10911"));
        twin.pass(119_000);
        assertThat(twin.route("T1")).contains("b1:10911");
        twin.pass(2_000);
        assertThat(twin.route("T1")).isNull();
    }

    @Test
    void shouldAskForAllTopicsOfABrokerThatCameWithItsNewestOnly() {
        DataVersion version = new DataVersion(0, 1_700_000_000_000L, 7);
        twin.register(first, "broker-a", 0, "b1:10911", version, "new");
        assertThat(changed(version)).isEqualTo("true");
        twin.register(first, "broker-a", 0, "b1:10911", version, "newer");
        assertThat(changed(version)).isEqualTo("true");
        twin.register(first, "broker-a", 0, "b1:10911", version, "old", "new", "newer");
        assertThat(changed(version)).isEqualTo("false");
        twin.register(first, "broker-a", 0, "b1:10911", new DataVersion(0, 1_700_000_000_000L, 8), "newest");
        assertThat(changed(new DataVersion(0, 1_700_000_000_000L, 8))).as("the others are known").isEqualTo("false");
    }

    private String changed(DataVersion version) {
        return twin.call(first, NameServerTwin.command(RequestCode.QUERY_DATA_VERSION, null,
            out -> identity("b1:10911").forEach(out::text), Payload.of(JsonText.encode(version.toJson()))))
            .fields().text("changed");
    }

    @Test
    void shouldKeepTheSlaveInTheRouteWhenTheMasterGoes() {
        twin.register(first, "broker-a", 0, "b1:10911", "T1");
        twin.register(second, "broker-a", 1, "b2:10911", "T1");
        first.close("test");
        assertThat(twin.route("T1")).contains("{\"1\":\"b2:10911\"}").contains("\"perm\":6");
    }

    @Test
    void shouldTellASlaveItsMasterOnlyWhileThereIsOne() {
        RemotingCommand alone = twin.register(second, "broker-a", 1, "b2:10911", "T1");
        assertThat(alone.fields().text("masterAddr")).isNull();
        twin.register(first, "broker-a", 0, "b1:10911", "T1");
        RemotingCommand both = twin.register(second, "broker-a", 1, "b2:10911", "T1");
        assertThat(both.fields().text("masterAddr")).isEqualTo("b1:10911");
        assertThat(both.fields().text("haServerAddr")).isEqualTo("b1:10912");
        first.close("test");
        assertThat(twin.register(second, "broker-a", 1, "b2:10911", "T1").fields().text("masterAddr")).isNull();
    }

    @Test
    void shouldMoveASlaveThatBecomesMaster() {
        twin.register(first, "broker-a", 1, "b2:10911", "T1");
        twin.register(first, "broker-a", 0, "b2:10911", "T1");
        assertThat(twin.route("T1")).contains("{\"0\":\"b2:10911\"}");
    }

    @Test
    void shouldRefuseABrokerWithoutANameOrAnAddress() {
        twin.register(first, "broker-a", 0, "b1:10911", "T1");
        assertThat(twin.register(first, "broker-a", 0, "", "T1").code()).isEqualTo(1);
        assertThat(twin.register(first, "", 0, "b1:10911", "T1").code()).isEqualTo(1);
        assertThat(twin.register(second, " ", 0, "b2:10911", "T1").remark()).contains("needed");
        assertThat(twin.route("T1")).contains("{\"0\":\"b1:10911\"}").doesNotContain("b2:10911");
    }

    @Test
    void shouldRefuseASecondMasterWhileTheFirstLives() {
        twin.register(first, "broker-a", 0, "b1:10911", "T1");
        RemotingCommand refused = twin.register(second, "broker-a", 0, "b9:10911", "T1");
        assertThat(refused.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(refused.remark()).contains("b1:10911").contains("b9:10911").contains("broker-a");
        assertThat(twin.route("T1")).contains("b1:10911").doesNotContain("b9:10911");
        twin.pass(30_000);
        twin.register(first, "broker-a", 0, "b1:10911", "T1");
        twin.pass(30_000);
        assertThat(twin.register(second, "broker-a", 0, "b9:10911", "T1").code()).isNotZero();
    }

    @Test
    void shouldTakeTheNewAddressOfABrokerThatMoved() {
        twin.register(first, "broker-a", 0, "b1:10911", "T1");
        first.close("moved");
        assertThat(twin.register(second, "broker-a", 0, "b5:10911", "T1").code()).isZero();
        assertThat(twin.route("T1")).contains("b5:10911").doesNotContain("b1:10911");
    }

    @Test
    void shouldTakeTheNewAddressSoonWhenTheOldOneBreaksItsRhythm() {
        twin.register(first, "broker-a", 0, "b1:10911", "T1");
        for (int i = 0; i < 5; i++) {
            twin.pass(1_000);
            twin.call(RequestCode.BROKER_HEARTBEAT, identity("b1:10911"));
        }
        twin.pass(9_000);
        assertThat(twin.register(second, "broker-a", 0, "b5:10911", "T1").code()).isNotZero();
        twin.pass(2_000);
        assertThat(twin.register(second, "broker-a", 0, "b5:10911", "T1").code()).isZero();
        assertThat(twin.route("T1")).contains("b5:10911").doesNotContain("b1:10911");
    }

    @Test
    void shouldAddTopicsOfAnIncrementalRegistration() {
        twin.register(first, "broker-a", 0, "b1:10911", new DataVersion(0, 1, 1), "T1", "T2");
        twin.register(first, "broker-a", 0, "b1:10911", new DataVersion(0, 1, 2), "T3");
        assertThat(twin.route("T1")).isNotNull();
        assertThat(twin.route("T3")).isNotNull();
    }

    @Test
    void shouldAcceptAFirstRegistrationOfOneTopic() {
        assertThat(twin.register(first, "broker-a", 0, "b1:10911", "T1").code()).isZero();
        assertThat(twin.route("T1")).isNotNull();
    }

    @Test
    void shouldDeleteATopicOfOneClusterOrOfAll() {
        twin.register(first, "broker-a", 0, "b1:10911", "T1", "T2");
        twin.call(RequestCode.DELETE_TOPIC_IN_NAMESRV, Map.of("topic", "T1", "clusterName", "C2"));
        assertThat(twin.route("T1")).isNotNull();
        twin.call(RequestCode.DELETE_TOPIC_IN_NAMESRV, Map.of("topic", "T1", "clusterName", "C1"));
        assertThat(twin.route("T1")).isNull();
        twin.call(RequestCode.DELETE_TOPIC_IN_NAMESRV, Map.of("topic", "T2"));
        assertThat(twin.route("T2")).isNull();
    }

    @Test
    void shouldKeepRoutesOfOtherBrokersOfATopic() {
        twin.register(first, "broker-a", 0, "b1:10911", "T1");
        twin.register(second, "broker-b", 0, "b2:10911", "T1");
        assertThat(twin.route("T1")).contains("broker-a").contains("broker-b");
        first.close("test");
        assertThat(twin.route("T1")).doesNotContain("broker-a").contains("broker-b");
    }
}
