/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;
import org.tandemmq.broker.config.KnownKeys;
import org.tandemmq.broker.config.live.LiveSettings;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.ConnectionListener;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.RemotingServer;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.SerializeType;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.RegisterBrokerBody;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.remoting.protocol.header.RegisterBrokerRequestHeader;

/** A name service whose listener is a map and whose clock stands still until it is moved. */
final class NameServerTwin implements RemotingServer {

    private static final Map<String, String> SETTINGS = Map.of("orderMessageEnable", "false",
        "configBlackList", "configBlackList;configStorePath;kvConfigPath", "listenPort", "9876");

    /** Properties file of the settings. */
    String settingsFile = "# by hand\nlistenPort = 9876\n";
    private final Map<Integer, RequestProcessor> processors = new LinkedHashMap<>();
    private final NameServer server;
    private long nowMs = 1_000_000;

    NameServerTwin() throws IOException {
        this(StoredText.NONE);
    }

    NameServerTwin(StoredText kvFile) throws IOException {
        this(kvFile, UnaryOperator.identity());
    }

    NameServerTwin(StoredText kvFile, UnaryOperator<RequestProcessor> guard) throws IOException {
        server = new NameServer(new KvConfig(kvFile), new NameServerSettings(new LiveSettings(
            KnownKeys.ofNameServer(), SETTINGS, new SettingsFile())), () -> nowMs, 64 << 20);
        server.serve(this, Runnable::run, guard);
    }

    NameServer server() {
        return server;
    }

    void pass(long millis) {
        nowMs += millis;
        server.doWork(nowMs);
    }

    RemotingCommand call(Connection from, RemotingCommand request) {
        RemotingCommand[] answer = new RemotingCommand[1];
        processors.get(request.code()).process(from, request, new Reply() {
            @Override
            public void send(int code, String remark, CommandHeader header, Payload payload) {
                answer[0] = command(code, remark, header, payload);
            }

            @Override
            public void drop() {
                throw new AssertionError("dropped");
            }

            @Override
            public boolean isOpen() {
                return true;
            }
        });
        return answer[0];
    }

    RemotingCommand call(int code, Map<String, String> fields) {
        return call(new InProcessConnection(), new RemotingCommand(code, 0, RemotingCommand.OWN_VERSION, 1, 0, null,
            new MapFields(fields), Payload.of(new byte[0]).slice(0), SerializeType.JSON));
    }

    /** Registers one broker of cluster C1 with these topics of four queues. */
    RemotingCommand register(Connection from, String name, long id, String address, String... topics) {
        return register(from, name, id, address, new DataVersion(0, 1_700_000_000_000L, topics.length), topics);
    }

    RemotingCommand register(Connection from, String name, long id, String address, DataVersion version,
                             String... topics) {
        List<TopicConfig> configs = List.of(topics).stream().map(topic -> TopicConfig.of(topic, 4, 6)).toList();
        byte[] body = new RegisterBrokerBody(version, configs).encode();
        CRC32 crc = new CRC32();
        crc.update(body);
        RegisterBrokerRequestHeader header = new RegisterBrokerRequestHeader(name, address, "C1",
            address.replaceAll(":.*", ":10912"), id, false, crc.getValue() & 0x7FFF_FFFF, null, false, null);
        return call(from, command(RequestCode.REGISTER_BROKER, null, header, Payload.of(body)));
    }

    String route(String topic) {
        RemotingCommand answer = call(RequestCode.GET_ROUTEINFO_BY_TOPIC, Map.of("topic", topic));
        return answer.code() == 0 ? GoldenFrames.body(answer) : null;
    }

    static RemotingCommand command(int code, String remark, CommandHeader header, Payload payload) {
        return new RemotingCommand(code, 0, RemotingCommand.OWN_VERSION, 1, 0, remark,
            header == null ? new MapFields(Map.of()) : MapFields.of(header),
            payload == null ? Payload.of(new byte[0]).slice(0) : payload.slice(0), SerializeType.JSON);
    }

    private final class SettingsFile implements LiveSettings.ConfigText {
        @Override
        public byte[] load() {
            return settingsFile.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void save(byte[] content) {
            settingsFile = new String(content, StandardCharsets.UTF_8);
        }
    }

    @Override
    public void register(int code, RequestProcessor processor, Executor executor) {
        processors.put(code, processor);
    }

    @Override
    public void onConnections(ConnectionListener listener) {
        throw new AssertionError("not used");
    }

    @Override
    public void start() {
        throw new AssertionError("not used");
    }

    @Override
    public int port() {
        return 0;
    }

    @Override
    public void close() {
        processors.clear();
    }
}
