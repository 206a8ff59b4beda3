/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.CompressedRegistration;
import org.tandemmq.remoting.protocol.body.JsonException;
import org.tandemmq.remoting.protocol.body.RegisterBrokerBody;

/** Clients that ask for too much: what is above a limit is refused with the limit and changes nothing. */
class NameServerLimitsTest {

    private final InProcessConnection first = new InProcessConnection();
    private final InProcessConnection second = new InProcessConnection();
    private NameServerTwin twin;

    @BeforeEach
    void start() throws IOException {
        twin = new NameServerTwin();
    }

    @ParameterizedTest
    @CsvSource({"100, true", "101, false", "102, true", "104, false", "105, false", "106, false", "205, true",
        "206, false", "216, true", "219, false", "224, false", "304, false", "318, true", "319, true", "327, true",
        "901, false", "904, false"})
    void shouldLetOnlyAdministratorsChangeAnything(int code, boolean guarded) throws IOException {
        NameServerTwin closed = new NameServerTwin(StoredText.NONE, behind -> (connection, request, reply) ->
            reply.send(ResponseCode.NO_PERMISSION, "no administrator"));
        closed.register(first, "broker-a", 0, "10.0.0.1:10911", "T1", "T2");
        RemotingCommand answer = closed.call(code, Map.of("namespace", "S", "key", "k", "value", "v", "topic", "T1",
            "brokerName", "broker-a", "brokerAddr", "10.0.0.1:10911", "clusterName", "C1", "cluster", "C1",
            "brokerId", "9"));
        assertThat(answer.code() == ResponseCode.NO_PERMISSION).isEqualTo(guarded);
        assertThat(closed.route("T1")).contains("\"perm\":6");
    }

    private RemotingCommand put(String space, String key, String value) {
        return twin.call(RequestCode.PUT_KV_CONFIG, Map.of("namespace", space, "key", key, "value", value));
    }

    private void assertRefused(RemotingCommand answer, String limit) {
        assertThat(answer.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(answer.remark()).contains(limit);
    }

    @Test
    void shouldLimitTheBytesOfTheKeyValueTable() {
        String value = "\u00e4".repeat(60_000);
        int fitting = KvConfig.TABLE_BYTES_MAX / (2 * value.length() + 3);
        for (int i = 0; i < fitting; i++) {
            assertThat(put("S", "" + (10 + i), value).code()).isZero();
        }
        assertRefused(put("S", "more", value), "" + KvConfig.TABLE_BYTES_MAX);
        assertThat(put("S", "10", value).code()).isZero();
        assertThat(put("S", "10", "short").code()).isZero();
        assertThat(put("S", "ab", value.substring(100)).code()).isZero();
        assertRefused(put("S", "10", value), "" + KvConfig.TABLE_BYTES_MAX);
        twin.call(RequestCode.DELETE_KV_CONFIG, Map.of("namespace", "S", "key", "11"));
        assertThat(put("S", "10", value).code()).isZero();
    }

    @Test
    void shouldLimitNamesAndValuesOfTheKeyValueTable() {
        assertThat(put("s".repeat(255), "k".repeat(255), "v").code()).isZero();
        assertRefused(put("s".repeat(256), "k", "v"), "255");
        assertRefused(put("S", "k".repeat(256), "v"), "255");
        assertRefused(put("S", "k", "v".repeat(65_536)), "65536");
    }

    private static ByteBuffer compressed(int count, int zeroBytes) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
            out.writeInt(2);
            out.write("{}".getBytes(StandardCharsets.UTF_8));
            out.writeInt(count);
            out.write(new byte[zeroBytes]);
        }
        return ByteBuffer.wrap(bytes.toByteArray());
    }

    private static void assertUnreadable(ByteBuffer body, String limit) {
        assertThatThrownBy(() -> CompressedRegistration.read(body)).isInstanceOf(JsonException.class)
            .hasMessageContaining(limit);
    }

    @Test
    void shouldLimitWhatACompressedRegistrationUnfoldsTo() throws IOException {
        assertUnreadable(compressed(1, 16 * 1024 * 1024), "more than 16777216 bytes");
        assertUnreadable(compressed(100_001, 2_000_000), "100001 topics, the limit is 100000");
        assertUnreadable(compressed(-1, 100), "-1 topics, the limit is 100000");
        assertUnreadable(compressed(8, 111), "8 topics in 111 bytes");
        assertUnreadable(compressed(8, 112), "topic of 1 words");
    }

    @Test
    void shouldLimitTheTopicsOfAPlainRegistration() {
        StringBuilder text = new StringBuilder("{\"topicConfigTable\":{\"T\":{}");
        for (int i = 1; i < RegisterBrokerBody.TOPICS_MAX; i++) {
            text.append(",\"T").append(i).append("\":{}");
        }
        byte[] most = (text + "}}").getBytes(StandardCharsets.UTF_8);
        assertThat(RegisterBrokerBody.read(ByteBuffer.wrap(most), 0).topics()).hasSize(100_000);
        byte[] more = (text + ",\"X\":{}}}").getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> RegisterBrokerBody.read(ByteBuffer.wrap(more), 0)).isInstanceOf(JsonException.class)
            .hasMessageContaining("100001 topics, the limit is 100000");
    }

    @Test
    void shouldNotEvictALiveBrokerForAnotherNameAtItsAddress() {
        twin.register(first, "broker-a", 0, "b1:10911", "T1");
        assertRefused(twin.register(second, "broker-x", 0, "b1:10911", "T2"), "broker-a");
        assertThat(twin.route("T1")).contains("b1:10911");
        assertThat(twin.route("T2")).isNull();
    }

    @Test
    void shouldTakeANewNameOverTheSameConnectionOrAfterTheOldOneIsGone() {
        twin.register(first, "broker-a", 0, "b1:10911", "T1");
        assertThat(twin.register(first, "broker-b", 0, "b1:10911", "T2").code()).isZero();
        assertThat(twin.route("T1")).isNull();
        first.close("renamed");
        assertThat(twin.register(second, "broker-c", 0, "b1:10911", "T3").code()).isZero();
        twin.pass(66_000);
        InProcessConnection third = new InProcessConnection();
        assertThat(twin.register(third, "broker-d", 0, "b1:10911", "T4").code()).isZero();
        assertThat(twin.route("T4")).contains("broker-d");
    }

    @Test
    void shouldLimitTheBrokersOfAConnectionAndDropThemTogether() {
        for (int i = 0; i < 64; i++) {
            assertThat(twin.register(first, "broker-" + i, 0, "b" + i + ":10911", "T", "T" + i).code()).isZero();
        }
        assertRefused(twin.register(first, "broker-64", 0, "b64:10911", "T"), "64 brokers");
        assertThat(twin.register(first, "broker-5", 0, "b5:10911", "T", "T5").code()).isZero();
        assertThat(twin.register(second, "broker-64", 0, "b64:10911", "T").code()).isZero();
        first.close("test");
        assertThat(twin.route("T")).contains("broker-64").doesNotContain("broker-5");
        assertThat(twin.route("T5")).isNull();
    }

    @Test
    void shouldDropAllSilentBrokersInOneScan() {
        twin.register(first, "broker-a", 0, "b1:10911", "T1");
        twin.register(first, "broker-a", 1, "b2:10911", "T1");
        twin.register(second, "broker-b", 0, "b3:10911", "T1");
        twin.pass(119_000);
        twin.register(second, "broker-b", 0, "b3:10911", "T1");
        twin.pass(2_000);
        assertThat(twin.route("T1")).contains("broker-b").doesNotContain("broker-a");
    }

    @Test
    void shouldLimitTheLengthOfNamesInRegistrations() {
        assertRefused(twin.register(first, "b".repeat(256), 0, "b1:10911", "T1"), "255");
        assertRefused(twin.register(first, "broker-a", 0, "b".repeat(256), "T1"), "255");
        String longest = "t".repeat(255);
        assertThat(twin.register(first, "broker-a", 0, "b1:10911", longest, longest + "t").code()).isZero();
        assertThat(twin.route(longest)).contains("b1:10911");
        assertThat(twin.route(longest + "t")).isNull();
    }
}
