/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.record.RecordView;
import org.tandemmq.store.simulation.ForgetfulFileLayer;

/** Look-ups by key: what really has it, as much as fits in one answer. */
class KeyLookupTest {

    private StoreFixture store;

    @BeforeEach
    void open() throws Exception {
        store = new StoreFixture(new ForgetfulFileLayer(), Path.of("/store"), BrokerRole.ASYNC_MASTER, false, 1L << 40)
            .open();
        store.queues.index.recover(0, true, 0);
    }

    /** Clients close the connection over a frame above 16 MiB, with everything under way on it. */
    @Test
    void shouldFindByKeyWhatFitsInOneAnswerAndTheNewestFirst() throws Exception {
        for (int i = 0; i < 10; i++) {
            store.wallMs++;
            store.put("T", 0, i == 9 ? 8_000 : 3_000, "KEYS\u0001same\u0002");
        }
        store.dispatch();
        assertThat(found(Integer.MAX_VALUE)).containsExactly(9L, 8L, 7L, 6L);
        assertThat(found(2)).containsExactly(9L, 8L);
        assertThat(found(0)).isEmpty();
        assertThat(found(-1)).isEmpty();
    }

    private List<Long> found(int maxCount) {
        List<Long> offsets = new ArrayList<>();
        try (QueryResult found = store.keys.query(new KeyQuery("T", "same", maxCount, 0, Long.MAX_VALUE))) {
            found.records().forEach(record -> offsets.add(new RecordView().wrap(record.bytes(), 0).queueOffset()));
        }
        return offsets;
    }

    @Test
    void shouldFindByKeyWhatReallyHasIt() throws Exception {
        for (int i = 0; i < 50; i++) {
            store.put("T", 0, 10, "TAGS\u0001A\u0002KEYS\u0001k" + i + "\u0002");
        }
        store.dispatch();
        try (QueryResult found = store.keys.query(new KeyQuery("T", "k7", 10, 0, Long.MAX_VALUE))) {
            assertThat(found.records()).hasSize(1);
            assertThat(new RecordView().wrap(found.records().get(0).bytes(), 0).queueOffset()).isEqualTo(7);
        }
        try (QueryResult none = store.keys.query(new KeyQuery("other", "k7", 10, 0, Long.MAX_VALUE))) {
            assertThat(none.records()).isEmpty();
        }
    }
}
