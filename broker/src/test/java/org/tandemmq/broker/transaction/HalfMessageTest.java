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
