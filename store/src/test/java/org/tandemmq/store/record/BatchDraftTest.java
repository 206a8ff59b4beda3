/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How large a batch may be, whatever its messages look like: one lock is held for all of it. */
class BatchDraftTest {

    private final BatchDraft draft = new BatchDraft();

    private String parse(ByteBuffer elements, int batchPropertiesBytes) {
        HostBytes host = HostBytes.of(new InetSocketAddress("10.0.0.1", 10911));
        draft.writer().queue(new byte[] {'T'}, 0).hosts(0, host, host).origin(1, 0, 0);
        return draft.parse(elements, ByteBuffer.allocate(batchPropertiesBytes));
    }

    private static ByteBuffer elements(int count, int bodyBytes, int propertiesBytes) {
        int size = 22 + bodyBytes + propertiesBytes;
        ByteBuffer elements = ByteBuffer.allocate(count * size);
        for (int i = 0; i < count; i++) {
            elements.putInt(i * size, size).putInt(i * size + 16, bodyBytes)
                .putShort(i * size + 20 + bodyBytes, (short) propertiesBytes);
        }
        return elements;
    }

    @Test
    void shouldCountMessagesWithoutABody() {
        assertThat(parse(elements(BatchDraft.RECORDS_MAX, 0, 0), 0)).isNull();
        assertThat(draft.positions(7)).hasSize(65_536);
        assertThat(parse(elements(BatchDraft.RECORDS_MAX + 1, 0, 0), 0)).contains("more than 65536 messages");
        assertThat(parse(elements(700_000, 0, 0), 0)).contains("more than 65536 messages");
    }

    @Test
    void shouldCountTheBytesOfRecordsNotThoseOfBodies() {
        assertThat(parse(elements(1_000, 0, 16_000), 16_000)).isNull();
        assertThat(draft.totalBytes()).isBetween(32_000_000, BatchDraft.RECORDS_BYTES_MAX);
        assertThat(parse(elements(1_100, 0, 16_000), 16_000)).contains("element ", "with it the batch makes ",
            " bytes of records, the limit is 33554432");
        assertThat(parse(elements(65_536, 0, 0), 32_000)).contains("the limit is 33554432");
    }

    @Test
    void shouldNotSpreadPropertiesOverTooManyMessages() {
        assertThatThrownBy(() -> BatchDraft.withShared(elements(BatchDraft.RECORDS_MAX + 1, 0, 0), Map.of("k", "v")))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("more than 65536 messages");
        ByteBuffer all = BatchDraft.withShared(elements(BatchDraft.RECORDS_MAX, 0, 0), Map.of("k", "v"));
        assertThat(parse(all, 0)).isNull();
    }

    @Test
    void shouldLeaveABatchAsItIsWhereNoMessageLacksAnything() {
        ByteBuffer elements = elements(3, 0, 0);
        assertThat(BatchDraft.withShared(elements, Map.of())).isSameAs(elements);
        ByteBuffer all = BatchDraft.withShared(elements, Map.of("k", "v", "Größe", "ü"));
        assertThat(all.remaining()).isGreaterThan(elements.remaining());
        assertThat(BatchDraft.withShared(all, Map.of("Größe", "other", "k", "other"))).isSameAs(all);
    }
}
