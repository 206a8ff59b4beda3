/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.queue.ConsumeQueue;
import org.tandemmq.store.queue.file.QueueEntry;
import org.tandemmq.store.record.RecordView;
import org.tandemmq.store.simulation.ForgetfulFileLayer;

/**
 * A queue of a broker with {@code enableConsumeQueueExt}: its entries have an address where others have the tags code.
 */
class ExtendedEntriesTest {

    private static final int MESSAGES = 12;
    private static final int EXTENDED = 6;

    private final StoreFixture store = new StoreFixture(new ForgetfulFileLayer(), Path.of("/store"),
        BrokerRole.ASYNC_MASTER, false, 1L << 40);

    @BeforeEach
    void fill() throws Exception {
        store.open();
        for (int i = 0; i < MESSAGES; i++) {
            store.put("T", 0, 10, List.of("", "TAGS\u0001A\u0002", "TAGS\u0001polygenelubricants\u0002").get(i % 3));
        }
        store.dispatch();
        store.queues.queues.writeOutAll();
        ConsumeQueue queue = store.queues.queues.find("T", 0);
        ByteBuffer entries = ByteBuffer.allocate(EXTENDED * QueueEntry.BYTES);
        assertThat(queue.read(0, entries)).isEqualTo(EXTENDED);
        entries.flip();
        for (int i = 0; i < EXTENDED; i++) {
            int at = i * QueueEntry.BYTES;
            long address = i == EXTENDED - 1 ? Integer.MIN_VALUE - 1L : Long.MIN_VALUE + 48L * i;
            QueueEntry.write(entries, at, QueueEntry.position(entries, at), QueueEntry.sizeBytes(entries, at), address);
        }
        queue.mend(0, entries);
    }

    @Test
    void shouldBeFilteredByTheTagsOfTheirRecords() {
        assertThat("polygenelubricants".hashCode()).as("the smallest code").isEqualTo(Integer.MIN_VALUE);
        assertThat(offsets("A".hashCode())).containsExactly(1L, 4L, 7L, 10L);
        assertThat(offsets(Integer.MIN_VALUE)).containsExactly(2L, 5L, 8L, 11L);
        assertThat(offsets(0)).containsExactly(0L, 3L, 6L, 9L);
        assertThat(offsets("B".hashCode())).isEmpty();
    }

    @Test
    void shouldComeToWhoeverWantsEverything() {
        try (GetResult all = store.reader.get("T", 0, 0, 32, EntryFilter.ALL, false)) {
            assertThat(all.messageCount()).isEqualTo(10);
        }
    }

    private List<Long> offsets(long tagsCode) {
        List<Long> offsets = new ArrayList<>();
        EntryFilter filter = new EntryFilter() {
            @Override
            public boolean matchesTagsCode(long asked) {
                return asked == tagsCode;
            }

            @Override
            public boolean needsRecord() {
                return false;
            }

            @Override
            public boolean matchesRecord(RecordView record) {
                return true;
            }
        };
        try (GetResult found = store.reader.get("T", 0, 0, 32, filter, false)) {
            assertThat(found.nextOffset()).isEqualTo(MESSAGES);
            for (LogSlice slice : found.slices()) {
                for (int at = 0; at < slice.sizeBytes();) {
                    RecordView view = new RecordView().wrap(slice.bytes(), at);
                    offsets.add(view.queueOffset());
                    at += view.totalSize();
                }
            }
        }
        return offsets;
    }
}
