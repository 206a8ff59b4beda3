/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.broker.RequestTwin;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/**
 * Requests of stock clients of both lines, recorded between them and stock servers of both lines: our answers have the
 * same code, the same fields and bodies of the same form.
 */
class GoldenExchangeTest {

    /** Fields that only one line writes, and that clients of both do without. */
    private static final Set<String> OPTIONAL = Set.of("transactionId", "IS_SUPPORT_HEART_BEAT_V2", "IS_SUB_CHANGE",
        "topicSysFlag", "groupSysFlag", "MSG_REGION", "TRACE_ON");
    @TempDir
    private Path folder;

    private record Frame(JsonFields header, byte[] body) {
        static Frame of(String hex) {
            ByteBuffer frame = ByteBuffer.wrap(HexFormat.of().parseHex(hex));
            frame.getInt();
            byte[] header = new byte[frame.getInt() & 0xFFFFFF];
            frame.get(header);
            byte[] body = new byte[frame.remaining()];
            frame.get(body);
            return new Frame(JsonFields.of(JsonText.decodeFile(header, Object.class)), body);
        }
    }

    static Stream<String> exchanges() throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
            GoldenExchangeTest.class.getResourceAsStream("/client/exchanges.tsv"), StandardCharsets.UTF_8))) {
            return lines.lines().toList().stream();
        }
    }

    private static void listMembers(ClientCodesTwin broker, RemotingCommand request) {
        broker.ask(RequestTwin.json(RequestCode.HEART_BEAT, "{\"clientID\":\"c1\",\"consumerDataSet\":"
            + "[{\"groupName\":\"" + request.fields().text("consumerGroup") + "\"}]}"));
    }

    private static RemotingCommand request(Frame frame) {
        List<Object> fields = frame.header.object("extFields").asMap().entrySet().stream()
            .flatMap(field -> Stream.of(field.getKey(), field.getValue())).toList();
        return RequestTwin.of(frame.header.integer("code", -1), frame.body, fields.toArray());
    }

    @ParameterizedTest
    @MethodSource("exchanges")
    void shouldAnswerAsRecorded(String exchange) {
        String[] parts = exchange.split("\t", -1);
        RemotingCommand request = request(Frame.of(parts[1]));
        ClientCodesTwin broker = new ClientCodesTwin(folder, true);
        prepare(broker, request, parts[0]);
        ReplyTwin reply = broker.ask(request);
        if (parts[2].isEmpty()) {
            assertThat(reply.code).as(parts[0]).isZero();
            return;
        }
        Frame recorded = Frame.of(parts[2]);
        assertThat(reply.code).as(parts[0]).isEqualTo(recorded.header.integer("code", -1));
        assertThat(names(reply.fields)).as(parts[0])
            .isEqualTo(names(recorded.header.object("extFields").asMap()));
        if (recorded.body.length > 0 && recorded.body[0] == '{') {
            assertThat(shape(JsonText.decodeFile(reply.body, Object.class))).as(parts[0])
                .isEqualTo(shape(JsonText.decodeFile(recorded.body, Object.class)));
        }
    }

    /** The state in which the recorded server was. */
    private static void prepare(ClientCodesTwin broker, RemotingCommand request, String name) {
        broker.propertyFilter = true;
        String topic = request.fields().text("topic");
        if (request.code() == RequestCode.GET_CONSUMER_LIST_BY_GROUP) {
            listMembers(broker, request);
        }
        if (topic == null) {
            return;
        }
        broker.tables.topics.createIfAbsent(TopicConfig.of(topic, 8, 6));
        int queueId = request.fields().int32("queueId", 0);
        if (request.code() == RequestCode.QUERY_CONSUMER_OFFSET) {
            broker.tables.offsets.commit(request.fields().text("consumerGroup"), topic, queueId, 3);
        }
        boolean pull = request.fields().text("queueOffset") != null && !name.contains("offset-moved");
        long messages = pull ? request.fields().number("queueOffset", 0) + (name.contains("found-all") ? 1 : 0) : 0;
        for (long i = 0; i < messages; i++) {
            broker.ask(RequestTwin.of(RequestCode.SEND_MESSAGE, new byte[] {1}, "producerGroup", "p", "topic", topic,
                "queueId", queueId));
        }
    }

    private static Set<String> names(Map<String, ?> fields) {
        Set<String> names = fields == null ? new TreeSet<>() : new TreeSet<>(fields.keySet());
        names.removeAll(OPTIONAL);
        return names;
    }

    /** Names and kinds of a JSON value, without its values. */
    private static String shape(Object json) {
        if (json instanceof Map<?, ?> members) {
            TreeSet<String> shapes = new TreeSet<>();
            members.forEach((name, value) -> shapes.add(name + ":" + shape(value)));
            return shapes.toString();
        }
        if (json instanceof List<?> items) {
            TreeSet<String> shapes = new TreeSet<>();
            items.forEach(item -> shapes.add(shape(item)));
            return "list" + shapes;
        }
        return json == null ? "null" : json.getClass().getSimpleName();
    }
}
