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
 * A queue with long rows of fillers, as it is after a piece of the log was lost and the queues were built again: they
 * are longer than what one read looks at.
 */
class FillersTest {

    private static final int MESSAGES = 2_000;
    private static final EntryFilter NOTHING = new EntryFilter() {
        @Override
        public boolean matchesTagsCode(long tagsCode) {
            return false;
        }

        @Override
        public boolean needsRecord() {
            return false;
        }

        @Override
        public boolean matchesRecord(RecordView record) {
            return false;
        }
    };

    private final StoreFixture store = new StoreFixture(new ForgetfulFileLayer(), Path.of("/store"),
        BrokerRole.ASYNC_MASTER, false, 1L << 40);
    private ConsumeQueue queue;

    @BeforeEach
    void fill() throws Exception {
        store.open();
        for (int i = 0; i < MESSAGES; i++) {
            store.wallMs++;
            store.put("T", 0, 10, "");
        }
        store.dispatch();
        store.queues.queues.writeOutAll();
        store.queues.queues.writeOutAll();
        queue = store.queues.queues.find("T", 0);
        fillers(50, 1_700);
        fillers(1_990, MESSAGES);
    }

    private void fillers(long from, long to) throws Exception {
        ByteBuffer row = ByteBuffer.allocate((int) (to - from) * QueueEntry.BYTES);
        for (int at = 0; at < row.limit(); at += QueueEntry.BYTES) {
            QueueEntry.write(row, at, 0, QueueEntry.FILLER_SIZE, 0);
        }
        queue.mend(from, row);
    }

    private GetResult get(long offset, int maxCount, EntryFilter filter) {
        GetResult result = store.reader.get("T", 0, offset, maxCount, filter, false);
        result.close();
        return result;
    }

    private List<Long> offsets(long offset, int maxCount) {
        List<Long> offsets = new ArrayList<>();
        for (LogSlice slice : get(offset, maxCount, EntryFilter.ALL).slices()) {
            for (int at = 0; at < slice.sizeBytes();) {
                RecordView view = new RecordView().wrap(slice.bytes(), at);
                offsets.add(view.queueOffset());
                at += view.totalSize();
            }
        }
        return offsets;
    }

    @Test
    void shouldBeReadOverInOneStep() {
        assertThat(offsets(50, 8)).startsWith(1_700L);
        assertThat(offsets(45, 8)).startsWith(45L, 46L, 47L, 48L, 49L, 1_700L);
        assertThat(offsets(1_699, 1)).containsExactly(1_700L);
        assertThat(get(1_990, 32, EntryFilter.ALL)).extracting(GetResult::status, GetResult::nextOffset)
            .containsExactly(GetStatus.MESSAGE_WAS_REMOVING, (long) MESSAGES);
    }

    @Test
    void shouldBeReadOverByAFilterThatTakesNothing() {
        GetResult dropped = get(60, 32, NOTHING);
        assertThat(dropped.status()).isEqualTo(GetStatus.MESSAGE_WAS_REMOVING);
        assertThat(dropped.nextOffset()).isGreaterThanOrEqualTo(1_700L);
    }

    @Test
    void shouldNotBeLookedThroughWhereNobodyMayWait() {
        assertThat(store.reader.get("T", 0, 60, 32, EntryFilter.ALL, true)).isNull();
        try (GetResult before = store.reader.get("T", 0, 45, 32, EntryFilter.ALL, true)) {
            assertThat(before.messageCount()).isEqualTo(5);
        }
    }

    @Test
    void shouldStandForTheNextMessageInASearchByTime() {
        long[][] lower = {{1_000_050, 49}, {1_000_051, 1_700}, {1_000_500, 1_700}, {1_001_701, 1_700},
            {1_001_702, 1_701}, {1_001_990, 1_989}, {1_001_991, MESSAGES}};
        for (long[] row : lower) {
            assertThat(store.times.offset(queue, row[0], TimeBoundary.LOWER)).as("%d", row[0]).isEqualTo(row[1]);
        }
        assertThat(store.times.offset(queue, 1_000_500, TimeBoundary.UPPER)).isEqualTo(49);
        assertThat(store.times.offset(queue, 1_001_701, TimeBoundary.UPPER)).isEqualTo(1_700);
    }

    @Test
    void shouldBePassedByMinAndBySearchesForAPosition() throws Exception {
        long position = positionOf(1_700);
        assertThat(queue.firstOffsetFrom(position)).isEqualTo(50);
        queue.advanceMin(position, false);
        assertThat(queue.minOffset()).isEqualTo(1_700);
        queue.advanceMin(positionOf(1_989) + 1, false);
        assertThat(queue.minOffset()).as("only fillers follow").isEqualTo(1_990);
    }

    private long positionOf(long offset) {
        ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
        queue.read(offset, entry);
        return QueueEntry.position(entry, 0);
    }
}
