/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.tandemmq.remoting.ListenPort;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.netty.NettyRemotingClient;
import org.tandemmq.remoting.netty.NettyRemotingServer;
import org.tandemmq.remoting.netty.NettySettings;
import org.tandemmq.store.ha.ReplicaLog;
import org.tandemmq.store.ha.history.TailAnswer;
import org.tandemmq.store.ha.history.TailQuestion;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.record.RecordLayout;

/** Whether a master's log tells our history, by our last record; without one, by its name. */
class MasterHistoryTest {

    private static final Duration WITHIN = Duration.ofSeconds(10);
    private static final int RECORD_BYTES = 120;

    private final NettyRemotingServer server = new NettyRemotingServer(NettySettings.DEFAULTS.withIoThreads(1),
        List.of(new ListenPort("127.0.0.1", 0, Set.of(), "test")));
    private final RemotingClient client = new NettyRemotingClient(NettySettings.DEFAULTS.withIoThreads(1));
    private String address = "no.host.invalid:1";
    private TailQuestion asked;
    private TailAnswer.Verdict verdict = TailAnswer.Verdict.SAME;

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    /** A log of some records. */
    private record FewRecords(int count) implements ReplicaLog {
        @Override
        public long minPosition() {
            return 0;
        }

        @Override
        public long endPosition() {
            return (long) count * RECORD_BYTES;
        }

        @Override
        public int segmentBytes() {
            return 65_536;
        }

        @Override
        public LogSlice slice(long position, int bytesMax) {
            if (position >= endPosition()) {
                return null;
            }
            ByteBuffer record = ByteBuffer.allocate(RECORD_BYTES);
            record.putInt(RecordLayout.TOTAL_SIZE, RECORD_BYTES).putInt(RecordLayout.MAGIC, RecordLayout.MAGIC_V1)
                .putLong(RecordLayout.POSITION, position).putLong(RecordLayout.storeTimestamp(0), 1 + position);
            return new LogSlice() {
                @Override
                public long position() {
                    return position;
                }

                @Override
                public ByteBuffer bytes() {
                    return record;
                }

                @Override
                public void close() {
                    // nothing is held
                }
            };
        }

        @Override
        public void append(long position, ByteBuffer bytes) {
            throw new AssertionError("not used");
        }

        @Override
        public void truncate(long position) {
            throw new AssertionError("not used");
        }

        @Override
        public String setAside(String why) {
            throw new AssertionError("not used");
        }

        @Override
        public long ownFrom() {
            throw new AssertionError("not used");
        }

        @Override
        public void shared() {
            throw new AssertionError("not used");
        }
    }

    private CompletableFuture<String> compare(int records, boolean ofOurKind) {
        return new MasterHistory(new FewRecords(records), "broker-a", client, at -> question -> {
            asked = question;
            return CompletableFuture.completedFuture(new TailAnswer(verdict, 0, 0, "a reason"));
        }).compare(address, ofOurKind);
    }

    private void serveSettings(String text) {
        server.register(26, (connection, request, reply) ->
            reply.send(0, null, null, Payload.of(text.getBytes(StandardCharsets.UTF_8))), null);
        start();
    }

    private void start() {
        server.start();
        address = "127.0.0.1:" + server.port();
    }

    @Test
    void shouldAskForTheLastRecord() {
        assertThat(compare(3, true)).succeedsWithin(WITHIN).isNull();
        assertThat(asked.mark().position()).isEqualTo(2L * RECORD_BYTES);
        assertThat(asked.endPosition()).isEqualTo(3L * RECORD_BYTES);
        assertThat(asked.channel()).as("it is not about a replication channel").isNull();
    }

    @Test
    void shouldSayWhatDiffers() {
        for (TailAnswer.Verdict other : List.of(TailAnswer.Verdict.AHEAD, TailAnswer.Verdict.DIFFERENT,
            TailAnswer.Verdict.BELOW_OLDEST, TailAnswer.Verdict.SEGMENT_SIZE, TailAnswer.Verdict.UNKNOWN_PEER)) {
            verdict = other;
            assertThat(compare(1, false)).as(other.name()).succeedsWithin(WITHIN).isEqualTo("a reason");
        }
        verdict = TailAnswer.Verdict.NO_ANSWER;
        assertThat(compare(1, false)).failsWithin(WITHIN).withThrowableThat().withMessageContaining("a reason");
    }

    @Test
    void shouldFollowAnyMasterOfOurNameWithoutRecords() {
        assertThat(compare(0, true)).as("it has said its name").succeedsWithin(WITHIN).isNull();
        serveSettings("aclEnable=false\nbrokerName=broker-a\nrocketmqHome=C:\\users\n");
        assertThat(compare(0, false)).succeedsWithin(WITHIN).isNull();
        assertThat(asked).isNull();
    }

    @Test
    void shouldNotFollowAnotherNameWithoutRecords() {
        serveSettings("brokerClusterName=broker-a\nbrokerName=broker-b\n");
        assertThat(compare(0, false)).failsWithin(WITHIN).withThrowableThat().withMessageContaining("broker-b");
    }

    @Test
    void shouldFollowOneThatTellsNoNameWhileThereIsNothingToLose() {
        start();
        assertThat(compare(0, false)).succeedsWithin(WITHIN).isNull();
        address = "127.0.0.1:1";
        assertThat(compare(0, false)).as("one that answers for tables only").succeedsWithin(WITHIN).isNull();
    }
}
