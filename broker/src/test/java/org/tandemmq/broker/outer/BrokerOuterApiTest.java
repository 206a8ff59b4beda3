/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.outer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tandemmq.broker.config.KnownKeys;
import org.tandemmq.broker.config.live.LiveSettings;
import org.tandemmq.broker.nameserver.KvConfig;
import org.tandemmq.broker.nameserver.NameServer;
import org.tandemmq.broker.nameserver.NameServerSettings;
import org.tandemmq.broker.nameserver.StoredText;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.header.GetRouteInfoRequestHeader;
import org.tandemmq.remoting.protocol.header.KvConfigRequestHeader;

/** Registration at several name servers that start, die, hang and contradict each other. */
class BrokerOuterApiTest {

    private static final String NS1 = "ns1:9876";
    private static final String NS2 = "ns2:9876";

    private final NetworkTwin network = new NetworkTwin();
    private final long[] clockMs = {7_000_000};

    @BeforeEach
    void startServers() throws IOException {
        startServer(NS1);
        startServer(NS2);
    }

    private void startServer(String address) throws IOException {
        NameServer server = new NameServer(new KvConfig(StoredText.NONE),
            new NameServerSettings(new LiveSettings(KnownKeys.ofNameServer(), Map.of(), null)), () -> clockMs[0],
            1 << 20);
        network.put(address, server.inProcess());
    }

    private String route(String server, String topic) {
        RemotingCommand answer = network.call(server, RequestCode.GET_ROUTEINFO_BY_TOPIC,
            new GetRouteInfoRequestHeader(topic, false), Payload.of(new byte[0]), 100).join();
        return answer.code() == 0 ? StandardCharsets.UTF_8.decode(answer.body().duplicate()).toString() : null;
    }

    private BrokerTwin broker(String instance, long id, String address) {
        BrokerTwin broker = new BrokerTwin(network, instance, "broker-a", id, address, NS1, NS2);
        broker.topics.add("T1", "T2");
        return broker;
    }

    @Test
    void shouldRegisterAtAllServersAtOnce() {
        BrokerTwin broker = broker("i1", 0, "b1:10911");
        broker.work();
        assertThat(broker.outer.awaitFirstRound(0)).isTrue();
        assertThat(route(NS1, "T1")).contains("b1:10911");
        assertThat(route(NS2, "T2")).contains("b1:10911");
        assertThat(broker.outer.status()).extracting(NameServerStatus::registered).containsExactly(true, true);
    }

    @Test
    void shouldNotBeHeldUpByADeadOrSilentServer() {
        network.swallow(NS1);
        BrokerTwin broker = broker("i1", 0, "b1:10911");
        broker.work();
        assertThat(route(NS2, "T1")).contains("b1:10911");
        assertThat(broker.outer.awaitFirstRound(0)).as("the silent one has not answered").isFalse();
        broker.topics.add("T3");
        broker.work();
        assertThat(route(NS2, "T3")).contains("b1:10911");
    }

    @Test
    void shouldWaitForTheFirstServerWhateverTheOthersDo() {
        network.swallow(NS2);
        BrokerTwin broker = broker("i1", 0, "b1:10911");
        assertThat(broker.outer.awaitFirstServer(0)).as("nothing was asked yet").isFalse();
        broker.work();
        assertThat(broker.outer.awaitFirstServer(0)).isTrue();
        assertThat(broker.outer.awaitFirstRound(0)).isFalse();
        BrokerTwin alone = new BrokerTwin(network, "i2", "broker-b", 0, "b2:10911");
        alone.work();
        assertThat(alone.outer.awaitFirstServer(0)).as("there is none").isTrue();
    }

    @Test
    void shouldTellChangesOnlyToServersThatHaveTheRest() throws IOException {
        BrokerTwin broker = broker("i1", 0, "b1:10911");
        broker.work();
        network.kill(NS2);
        startServer(NS2);
        broker.topics.add("T3");
        broker.work();
        for (String server : new String[] {NS1, NS2}) {
            for (String topic : new String[] {"T1", "T2", "T3"}) {
                assertThat(route(server, topic)).as(topic + " at " + server).contains("b1:10911");
            }
        }
    }

    @Test
    void shouldRegisterAnewSoonAfterAServerLostUs() throws IOException {
        BrokerTwin broker = broker("i1", 0, "b1:10911");
        broker.work();
        network.kill(NS1);
        broker.pass(10_000);
        assertThat(broker.outer.status().get(0).registered()).isFalse();
        assertThat(broker.outer.status().get(0).problem()).contains("refuses");
        startServer(NS1);
        broker.pass(5_000);
        assertThat(route(NS1, "T1")).contains("b1:10911");
        assertThat(broker.outer.status().get(0).problem()).isNull();
    }

    @Test
    void shouldKeepRegistrationAliveForHours() {
        BrokerTwin broker = broker("i1", 0, "b1:10911");
        for (int minute = 0; minute < 120; minute++) {
            clockMs[0] += 60_000;
            broker.pass(60_000);
            assertThat(route(NS1, "T1")).contains("b1:10911");
        }
    }

    @Test
    void shouldLeaveAllServers() {
        BrokerTwin broker = broker("i1", 0, "b1:10911");
        broker.work();
        broker.outer.unregister(100);
        broker.pass(60_000);
        assertThat(route(NS1, "T1")).isNull();
        assertThat(route(NS2, "T1")).isNull();
    }

    @Test
    void shouldTellSlaveItsMaster() {
        broker("i1", 0, "b1:10911").work();
        BrokerTwin slave = broker("i2", 1, "b2:10911");
        slave.work();
        assertThat(slave.answers).hasSize(2).allSatisfy(answer -> {
            assertThat(answer.masterAddress()).isEqualTo("b1:10911");
            assertThat(answer.haAddress()).isEqualTo("b1:10912");
        });
    }

    @Test
    void shouldAskMoreOftenWhileThereIsNoMaster() {
        BrokerTwin slave = broker("i2", 1, "b2:10911");
        slave.masterDoubtful = true;
        slave.pass(6_500);
        assertThat(slave.answers.size()).isBetween(4, 8);
    }

    @Test
    void shouldNotRegisterBesideALivingBrokerOfTheSameName() {
        broker("i1", 0, "b1:10911").work();
        BrokerTwin copy = broker("i2", 0, "b9:10911");
        copy.pass(8_000);
        assertThat(route(NS1, "T1")).contains("b1:10911").doesNotContain("b9:10911");
        assertThat(copy.outer.status().get(0).problem()).contains("b1:10911").contains("broker-a");
        assertThat(copy.outer.awaitFirstRound(0)).isTrue();
    }

    @Test
    void shouldTakeItsPlaceAfterItsAddressChanged() {
        BrokerTwin before = broker("i1", 0, "b1:10911");
        before.work();
        network.kill(NS1);
        network.kill("b1:10911");
        BrokerTwin after = broker("i2", 0, "b5:10911");
        after.pass(1_000);
        assertThat(after.outer.status().get(1).problem()).as("the name service still holds it for alive")
            .contains("b1:10911");
        clockMs[0] += 66_000;
        after.pass(6_000);
        assertThat(route(NS2, "T1")).contains("b5:10911").doesNotContain("b1:10911");
        assertThat(after.outer.status().get(1).problem()).isNull();
    }

    @Test
    void shouldNotTakeItsOwnFormerAddressForARival() {
        broker("i1", 0, "b1:10911").work();
        BrokerTwin renamed = broker("i1", 0, "b5:10911");
        renamed.work();
        assertThat(network.calls).contains("b1:10911/" + OwnRequestCode.TABLE_VERSIONS);
        assertThat(renamed.outer.status().get(0).problem()).contains("registering");
    }

    @Test
    void shouldApplyOrderTopics() {
        network.call(NS1, RequestCode.PUT_KV_CONFIG,
            new KvConfigRequestHeader(KvConfig.ORDER_TOPICS, "T1", "broker-a:4"), null, 100).join();
        BrokerTwin broker = broker("i1", 0, "b1:10911");
        broker.work();
        assertThat(broker.topics.ordered).containsExactly("T1");
    }
}
