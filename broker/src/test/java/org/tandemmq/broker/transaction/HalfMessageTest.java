/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tandemmq.broker.MemoryStore;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.NewMessage;
import org.tandemmq.store.record.RecordProperties;

/** What is kept of a half message. */
class HalfMessageTest {

    /** Whatever a client says, nothing becomes negative by it. */
    @ParameterizedTest
    @CsvSource({"-9223372036854775808,9223372036854775807,9223372036854775807,true",
        "9223372036854775807,9223372036854775807,-1,false", "-1,0,4294967297,true", "5,1,2147483647,false"})
    void shouldNotCountBeyondNumbers(long bornMs, long immunity, long checks, boolean old) {
        MemoryStore store = new MemoryStore();
        byte[] properties = RecordProperties.encode(Map.of("REAL_TOPIC", "T", "PGROUP", "pg",
            "CHECK_IMMUNITY_TIME_IN_SECONDS", Long.toString(immunity), "TRANSACTION_CHECK_TIMES",
            Long.toString(checks)));
        store.put(new NewMessage(TransactionTopics.HALF, TransactionTopics.QUEUE_ID, 0, 0, bornMs,
            new InetSocketAddress("10.0.0.1", 1), 0, 0, ByteBuffer.allocate(0), ByteBuffer.wrap(properties)),
            AckPolicy.APPEND_ONLY).join();
        HalfMessage half = HalfMessage.of(store.records(TransactionTopics.HALF, TransactionTopics.QUEUE_ID).get(0));

        assertThat(half.ageMs(store.nowMs) > store.nowMs - 1).isEqualTo(old);
        assertThat(half.checkTimes()).isBetween(0, Integer.MAX_VALUE - 1);
        assertThat(half.immunityMs()).isBetween(0L, Integer.MAX_VALUE * 1_000L);
        assertThat(half.immuneUntilMs(6_000)).isLessThan(store.nowMs + Integer.MAX_VALUE * 1_000L + 1);
        assertThat(new CheckLimits(0, 1, Integer.MAX_VALUE, store.nowMs - 1, 1).isOver(half, store.nowMs))
            .isEqualTo(old);
    }

    /** Its end is noted and withdrawn by what is left of it, so that has to name the same transaction. */
    @ParameterizedTest
    @CsvSource({"UNIQ_KEY, K, 0", "TRAN_PREPARED_QUEUE_OFFSET, 7, 7"})
    void shouldStayTheSameWithoutItsContent(String property, String value, long root) {
        MemoryStore store = new MemoryStore();
        byte[] properties = RecordProperties.encode(Map.of("REAL_TOPIC", "T", "PGROUP", "pg", property, value));
        store.put(new NewMessage(TransactionTopics.HALF, TransactionTopics.QUEUE_ID, 0, 0, 5,
            new InetSocketAddress("10.0.0.1", 1), 0, 0, ByteBuffer.allocate(1_000), ByteBuffer.wrap(properties)),
            AckPolicy.APPEND_ONLY).join();
        HalfMessage half = HalfMessage.of(store.records(TransactionTopics.HALF, TransactionTopics.QUEUE_ID).get(0));

        HalfMessage kept = half.withoutContent();

        assertThat(kept.message().body().remaining() + kept.message().properties().remaining()).isZero();
        assertThat(kept.rootOffset()).isEqualTo(half.rootOffset()).isEqualTo(root);
        assertThat(kept.queueOffset()).isEqualTo(half.queueOffset());
        Verdicts verdicts = new Verdicts();
        assertThat(verdicts.first(half, 8)).isNull();
        assertThat(verdicts.first(kept, 12)).isEqualTo(8);
        verdicts.withdraw(kept);
        assertThat(verdicts.first(half, 12)).isNull();
    }
}
