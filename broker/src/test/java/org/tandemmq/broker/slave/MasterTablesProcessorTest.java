/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tandemmq.broker.ConnectionTwin;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.broker.RequestTwin;
import org.tandemmq.broker.metadata.ReplicatedTable;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.body.DataVersion;

/** What slaves of the other kind ask for besides the four tables: the timer's state, of which there is none. */
class MasterTablesProcessorTest {

    @TempDir
    private Path folder;
    private Node master;

    @BeforeEach
    void open() {
        master = new Node(folder, true, new AtomicLong(1_700_000_000_000L));
    }

    private ReplyTwin ask(int code) {
        ReplyTwin reply = new ReplyTwin();
        master.processor(true).process(new ConnectionTwin(), RequestTwin.of(code, new byte[0]), reply);
        return reply;
    }

    @Test
    void shouldGiveTheCheckpointOfATimerThatNothingWaitsIn() {
        ReplyTwin reply = ask(RequestCode.GET_TIMER_CHECK_POINT);
        assertThat(reply.code).isZero();
        ByteBuffer seven = ByteBuffer.wrap(reply.body);
        assertThat(seven.remaining()).isEqualTo(56);
        assertThat(seven.getLong()).as("read up to now, to the second").isEqualTo(Node.NOW_MS / 1_000 * 1_000);
        while (seven.hasRemaining()) {
            assertThat(seven.getLong()).isZero();
        }
    }

    private static ReplicatedTable large(int bytes) {
        return new ReplicatedTable() {
            @Override
            public String name() {
                return "topics";
            }

            @Override
            public DataVersion version() {
                return DataVersion.NONE;
            }

            @Override
            public byte[] snapshot() {
                return new byte[bytes];
            }

            @Override
            public int replaceWith(byte[] body) {
                throw new AssertionError("not used");
            }
        };
    }

    @ParameterizedTest
    @CsvSource({"true, 33554432", "false, 15728640"})
    void shouldRefuseATableThatTheOtherSideCouldNotTake(boolean ours, int limit) {
        for (int bytes : new int[] {limit, limit + 1}) {
            ReplyTwin reply = new ReplyTwin();
            RemotingCommand request = ours ? RequestTwin.of(RequestCode.GET_ALL_TOPIC_CONFIG, new byte[0], "slaveAddr",
                "127.0.0.1:1") : RequestTwin.of(RequestCode.GET_ALL_TOPIC_CONFIG, new byte[0]);
            new MasterTablesProcessor(new MasterTablesProcessor.Self("broker-a", "i", () -> true, Instant::now),
                List.of(new FollowedTable(RequestCode.GET_ALL_TOPIC_CONFIG, large(bytes))), master.slaves, master)
                .process(new ConnectionTwin(), request, reply);
            assertThat(reply.code).isEqualTo(bytes > limit ? 1 : 0);
            if (bytes > limit) {
                assertThat(reply.remark).contains("topics has " + bytes + " bytes", "the limit is " + limit);
            }
        }
    }

    @Test
    void shouldNotSendMoreOffsetsThanTheMasterTakes() {
        MasterTwin twin = new MasterTwin();
        MasterApi api = new MasterApi(twin, "broker-a", "127.0.0.1:1");
        assertThatThrownBy(() -> api.pushOffsets("m", new byte[MasterApi.PUSH_BYTES_MAX + 1]).join())
            .hasMessageContaining("15728641 bytes of consumer offsets").hasMessageContaining("the limit is 15728640");
        assertThat(twin.asked).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"61, timingCount", "402, messageRequestModeMap"})
    void shouldGiveEmptyTablesOfWhatThereIsNone(int code, String table) {
        ReplyTwin reply = ask(code);
        assertThat(reply.code).isZero();
        assertThat(reply.text()).contains("\"" + table + "\":{}");
    }
}
