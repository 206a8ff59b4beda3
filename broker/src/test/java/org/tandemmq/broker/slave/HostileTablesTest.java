/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.broker.ConnectionTwin;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.broker.RequestTwin;
import org.tandemmq.broker.metadata.ReplicatedTable;
import org.tandemmq.broker.outer.OwnRequestCode;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.body.JsonException;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/** Tables from another broker, or from whoever says so, that are small as text and would fill the heap. */
class HostileTablesTest {

    @TempDir
    private Path folder;
    private Node node;

    @BeforeEach
    void open() {
        node = new Node(folder, true, new AtomicLong(1_700_000_000_000L));
    }

    /** Objects that take more memory than all JSON texts may. */
    private static byte[] body(String table) {
        long pieces = Runtime.getRuntime().maxMemory() / 3 / 150;
        return table.formatted("[" + "{\"b\":1},".repeat((int) pieces) + "0]").getBytes(StandardCharsets.UTF_8);
    }

    private int push(byte[] body) {
        ReplyTwin reply = new ReplyTwin();
        RemotingCommand request = RequestTwin.of(OwnRequestCode.PUSH_OFFSETS, body);
        node.processor(true).process(new ConnectionTwin(), request, reply);
        return reply.code;
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"offsetTable\":{},\"x\":%s}", "{\"offsetTable\":{\"T@G\":%s}}",
        "{\"offsetTable\":{},\"resetStamps\":{\"T@G\":{0:%s}}}"})
    void shouldRefuseOffsetsOfASlave(String table) {
        byte[] body = body(table);
        assertThatThrownBy(() -> push(body)).isInstanceOf(JsonException.class).hasMessageContaining("[OVERLOAD]")
            .hasMessageContaining("the limit of all is");
    }

    @ParameterizedTest
    @CsvSource({"0, topicConfigTable", "1, offsetTable", "2, offsetTable", "3, subscriptionGroupTable"})
    void shouldRefuseTablesOfAMasterAndKeepTheirOwn(int index, String member) {
        ReplicatedTable table = node.followed().get(index).table();
        String before = new String(table.snapshot(), StandardCharsets.UTF_8);
        for (String text : List.of("{\"%s\":{\"T@G\":{\"x\":%%s}}}", "{\"x\":%%s,\"%s\":{}}")) {
            byte[] body = body(text.formatted(member));
            assertThatThrownBy(() -> table.replaceWith(body)).isInstanceOf(JsonException.class)
                .hasMessageContaining("[OVERLOAD]").hasMessageContaining("the limit of all is");
        }
        assertThat(new String(table.snapshot(), StandardCharsets.UTF_8)).isEqualTo(before);
    }

    @Test
    void shouldTakeNoMorePairsThanFromClients() {
        node.topics.update(List.of(TopicConfig.of("T", 4, 6)));
        StringBuilder pairs = new StringBuilder("{\"offsetTable\":{\"T@G\":{0:7}");
        for (int i = 0; i < 20_000; i++) {
            pairs.append(",\"T@g").append(i).append("\":{0:1}");
        }
        assertThat(push(pairs.append("}}").toString().getBytes(StandardCharsets.UTF_8))).isZero();
        assertThat(node.offsets.groupsOf("T").size()).as("1 MiB, 350 bytes each and more").isBetween(2_500, 3_000);
    }

    @Test
    void shouldBelieveNoStampThatWasNeverGivenOut() {
        node.topics.update(List.of(TopicConfig.of("T", 4, 6)));
        assertThatThrownBy(() -> push("{\"offsetTable\":{},\"resetEpoch\":9223372036854775807}"
            .getBytes(StandardCharsets.UTF_8))).hasMessageContaining("resetEpoch is 9223372036854775807");
        assertThat(push(("{\"offsetTable\":{\"T@G\":{0:7}},\"resetEpoch\":3,\"resetStamps\":{\"T@G\":{0:99}},"
            + "\"resetDeletions\":{\"T@\":{\"stamp\":99,\"position\":5}}}").getBytes(StandardCharsets.UTF_8)))
            .isZero();
        assertThat(node.offsets.deletions().topics()).isEmpty();
        node.offsets.commit("G", "T", 0, 5);
        assertThat(new String(node.offsets.snapshot(), StandardCharsets.UTF_8)).as("a reset counts on")
            .contains("\"resetEpoch\":4", "\"resetStamps\":{\"T@G\":{0:4}}");
    }
}
