/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tandemmq.broker.ConnectionTwin;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.broker.RequestTwin;
import org.tandemmq.remoting.protocol.RequestCode;

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

    @ParameterizedTest
    @CsvSource({"61, timingCount", "402, messageRequestModeMap"})
    void shouldGiveEmptyTablesOfWhatThereIsNone(int code, String table) {
        ReplyTwin reply = ask(code);
        assertThat(reply.code).isZero();
        assertThat(reply.text()).contains("\"" + table + "\":{}");
    }
}
