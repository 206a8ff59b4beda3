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
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.broker.config.ConfigException;
import org.tandemmq.broker.config.KnownKeys;
import org.tandemmq.broker.config.live.LiveSettings;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.SerializeType;
import org.tandemmq.remoting.protocol.body.JsonException;
import org.tandemmq.remoting.protocol.header.KvConfigRequestHeader;
import org.tandemmq.remoting.protocol.header.RegisterBrokerRequestHeader;

/** Bodies that are compressed, damaged, too large or of another time; the key-value table and the settings. */
class NameServerBodiesTest {

    private final InProcessConnection from = new InProcessConnection();
    private NameServerTwin twin;

    @BeforeEach
    void start() throws IOException {
        twin = new NameServerTwin();
    }

    private RemotingCommand register(byte[] body, boolean compressed, long crc, int version) {
        RegisterBrokerRequestHeader header = new RegisterBrokerRequestHeader("broker-a", "b1:10911", "C1", "b1:10912",
            0, compressed, crc, null, null, null);
        RemotingCommand command = NameServerTwin.command(RequestCode.REGISTER_BROKER, null, header, Payload.of(body));
        return twin.call(from, new RemotingCommand(command.code(), 0, version, 1, 0, null, command.fields(),
            command.body(), SerializeType.JSON));
    }

    private static byte[] compressed(int topics, int textBytes) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
            piece(out, "{\"counter\":3,\"timestamp\":1700000000000}");
            out.writeInt(topics);
            for (int i = 0; i < topics; i++) {
                piece(out, "T" + i + " 4 8 6 SINGLE_TAG" + (textBytes > 0 ? " " + "x".repeat(textBytes) : ""));
            }
            piece(out, "[]");
        }
        return bytes.toByteArray();
    }

    private static void piece(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    @Test
    void shouldReadCompressedRegistrationsWithAndWithoutAttributes() throws IOException {
        assertThat(register(compressed(3, 0), true, 0, 409).code()).isZero();
        assertThat(twin.route("T2")).contains("\"readQueueNums\":4").contains("\"writeQueueNums\":8");
        assertThat(register(compressed(4, 10), true, 0, 479).code()).isZero();
        assertThat(twin.route("T3")).contains("\"perm\":6");
    }

    @Test
    void shouldRefuseStreamsThatUnfoldTooFarOrAreDamaged() throws IOException {
        byte[] bomb = compressed(70, 1024 * 1024);
        assertThatThrownBy(() -> register(bomb, true, 0, 479)).isInstanceOf(JsonException.class)
            .hasMessageContaining("unfolds to more than");
        byte[] whole = compressed(50, 0);
        byte[] half = Arrays.copyOf(whole, whole.length / 2);
        assertThatThrownBy(() -> register(half, true, 0, 479)).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> register(new byte[] {1, 2, 3}, true, 0, 479)).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> register("{\"a\":".getBytes(StandardCharsets.UTF_8), false, 0, 479))
            .isInstanceOf(JsonException.class);
        assertThat(twin.route("T1")).isNull();
    }

    @Test
    void shouldCheckTheChecksum() {
        byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
        RemotingCommand answer = register(body, false, 12345, 479);
        assertThat(answer.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(answer.remark()).contains("12345");
    }

    @Test
    void shouldReadBareTablesOfVeryOldBrokersAndNoTopicsWhenTheyWrapThem() {
        String bare = "{\"dataVersion\":{\"counter\":1,\"timestamp\":5},\"topicConfigTable\":{\"Old\":{\"perm\":6,"
            + "\"readQueueNums\":2,\"topicName\":\"Old\",\"writeQueueNums\":2}}}";
        String wrapped = "{\"topicConfigSerializeWrapper\":" + bare.replace("Old", "New") + "}";
        assertThat(register(wrapped.getBytes(StandardCharsets.UTF_8), false, 0, 0).code()).isZero();
        assertThat(twin.route("New")).isNull();
        assertThat(register(bare.getBytes(StandardCharsets.UTF_8), false, 0, 36).code()).isZero();
        assertThat(twin.route("Old")).contains("\"readQueueNums\":2");
        assertThat(register(new byte[0], false, 0, 479).code()).isZero();
    }

    @Test
    void shouldKeepKeysOverARestart() throws IOException {
        byte[][] kept = new byte[1][];
        StoredText file = new StoredText() {
            @Override
            public <T> Optional<T> load(Function<byte[], T> parser) {
                return Optional.ofNullable(kept[0]).map(parser);
            }

            @Override
            public void save(byte[] content) {
                kept[0] = content;
            }
        };
        twin = new NameServerTwin(file);
        twin.call(RequestCode.PUT_KV_CONFIG, Map.of("namespace", "SPACE", "key", "k", "value", "v"));
        assertThat(new String(kept[0], StandardCharsets.UTF_8))
            .isEqualTo("{\"configTable\":{\"SPACE\":{\"k\":\"v\"}}}");
        twin = new NameServerTwin(file);
        assertThat(twin.call(RequestCode.GET_KV_CONFIG, Map.of("namespace", "SPACE", "key", "k")).fields()
            .text("value")).isEqualTo("v");
        twin.call(RequestCode.DELETE_KV_CONFIG, Map.of("namespace", "SPACE", "key", "k"));
        RemotingCommand empty = twin.call(RequestCode.GET_KVLIST_BY_NAMESPACE, Map.of("namespace", "SPACE"));
        assertThat(GoldenFrames.body(empty)).isEqualTo("{\"table\":{}}");
    }

    @Test
    void shouldChangeNothingWhenTheFileCantBeWritten() throws IOException {
        twin = new NameServerTwin(new StoredText() {
            @Override
            public <T> Optional<T> load(Function<byte[], T> parser) {
                return Optional.empty();
            }

            @Override
            public void save(byte[] content) throws IOException {
                throw new IOException("disk full");
            }
        });
        assertThatThrownBy(() -> twin.call(RequestCode.PUT_KV_CONFIG,
            Map.of("namespace", "SPACE", "key", "k", "value", "v"))).hasMessageContaining("nothing was changed");
        assertThat(twin.call(RequestCode.GET_KV_CONFIG, Map.of("namespace", "SPACE", "key", "k")).code())
            .isEqualTo(ResponseCode.QUERY_NOT_FOUND);
    }

    @Test
    void shouldPutOrderConfigurationIntoRoutesWhenAskedTo() {
        twin.register(from, "broker-a", 0, "b1:10911", "T1");
        twin.call(from, NameServerTwin.command(RequestCode.PUT_KV_CONFIG, null,
            new KvConfigRequestHeader(KvConfig.ORDER_TOPICS, "T1", "broker-a:4"), null));
        assertThat(twin.route("T1")).doesNotContain("orderTopicConf");
        RemotingCommand changed = twin.call(from, NameServerTwin.command(RequestCode.UPDATE_NAMESRV_CONFIG, null, null,
            Payload.of("orderMessageEnable=true\n".getBytes(StandardCharsets.UTF_8))));
        assertThat(changed.code()).isZero();
        assertThat(twin.route("T1")).contains("\"orderTopicConf\":\"broker-a:4\"");
        RemotingCommand registered = twin.register(from, "broker-a", 0, "b1:10911", "T1");
        assertThat(GoldenFrames.body(registered)).isEqualTo("{\"table\":{\"T1\":\"broker-a:4\"}}");
        assertThat(GoldenFrames.body(twin.call(RequestCode.GET_NAMESRV_CONFIG, Map.of())))
            .contains("orderMessageEnable=true\n");
    }

    private RemotingCommand change(String text) {
        return twin.call(from, NameServerTwin.command(RequestCode.UPDATE_NAMESRV_CONFIG, null, null,
            Payload.of(text.getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void shouldWriteOneLineOfTheFile() {
        assertThat(change("orderMessageEnable=true\nlistenPort=9876\n").code()).isZero();
        assertThat(twin.settingsFile).isEqualTo("# by hand\nlistenPort = 9876\norderMessageEnable=true\n");
        assertThat(change("orderMessageEnable=false\n").code()).isZero();
        assertThat(twin.settingsFile).isEqualTo("# by hand\nlistenPort = 9876\norderMessageEnable=false\n");
    }

    /** All or nothing, whatever else the request says: paths, ports, names nobody knows, lines within a value. */
    @ParameterizedTest
    @ValueSource(strings = {"kvConfigPath=/x", "configStorePath=/x", "rocketmqHome=/x", "configBlackList=",
        "configBlackList=configBlackList;configStorePath;kvConfigPath", "listenPort=abc", "listenPort=9877",
        "adminAllowedPeers=", "bindAddress=0.0.0.0", "unknownKeys=warn", "nobodyKnowsThis=1", "clusterTest=true",
        "\\u006bvConfigPath=/x", "kvConfig\\\nPath=/x", "kvConfigPath /x", "=/x",
        "orderMessageEnable=true\\nkvConfigPath=/x", "orderMessageEnable=true\\rkvConfigPath=/x",
        "orderMessageEnable=perhaps", "orderMessageEnable="})
    void shouldRefuseEverythingElse(String line) {
        String before = GoldenFrames.body(twin.call(RequestCode.GET_NAMESRV_CONFIG, Map.of()));
        for (String text : List.of(line, "orderMessageEnable=true\n" + line + "\n", line
            + "\nserverChannelMaxIdleTimeSeconds=120\n")) {
            RemotingCommand refused = change(text);
            assertThat(refused.code()).as(text).isEqualTo(ResponseCode.NO_PERMISSION);
            assertThat(refused.remark()).isNotBlank();
        }
        assertThat(twin.settingsFile).isEqualTo("# by hand\nlistenPort = 9876\n");
        assertThat(GoldenFrames.body(twin.call(RequestCode.GET_NAMESRV_CONFIG, Map.of()))).isEqualTo(before);
    }

    @Test
    void shouldSayThatABodyIsNoSettings() {
        assertThat(change("\\u00").code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(change("").code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(change("# only a comment\n").remark()).isEqualTo("the body names no key");
    }

    @Test
    void shouldRefuseTheKeyThatAnOperatorForbids() {
        NameServerSettings forbidden = new NameServerSettings(new LiveSettings(KnownKeys.ofNameServer(),
            Map.of("orderMessageEnable", "false", "configBlackList", "listenPort; orderMessageEnable"), null));
        assertThatThrownBy(() -> forbidden.change(Map.of("orderMessageEnable", "true")))
            .isInstanceOf(ConfigException.class).hasMessageContaining("black list: orderMessageEnable");
        assertThat(forbidden.orderMessageEnable()).isFalse();
    }
}
