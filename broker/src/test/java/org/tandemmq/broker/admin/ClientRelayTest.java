/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tandemmq.broker.ConnectionTwin;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.RemotingTimeoutException;
import org.tandemmq.remoting.protocol.RequestCode;

/** What a consumer is asked on a tool's behalf, and the ids that name no message which it could be given. */
class ClientRelayTest {

    private static final String OWN_HOST = "0A00000100002A9F";

    @TempDir
    private Path folder;
    private AdminTwin broker;
    private final ConnectionTwin client = new ConnectionTwin();

    @BeforeEach
    void open() {
        broker = new AdminTwin(folder);
        broker.fill("T", 0, 3);
        broker.consumer("g", client, "T");
    }

    private ReplyTwin give(String id) {
        return broker.ask(RequestCode.CONSUME_MESSAGE_DIRECTLY, "consumerGroup", "g", "clientId", "client-of-g",
            "msgId", id);
    }

    private String id(String host, long position) {
        return host + String.format("%016X", position);
    }

    @Test
    void shouldGiveTheMessageThatAnIdNames() {
        long second = broker.store.records("T", 0).get(1).position();
        assertThat(give(id(OWN_HOST, second)).code).as("no answer before the client's").isEqualTo(-1);
        assertThat(give(id(OWN_HOST, second).toLowerCase(Locale.ROOT)).code).isEqualTo(-1);
        assertThat(client.questions).containsExactly(309, 309);
    }

    @ParameterizedTest
    @CsvSource({"0A00000100002A9F, 1, 22", "0A00000100002A9F, -1, 22", "0A00000100002A9F, 1000000, 22",
        "0A00000100002A9F, 9223372036854775807, 22", "0A00000200002A9F, 0, 22", "0A00000100002AA0, 0, 22",
        "FD00000000000000000000000000000900002A9F, 0, 22", "0A0000010000, 0, 22"})
    void shouldAskNobodyAboutAnIdThatNamesNoMessageHere(String host, long position, int code) {
        ReplyTwin reply = give(id(host, position));
        assertThat(reply.code).isEqualTo(code);
        assertThat(reply.remark).contains(id(host, position));
        assertThat(client.questions).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"''", "0A00000100002A9F", "0A00000100002A9F000000000000000G", "nonsense", "x"})
    void shouldAskNobodyAboutNonsense(String id) {
        ReplyTwin reply = give(id);
        assertThat(reply.code).isIn(1, 22);
        assertThat(reply.remark).isNotBlank();
        assertThat(client.questions).isEmpty();
    }

    @Test
    void shouldSayWhoIsNotConnected() {
        for (int code : new int[] {RequestCode.GET_CONSUMER_RUNNING_INFO, RequestCode.CONSUME_MESSAGE_DIRECTLY}) {
            assertThat(broker.ask(code, "consumerGroup", "g", "clientId", "stranger", "msgId", id(OWN_HOST, 0)).remark)
                .contains("stranger", "not connected");
            assertThat(broker.ask(code, "consumerGroup", "nobody", "clientId", "client-of-g", "msgId",
                id(OWN_HOST, 0)).code).isEqualTo(1);
        }
    }

    @Test
    void shouldSayThatAClientDidNotAnswer() {
        ReplyTwin late = broker.ask(RequestCode.GET_CONSUMER_RUNNING_INFO, "consumerGroup", "g", "clientId",
            "client-of-g");
        client.answer.completeExceptionally(new RemotingTimeoutException("10000 ms"));
        assertThat(late.code).isEqualTo(207);
        ConnectionTwin broken = new ConnectionTwin();
        broken.answer.completeExceptionally(new RemotingException("connection lost"));
        broker.consumer("h", broken, "T");
        ReplyTwin lost = broker.ask(RequestCode.GET_CONSUMER_RUNNING_INFO, "consumerGroup", "h", "clientId",
            "client-of-h");
        assertThat(lost.code).isEqualTo(1);
        assertThat(lost.remark).contains("connection lost");
    }
}
