/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tandemmq.broker.ConnectionTwin;
import org.tandemmq.broker.MemoryStore;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.broker.RequestTwin;
import org.tandemmq.broker.processor.BrokerTables;
import org.tandemmq.broker.processor.WaitingWork;
import org.tandemmq.broker.stats.BrokerStats;
import org.tandemmq.broker.transaction.HalfMessages;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.store.NewMessage;
import org.tandemmq.store.PutStatus;

/** What a producer of transactions is told when no slave confirmed its half message. */
class HalfWithoutSlaveTest {

    private static final PutDiversion DIVERSION = new PutDiversion() {
        @Override
        public NewMessage half(NewMessage message) {
            return HalfMessages.prepared(message);
        }

        @Override
        public NewMessage delayed(NewMessage message, int level) {
            return message;
        }
    };

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"SLAVE_NOT_AVAILABLE, true, true, 0", "FLUSH_SLAVE_TIMEOUT, true, true, 0",
        "SLAVE_NOT_AVAILABLE, false, true, 11", "FLUSH_SLAVE_TIMEOUT, false, true, 12",
        "SLAVE_NOT_AVAILABLE, true, false, 11", "FLUSH_DISK_TIMEOUT, true, true, 10",
        "SERVICE_NOT_AVAILABLE, true, true, 14"})
    void shouldSayOkOnlyWhereAllowed(PutStatus status, boolean allowed, boolean half, int code) {
        BrokerTables tables = new BrokerTables(folder, true);
        tables.topics.createIfAbsent(TopicConfig.of("Orders", 4, 6));
        MemoryStore store = new MemoryStore();
        store.refusal = status;
        BrokerStats stats = new BrokerStats();
        SendRules rules = new SendRules(tables.topics, tables.groups, tables.locks,
            () -> new SendSettings(6, false, 0, allowed), BrokerTables.CLOCK, () -> 0);
        SendMessageProcessor processor = new SendMessageProcessor(store, rules,
            new WaitingWork(Runnable::run, 1_000), DIVERSION,
            BrokerIdentity.of("C1", "DefaultRegion", true, new InetSocketAddress("10.0.0.1", 10911)), stats,
            BrokerTables.CLOCK);
        ReplyTwin reply = new ReplyTwin();
        processor.process(new ConnectionTwin(), RequestTwin.of(RequestCode.SEND_MESSAGE_V2, new byte[] {1}, "a", "pg",
            "b", "Orders", "c", "TBW102", "d", 4, "e", 0, "f", 0, "g", 1_000, "h", 0, "i",
            half ? "TRAN_MSG\1true\2PGROUP\1pg" : "TAGS\1a"), reply);
        assertThat(reply.code).isEqualTo(code);
        assertThat(stats.halvesWithoutSlave()).isEqualTo(code == 0 ? 1 : 0);
        assertThat(stats.halvesNotConfirmed()).isEqualTo(half && code >= 10 && code <= 12 ? 1 : 0);
    }
}
