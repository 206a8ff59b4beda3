/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.body.JsonText;

/** What a reference name server answered, asked from ours after the same registrations. */
class NameServerGoldenTest {

    private final Connection master = new InProcessConnection();
    private final Connection slave = new InProcessConnection();
    private NameServerTwin twin;

    @BeforeEach
    void registerTheRecordedPair() throws IOException {
        twin = new NameServerTwin();
        same(master, "103-REGISTER_BROKER-master-all-v5.3.3");
        same(master, "103-REGISTER_BROKER-master-incremental-v5.3.3");
        same(slave, "103-REGISTER_BROKER-slave-all-v5.3.3");
    }

    private RemotingCommand same(Connection from, String name) {
        GoldenFrames golden = GoldenFrames.read(name);
        RemotingCommand answer = twin.call(from, golden.request());
        assertThat(answer.code()).as(name).isEqualTo(golden.answer().code());
        assertThat(GoldenFrames.fields(answer.fields())).as(name)
            .isEqualTo(GoldenFrames.fields(golden.answer().fields()));
        return answer;
    }

    private void sameBody(String name) {
        assertThat(GoldenFrames.body(same(master, name))).as(name)
            .isEqualTo(GoldenFrames.body(GoldenFrames.read(name).answer()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"105-GET_ROUTEINFO_BY_TOPIC-v5.3.3", "105-GET_ROUTEINFO_BY_TOPIC-code17-v5.3.3",
        "106-GET_BROKER_CLUSTER_INFO-v5.3.3", "311-GET_UNIT_TOPIC_LIST-v5.3.3",
        "312-GET_HAS_UNIT_SUB_TOPIC_LIST-v5.3.3", "313-GET_HAS_UNIT_SUB_UNUNIT_TOPIC_LIST-v5.3.3",
        "101-GET_KV_CONFIG-code22-v5.3.3", "219-GET_KVLIST_BY_NAMESPACE-code22-v5.3.3",
        "216-DELETE_TOPIC_IN_NAMESRV-v5.3.3", "217-REGISTER_TOPIC_IN_NAMESRV-v5.3.3",
        "318-UPDATE_NAMESRV_CONFIG-v5.3.3", "322-QUERY_DATA_VERSION-unknown-broker-v5.3.3",
        "102-DELETE_KV_CONFIG-v5.3.3"})
    void shouldAnswerByteForByte(String name) throws IOException {
        if (name.contains("unknown-broker")) {
            twin = new NameServerTwin();
        }
        sameBody(name);
    }

    @Test
    void shouldAnswerRouteOfOldClientWithSameTree() {
        twin.call(slave, GoldenFrames.read("104-UNREGISTER_BROKER-slave-v5.3.3").request());
        GoldenFrames golden = GoldenFrames.read("105-GET_ROUTEINFO_BY_TOPIC-v4.9.8");
        assertThat(GoldenFrames.body(twin.call(master, golden.request())))
            .isEqualTo(GoldenFrames.body(golden.answer()));
    }

    @Test
    void shouldWriteBareKeysForClientsBefore494() {
        RemotingCommand request = GoldenFrames.read("105-GET_ROUTEINFO_BY_TOPIC-v5.3.3").request();
        RemotingCommand old = new RemotingCommand(request.code(), 0, 393, 1, 0, null, request.fields(),
            request.body(), request.serializeType());
        assertThat(GoldenFrames.body(twin.call(master, old))).contains("{0:\"10.0.0.1:41911\",1:");
        RemotingCommand strict = new RemotingCommand(request.code(), 0, 393, 1, 0, null,
            new MapFields(Map.of("topic", "Sample", "acceptStandardJsonOnly", "true")), request.body(),
            request.serializeType());
        assertThat(GoldenFrames.body(twin.call(master, strict))).contains("{\"0\":\"10.0.0.1:41911\",\"1\":");
    }

    @Test
    void shouldListTheSameTopics() {
        same(slave, "103-REGISTER_BROKER-slave-incremental-v5.3.3");
        Set<String> registered = names("103-REGISTER_BROKER-master-all-v5.3.3",
            "103-REGISTER_BROKER-master-incremental-v5.3.3");
        assertThat(topics(same(master, "206-GET_ALL_TOPIC_LIST_FROM_NAMESERVER-v5.3.3"))).isEqualTo(registered);
        assertThat(topics(same(master, "224-GET_TOPICS_BY_CLUSTER-v5.3.3"))).isEqualTo(registered);
        RemotingCommand system = same(master, "304-GET_SYSTEM_TOPIC_LIST_FROM_NS-v5.3.3");
        assertThat(topics(system)).containsExactly("GoldCluster", "gold-a");
        assertThat(GoldenFrames.body(system)).contains("\"brokerAddr\":\"10.0.0.1:41911\"");
    }

    private static Set<String> topics(RemotingCommand answer) {
        Map<?, ?> body = JsonText.decode(answer.body(), Map.class);
        Set<String> names = new TreeSet<>();
        ((List<?>) body.get("topicList")).forEach(name -> names.add((String) name));
        return names;
    }

    private static Set<String> names(String... registrations) {
        Set<String> names = new TreeSet<>();
        for (String registration : registrations) {
            Map<?, ?> body = JsonText.decode(GoldenFrames.read(registration).request().body(), Map.class);
            Map<?, ?> wrapper = (Map<?, ?>) body.get("topicConfigSerializeWrapper");
            ((Map<?, ?>) wrapper.get("topicConfigTable")).keySet().forEach(name -> names.add((String) name));
        }
        return names;
    }

    @Test
    void shouldTellStoredVersion() {
        RemotingCommand answer = twin.call(master,
            GoldenFrames.read("322-QUERY_DATA_VERSION-changed-v5.3.3").request());
        assertThat(answer.fields().text("changed")).isEqualTo("true");
        assertThat(GoldenFrames.body(answer))
            .isEqualTo("{\"counter\":1,\"stateVersion\":0,\"timestamp\":1795978063319}");
    }

    @Test
    void shouldWipeAndAddWritePermission() {
        RemotingCommand wiped = twin.call(master, GoldenFrames.read("205-WIPE_WRITE_PERM_OF_BROKER-v5.3.3").request());
        int topics = topics(twin.call(206, Map.of())).size();
        assertThat(GoldenFrames.fields(wiped.fields())).isEqualTo(Map.of("wipeTopicCount", String.valueOf(topics)));
        assertThat(twin.route("Sample")).contains("\"perm\":4");
        twin.call(master, GoldenFrames.read("103-REGISTER_BROKER-master-incremental-v5.3.3").request());
        assertThat(twin.route("Sample")).as("survives a registration of the same version").contains("\"perm\":4");
        RemotingCommand added = twin.call(master, GoldenFrames.read("327-ADD_WRITE_PERM_OF_BROKER-v5.3.3").request());
        assertThat(GoldenFrames.fields(added.fields())).isEqualTo(Map.of("addTopicCount", String.valueOf(topics)));
        assertThat(twin.route("Sample")).contains("\"perm\":6");
    }

    @Test
    void shouldListMembersOfAGroup() {
        assertThat(GoldenFrames.body(twin.call(master,
            GoldenFrames.read("901-GET_BROKER_MEMBER_GROUP-v5.3.3").request())))
            .isEqualTo(GoldenFrames.body(GoldenFrames.read("901-GET_BROKER_MEMBER_GROUP-v5.3.3").answer()));
        assertThat(GoldenFrames.body(twin.call(901, Map.of("clusterName", "GoldCluster", "brokerName", "none"))))
            .isEqualTo("{\"brokerMemberGroup\":{\"brokerAddrs\":{},\"brokerName\":\"none\","
                + "\"cluster\":\"GoldCluster\"}}");
    }

    @Test
    void shouldTakeRegistrationsOfOlderBrokers() throws IOException {
        twin = new NameServerTwin();
        same(master, "103-REGISTER_BROKER-master-all-v4.9.8");
        same(slave, "103-REGISTER_BROKER-slave-all-v4.9.8");
        assertThat(twin.route("gold-a")).contains("\"0\":\"10.0.0.1:41911\",\"1\":\"10.0.0.2:41921\"");
    }

    @Test
    void shouldForgetBrokersThatUnregister() {
        same(slave, "104-UNREGISTER_BROKER-slave-v5.3.3");
        assertThat(twin.route("Sample")).contains("10.0.0.1:41911").doesNotContain("10.0.0.2:41921");
        same(master, "104-UNREGISTER_BROKER-master-v5.3.3");
        assertThat(twin.route("Sample")).isNull();
        assertThat(GoldenFrames.body(twin.call(106, Map.of())))
            .isEqualTo("{\"brokerAddrTable\":{},\"clusterAddrTable\":{}}");
    }
}
