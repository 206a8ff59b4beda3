/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.queue.ConsumeQueue;
import org.tandemmq.store.queue.file.QueueEntry;
import org.tandemmq.store.record.RecordView;
import org.tandemmq.store.simulation.ForgetfulFileLayer;

/** Entries that lead astray where nobody who reads them looks at a record: they are mended, not stepped over. */
class DamagedEntriesTest {

    private static final int MESSAGES = 600;
    private static final EntryFilter WITHOUT_TAGS = new EntryFilter() {
        @Override
        public boolean matchesTagsCode(long tagsCode) {
            return tagsCode == 0;
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

    private final StoreFixture store = new StoreFixture(new ForgetfulFileLayer(), Path.of("/store"),
        BrokerRole.ASYNC_MASTER, false, 1L << 40);
    private ConsumeQueue queue;

    @BeforeEach
    void fill() throws Exception {
        store.open();
        for (int i = 0; i < MESSAGES; i++) {
            store.put("T", 0, 400, "");
        }
        store.dispatch();
        store.queues.queues.writeOutAll();
        store.queues.queues.writeOutAll();
        assertThat(store.log.files.removeFirst()).isTrue();
        store.queues.queues.advanceMin(store.log.files.minPosition());
        queue = store.queues.queues.find("T", 0);
        assertThat(queue.minOffset()).isBetween(100L, 300L);
    }

    private void damage(long offset, long position, long tagsCode) throws Exception {
        ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
        queue.read(offset, entry);
        QueueEntry.write(entry, 0, position, QueueEntry.sizeBytes(entry, 0), tagsCode);
        queue.mend(offset, entry.flip());
    }

    private GetResult get(long offset, EntryFilter filter) {
        GetResult result = store.reader.get("T", 0, offset, 1, filter, false);
        result.close();
        return result;
    }

    private void mend() {
        int done = 1;
        while (done > 0) {
            store.elapsedMs++;
            done = store.queues.mender.doWork(store.elapsedMs);
            store.queues.dispatch.doWork(store.elapsedMs);
        }
    }

    @Test
    void shouldBeMendedWhereTheyLeadToTheFrontOfTheLog() throws Exception {
        for (long offset = 400; offset < 403; offset++) {
            damage(offset, 0, 0);
        }
        assertThat(get(400, EntryFilter.ALL)).extracting(GetResult::status, GetResult::nextOffset)
            .containsExactly(GetStatus.OFFSET_FOUND_NULL, 400L);
        mend();
        for (long offset = 400; offset < 403; offset++) {
            assertThat(get(offset, EntryFilter.ALL)).extracting(GetResult::status, GetResult::nextOffset)
                .containsExactly(GetStatus.FOUND, offset + 1);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 40, Long.MAX_VALUE})
    void shouldBeMendedWhereAFilterWouldNotTakeThem(long position) throws Exception {
        damage(400, position, -5);
        assertThat(get(400, WITHOUT_TAGS)).extracting(GetResult::status, GetResult::nextOffset)
            .containsExactly(GetStatus.OFFSET_FOUND_NULL, 400L);
        mend();
        assertThat(get(400, WITHOUT_TAGS)).extracting(GetResult::status, GetResult::nextOffset)
            .containsExactly(GetStatus.FOUND, 401L);
    }

    @Test
    void shouldStillBePassedWhereTheirMessagesHaveExpired() throws Exception {
        long min = queue.minOffset();
        assertThat(store.log.files.removeFirst()).isTrue();
        GetResult expired = get(min, EntryFilter.ALL);
        assertThat(expired.status()).isEqualTo(GetStatus.FOUND);
        assertThat(expired.nextOffset()).isGreaterThan(min + 50);
        assertThat(get(min + 1, EntryFilter.ALL).nextOffset()).isEqualTo(expired.nextOffset());
    }
}
