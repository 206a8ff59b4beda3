/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.broker.outer.OwnRequestCode;
import org.tandemmq.remoting.ListenPort;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.netty.NettyRemotingClient;
import org.tandemmq.remoting.netty.NettyRemotingServer;
import org.tandemmq.remoting.netty.NettySettings;
import org.tandemmq.store.ha.RecordMark;
import org.tandemmq.store.ha.history.TailAnswer;
import org.tandemmq.store.ha.history.TailConfirmation;
import org.tandemmq.store.ha.history.TailQuestion;
import org.tandemmq.store.record.RecordLayout;

/** Asks masters of our kind and of the other one over real connections. */
class MasterTailTest {

    private static final long POSITION = 4_000;

    private final NettyRemotingServer server = new NettyRemotingServer(NettySettings.DEFAULTS.withIoThreads(1),
        List.of(new ListenPort("127.0.0.1", 0, Set.of(), "test")));
    private final RemotingClient client = new NettyRemotingClient(NettySettings.DEFAULTS.withIoThreads(1));
    private String name = "broker-a";
    private long nowMs;
    private TailQuestion asked;

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private TailAnswer ask(TailQuestion question) {
        return ask(new MasterTail("broker-a", client, () -> "127.0.0.1:" + server.port(), "", () -> nowMs), question);
    }

    private static TailAnswer ask(MasterTail tail, TailQuestion question) {
        return tail.ask(question).orTimeout(10, TimeUnit.SECONDS).join();
    }

    private static long first(MasterTail tail) {
        return tail.firstPosition(65_536).orTimeout(10, TimeUnit.SECONDS).join();
    }

    private static TailQuestion question(RecordMark mark) {
        return new TailQuestion(mark, mark.endPosition(), 65_536, new InetSocketAddress("127.0.0.1", 40_123));
    }

    private static ByteBuffer record(long storeMs) {
        ByteBuffer record = ByteBuffer.allocate(120);
        record.putInt(RecordLayout.TOTAL_SIZE, 120).putInt(RecordLayout.MAGIC, RecordLayout.MAGIC_V1)
            .putInt(RecordLayout.BODY_CRC, 77).putLong(RecordLayout.POSITION, POSITION)
            .putLong(RecordLayout.storeTimestamp(0), storeMs);
        return record;
    }

    private void serveAnotherKind(long min, long end, ByteBuffer record) {
        RequestProcessor settings = (connection, request, reply) -> reply.send(0, null, null, Payload.of(
            ("brokerId=0\nbrokerName=" + name + "\nbrokerRole=ASYNC_MASTER\n").getBytes(StandardCharsets.UTF_8)));
        RequestProcessor info = (connection, request, reply) -> reply.send(0, null, null, Payload.of(
            ("{\"table\":{\"commitLogMinOffset\":\"" + min + "\",\"commitLogMaxOffset\":\"" + end + "\"}}")
                .getBytes(StandardCharsets.UTF_8)));
        RequestProcessor view = (connection, request, reply) -> {
            if (request.fields().requiredNumber("offset") == POSITION) {
                reply.send(0, null, null, Payload.of(record.array()));
            } else {
                reply.send(1, "can not find message by the offset");
            }
        };
        server.register(26, settings, null);
        server.register(28, info, null);
        server.register(33, view, null);
        server.start();
    }

    @Test
    void shouldBringQuestionAndAnswerAcross() {
        server.register(OwnRequestCode.CONFIRM_TAIL, new ConfirmTailProcessor("broker-a", question -> {
            asked = question;
            return new TailAnswer(TailAnswer.Verdict.DIFFERENT, 10, 9_000, "other bytes");
        }), null);
        server.start();
        TailQuestion question = question(new RecordMark(POSITION, 120, -5, 1_700_000_000_000L));
        TailAnswer answer = ask(question);
        assertThat(answer).isEqualTo(new TailAnswer(TailAnswer.Verdict.DIFFERENT, 10, 9_000, "other bytes"));
        assertThat(asked).isEqualTo(question);
    }

    /** It would follow for a whole segment, and the next message would be the one that no slave can take. */
    @Test
    void shouldBeginNoCopyInSegmentsOfAnotherSize() {
        server.register(OwnRequestCode.CONFIRM_TAIL, new ConfirmTailProcessor("broker-a", question -> {
            asked = question;
            return new TailAnswer(question.segmentBytes() == 65_536 ? TailAnswer.Verdict.SEGMENT_SIZE
                : TailAnswer.Verdict.AHEAD, 0, 9_000, "made up");
        }), null);
        server.start();
        MasterTail tail = new MasterTail("broker-a", client, () -> "127.0.0.1:" + server.port(), "", () -> nowMs);
        assertThat(first(tail)).isEqualTo(TailConfirmation.OTHER_SEGMENTS);
        assertThat(tail.firstPosition(4096).orTimeout(10, TimeUnit.SECONDS).join()).isZero();
        assertThat(asked.channel()).isNull();
    }

    @Test
    void shouldCompareTheBytesThatAnotherKindOfMasterGives() {
        serveAnotherKind(0, 9_000, record(5));
        RecordMark same = RecordMark.of(record(5), POSITION);
        assertThat(ask(question(same)).verdict()).isEqualTo(TailAnswer.Verdict.SAME);
        RecordMark other = RecordMark.of(record(6), POSITION);
        assertThat(ask(question(other)).verdict()).isEqualTo(TailAnswer.Verdict.DIFFERENT);
    }

    @Test
    void shouldNotTakeAnotherBrokersWord() {
        server.register(OwnRequestCode.CONFIRM_TAIL, new ConfirmTailProcessor("broker-b", question -> {
            throw new AssertionError("asked");
        }), null);
        name = "broker-b";
        serveAnotherKind(0, 9_000, record(5));
        TailAnswer answer = ask(question(new RecordMark(POSITION, 120, 1, 1)));
        assertThat(answer.verdict()).isEqualTo(TailAnswer.Verdict.NO_ANSWER);
        assertThat(answer.reason()).contains("broker-b", "broker-a");
        MasterTail tail = new MasterTail("broker-a", client, () -> "127.0.0.1:" + server.port(), "", () -> nowMs);
        assertThat(first(tail)).isEqualTo(TailConfirmation.NOT_KNOWN);
        nowMs = 60_000;
        assertThat(first(tail)).as("whatever it knows, it is another broker").isEqualTo(TailConfirmation.NOT_KNOWN);
    }

    @Test
    void shouldTellAMissingRecordFromAMasterThatIsJustStarting() {
        String[] remark = {"can not find message by the offset, 4000"};
        RecordMark mark = RecordMark.of(record(5), POSITION);
        NettyRemotingServer other = new NettyRemotingServer(NettySettings.DEFAULTS.withIoThreads(1),
            List.of(new ListenPort("127.0.0.1", 0, Set.of(), "test")));
        other.register(26, (connection, request, reply) -> reply.send(0, null, null,
            Payload.of("brokerName=broker-a".getBytes(StandardCharsets.UTF_8))), null);
        other.register(28, (connection, request, reply) -> reply.send(0, null, null, Payload.of(
            "{\"table\":{\"commitLogMinOffset\":\"0\",\"commitLogMaxOffset\":\"9000\"}}"
                .getBytes(StandardCharsets.UTF_8))), null);
        other.register(33, (connection, request, reply) -> reply.send(1, remark[0]), null);
        try (other) {
            other.start();
            MasterTail tail = new MasterTail("broker-a", client, () -> "127.0.0.1:" + other.port(), "", () -> nowMs);
            assertThat(ask(tail, question(mark)).verdict()).isEqualTo(TailAnswer.Verdict.DIFFERENT);
            remark[0] = "java.lang.IllegalArgumentException: newLimit < 0: (-1375469568 < 0)";
            assertThat(ask(tail, question(mark)).verdict()).as("inside a record").isEqualTo(
                TailAnswer.Verdict.DIFFERENT);
            remark[0] = "the broker is starting";
            assertThat(ask(tail, question(mark)).verdict()).isEqualTo(TailAnswer.Verdict.NO_ANSWER);
        }
    }

    @Test
    void shouldUseTheRangeThatAnotherKindOfMasterTells() {
        serveAnotherKind(3_000, 4_100, record(5));
        assertThat(ask(question(RecordMark.of(record(5), POSITION))).verdict()).isEqualTo(TailAnswer.Verdict.AHEAD);
        assertThat(ask(question(new RecordMark(2_000, 120, 1, 1))).verdict())
            .isEqualTo(TailAnswer.Verdict.BELOW_OLDEST);
        assertThat(ask(question(new RecordMark(3_500, 100, 0, 0))).verdict())
            .isEqualTo(TailAnswer.Verdict.UNKNOWN_PEER);
    }

    @Test
    void shouldSeeAMessageWhereTheSlaveHasABlank() {
        serveAnotherKind(0, 9_000, record(5));
        TailAnswer answer = ask(question(new RecordMark(POSITION, 1_536, 0, 0)));
        assertThat(answer.verdict()).isEqualTo(TailAnswer.Verdict.DIFFERENT);
        assertThat(answer.reason()).contains("a blank at " + POSITION);
    }

    @Test
    void shouldNotCompareWithAStrangerOfAnotherKind() {
        name = "broker-b";
        serveAnotherKind(0, 9_000, record(5));
        TailAnswer answer = ask(question(RecordMark.of(record(5), POSITION)));
        assertThat(answer.verdict()).isEqualTo(TailAnswer.Verdict.NO_ANSWER);
        assertThat(answer.reason()).contains("is broker broker-b, the slave is of broker-a");
        assertThat(first(new MasterTail("broker-a", client, () -> "127.0.0.1:" + server.port(), "", () -> nowMs)))
            .isEqualTo(TailConfirmation.NOT_KNOWN);
        name = "broker-a";
        assertThat(ask(question(RecordMark.of(record(5), POSITION))).verdict()).isEqualTo(TailAnswer.Verdict.SAME);
        assertThat(first(new MasterTail("broker-a", client, () -> "127.0.0.1:" + server.port(), "", () -> nowMs)))
            .isZero();
    }

    @Test
    void shouldNotKnowTheHistoryOfAMasterThatNobodyNames() {
        MasterTail nobody = new MasterTail("broker-a", client, () -> null, "", () -> nowMs);
        TailQuestion question = question(new RecordMark(POSITION, 120, 1, 1));
        assertThat(nobody.ask(question).join().verdict()).isEqualTo(TailAnswer.Verdict.NO_ANSWER);
        assertThat(first(nobody)).isEqualTo(TailConfirmation.NOT_KNOWN);
        nowMs = 15_000;
        assertThat(nobody.ask(question).join().verdict()).isEqualTo(TailAnswer.Verdict.UNKNOWN_PEER);
        assertThat(first(nobody)).as("a slave without data has no history").isZero();
    }

    @Test
    void shouldAskBesideTheReplicationPortWhereNoNameServerAnswers() {
        serveAnotherKind(0, 9_000, record(5));
        MasterTail tail = new MasterTail("broker-a", client, () -> null, "127.0.0.1:" + (server.port() + 1),
            () -> nowMs);
        TailQuestion question = question(RecordMark.of(record(5), POSITION));
        assertThat(ask(tail, question).verdict()).isEqualTo(TailAnswer.Verdict.SAME);
        assertThat(first(tail)).isZero();
        name = "broker-b";
        assertThat(ask(tail, question).verdict()).isEqualTo(TailAnswer.Verdict.NO_ANSWER);
        nowMs = 15_000;
        TailAnswer answer = ask(tail, question);
        assertThat(answer.verdict()).isEqualTo(TailAnswer.Verdict.UNKNOWN_PEER);
        assertThat(answer.reason()).contains("is broker broker-b");
        assertThat(first(tail)).as("the port beside belongs to a stranger").isEqualTo(TailConfirmation.NOT_KNOWN);
        server.close();
        assertThat(ask(tail, question).verdict()).isEqualTo(TailAnswer.Verdict.UNKNOWN_PEER);
        assertThat(first(tail)).isEqualTo(TailConfirmation.NOT_KNOWN);
        nowMs = 20_000;
        assertThat(first(tail)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldBeginWhereAMasterDoesNotTellItsRange(int refusal) {
        server.register(OwnRequestCode.CONFIRM_TAIL, (connection, request, reply) -> reply.send(refusal, "no"), null);
        server.start();
        MasterTail tail = new MasterTail("broker-a", client, () -> "127.0.0.1:" + server.port(), "", () -> nowMs);
        assertThat(first(tail)).isEqualTo(TailConfirmation.NOT_KNOWN);
        nowMs = 4_999;
        assertThat(first(tail)).isEqualTo(TailConfirmation.NOT_KNOWN);
        nowMs = 5_000;
        assertThat(first(tail)).as("it answers, and does not tell").isZero();
        server.close();
        assertThat(first(tail)).as("it may be starting").isEqualTo(TailConfirmation.NOT_KNOWN);
        nowMs = 15_000;
        assertThat(first(tail)).isZero();
    }

    @Test
    void shouldSayWhyNobodyAnswered() {
        server.start();
        int port = server.port();
        server.close();
        TailAnswer answer = new MasterTail("broker-a", client, () -> "127.0.0.1:" + port, "", () -> nowMs)
            .ask(question(new RecordMark(POSITION, 120, 1, 1))).orTimeout(10, TimeUnit.SECONDS).join();
        assertThat(answer.verdict()).isEqualTo(TailAnswer.Verdict.NO_ANSWER);
        assertThat(answer.reason()).contains("127.0.0.1:" + port);
    }
}
