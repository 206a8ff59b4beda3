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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.queue.ConsumeQueue;
import org.tandemmq.store.queue.LogBegin;
import org.tandemmq.store.record.RecordView;
import org.tandemmq.store.simulation.ForgetfulFileLayer;

/** Reads by offset: each status with its corrected offset, limits, filters, gaps; search by time and by key. */
class MessageReaderTest {

    private final ForgetfulFileLayer layer = new ForgetfulFileLayer();
    private StoreFixture store;

    @BeforeEach
    void open() throws Exception {
        store = open(1L << 40);
    }

    private StoreFixture open(long memoryBytes) throws Exception {
        return new StoreFixture(layer, Path.of("/store"), BrokerRole.ASYNC_MASTER, false, memoryBytes).open();
    }

    private void fill(int count, int bodyBytes) throws Exception {
        for (int i = 0; i < count; i++) {
            store.wallMs++;
            store.put("T", 0, bodyBytes, "TAGS\u0001" + (char) ('A' + i % 3) + "\u0002KEYS\u0001k" + i + "\u0002");
        }
        store.dispatch();
    }

    private GetResult get(long offset, int maxCount, EntryFilter filter) {
        GetResult result = store.reader.get("T", 0, offset, maxCount, filter, false);
        result.close();
        return result;
    }

    private static List<Long> offsets(GetResult result) {
        List<Long> offsets = new ArrayList<>();
        for (LogSlice slice : result.slices()) {
            for (int at = 0; at < slice.sizeBytes();) {
                RecordView view = new RecordView().wrap(slice.bytes(), at);
                offsets.add(view.queueOffset());
                at += view.totalSize();
            }
        }
        return offsets;
    }

    @Test
    void shouldAnswerEachRangeWithItsStatusAndTheRightOffset() throws Exception {
        assertThat(get(5, 1, EntryFilter.ALL)).extracting(GetResult::status, GetResult::nextOffset)
            .containsExactly(GetStatus.NO_MATCHED_LOGIC_QUEUE, 0L);
        assertThat(store.queues.queues.find("T", 0)).as("a read makes no queue").isNull();
        fill(500, 100);
        ConsumeQueue queue = store.queues.queues.find("T", 0);
        store.log.files.removeFirst();
        queue.advanceMin(store.log.files.minPosition(), false);
        long min = queue.minOffset();
        assertThat(min).isPositive();
        long[][] rows = {{-1, min}, {0, min}, {min - 1, min}, {500, 500}, {501, 500}, {600, 500},
            {Long.MAX_VALUE, 500}};
        for (long[] row : rows) {
            GetResult result = get(row[0], 32, EntryFilter.ALL);
            assertThat(result.status()).isEqualTo(row[0] < min ? GetStatus.OFFSET_TOO_SMALL
                : row[0] == 500 ? GetStatus.OFFSET_OVERFLOW_ONE : GetStatus.OFFSET_OVERFLOW_BADLY);
            assertThat(result.nextOffset()).isEqualTo(row[1]);
            assertThat(result.minOffset()).isEqualTo(min);
            assertThat(result.maxOffset()).isEqualTo(500);
        }
        store.correctsOffsets = false;
        assertThat(get(-1, 1, EntryFilter.ALL).nextOffset()).as("a slave moves nobody").isEqualTo(-1);
        assertThat(get(777, 1, EntryFilter.ALL).nextOffset()).isEqualTo(777);
    }

    @Test
    void shouldGiveMessagesInOrderAndNeighboursInOneSlice() throws Exception {
        fill(5, 100);
        store.put("other", 0, 10, "");
        fill(2, 100);
        GetResult result = get(1, 10, EntryFilter.ALL);
        assertThat(result.status()).isEqualTo(GetStatus.FOUND);
        assertThat(offsets(result)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(result.messageCount()).isEqualTo(6);
        assertThat(result.slices()).hasSize(2);
        assertThat(result.sizeBytes()).isEqualTo(result.slices().stream().mapToInt(LogSlice::sizeBytes).sum());
        assertThat(result.nextOffset()).isEqualTo(7);
    }

    @Test
    void shouldReadThroughAllSegments() throws Exception {
        fill(600, 1_000);
        assertThat(store.log.files.size()).isGreaterThan(3);
        List<Long> all = new ArrayList<>();
        for (long next = 0; next < 600;) {
            GetResult result = get(next, 7, EntryFilter.ALL);
            assertThat(result.status()).isEqualTo(GetStatus.FOUND);
            all.addAll(offsets(result));
            next = result.nextOffset();
        }
        assertThat(all).hasSize(600).doesNotHaveDuplicates().isSorted();
    }

    @ParameterizedTest
    @CsvSource({"100,32,10", "100,5,5", "100,0,1", "3000,32,6", "8000,32,2"})
    void shouldStopAtCountOrBytesButGiveOneMessage(int bodyBytes, int maxCount, int given) throws Exception {
        fill(40, bodyBytes);
        assertThat(get(0, maxCount, EntryFilter.ALL).messageCount()).isEqualTo(given);
    }

    @Test
    void shouldBeStricterWithWhatIsOnDiskAndSayWhoIsFarBehind() throws Exception {
        store = open(30_000);
        fill(200, 1_000);
        GetResult old = get(0, 32, EntryFilter.ALL);
        assertThat(old.messageCount()).isEqualTo(4);
        assertThat(old.farBehind()).isTrue();
        assertThat(store.reader.mayReadDisk("T", 0, 0)).isTrue();
        GetResult fresh = get(190, 32, EntryFilter.ALL);
        assertThat(fresh.messageCount()).isEqualTo(10);
        assertThat(fresh.farBehind()).isFalse();
        assertThat(store.reader.mayReadDisk("T", 0, 195)).isFalse();
        assertThat(store.reader.mayReadDisk("T", 0, 200)).isFalse();
    }

    @Test
    void shouldGiveToThoseWhoMustNotWaitOnlyWhatIsInMemory() throws Exception {
        store = open(100_000);
        fill(200, 1_000);
        assertThat(cached(0)).as("far behind").isNull();
        assertThat(cached(150).messageCount()).isEqualTo(10);
        layer.loaded(false);
        assertThat(cached(150)).as("not far behind, but not in memory").isNull();
        assertThat(cached(199)).as("of this moment").isNotNull();
        assertThat(cached(200).status()).as("nothing has to be read").isEqualTo(GetStatus.OFFSET_OVERFLOW_ONE);
        assertThat(store.reader.get("T", 0, 150, 32, filter('X', null), true).status())
            .as("records that the filter drops are not looked at").isEqualTo(GetStatus.NO_MATCHED_MESSAGE);
    }

    @Test
    void shouldKeepTheSegmentsOfAllSlicesUntilTheResultIsClosed() throws Exception {
        for (int i = 0; i < 400; i++) {
            store.put("T", 0, 1_000, "");
            store.put("other", 0, 10, "");
        }
        store.dispatch();
        int segmentBytes = store.log.reader.segmentBytes();
        long offset = 0;
        GetResult result = store.reader.get("T", 0, offset, 32, EntryFilter.ALL, false);
        while (result.slices().get(0).position() / segmentBytes
            == result.slices().get(result.slices().size() - 1).position() / segmentBytes) {
            result.close();
            result = store.reader.get("T", 0, ++offset, 32, EntryFilter.ALL, false);
        }
        store.log.files.removeFirst();
        assertThat(offsets(result)).startsWith(offset).hasSize(result.messageCount());
        ByteBuffer copy = ByteBuffer.allocate(result.sizeBytes());
        result.slices().forEach(slice -> slice.copyTo(copy));
        assertThat(copy.hasRemaining()).isFalse();
        assertThat(new RecordView().wrap(copy, 0).queueOffset()).isEqualTo(offset);
        result.close();
    }

    private GetResult cached(long offset) {
        GetResult result = store.reader.get("T", 0, offset, 32, EntryFilter.ALL, true);
        if (result != null) {
            result.close();
        }
        return result;
    }

    @Test
    void shouldMoveOverWhatTheFilterDropsInBoundedWork() throws Exception {
        fill(100, 10);
        GetResult none = get(0, 1, filter('X', null));
        assertThat(none.status()).isEqualTo(GetStatus.NO_MATCHED_MESSAGE);
        assertThat(none.nextOffset()).as("400 bytes of entries").isEqualTo(20);
        GetResult some = get(0, 4, filter('B', null));
        assertThat(offsets(some)).containsExactly(1L, 4L, 7L, 10L);
        assertThat(some.nextOffset()).isEqualTo(11);
        GetResult record = get(0, 32, filter('B', "k4"));
        assertThat(offsets(record)).containsExactly(4L);
    }

    @ParameterizedTest
    @ValueSource(ints = {21, 1_000, Integer.MAX_VALUE})
    void shouldNotLookAtMoreBecauseMoreIsWanted(int maxCount) throws Exception {
        fill(100, 10);
        assertThat(get(0, maxCount, filter('X', null)).nextOffset()).as("400 bytes of entries").isEqualTo(20);
        try (GetResult cached = store.reader.get("T", 0, 7, maxCount, filter('A', "none"), true)) {
            assertThat(cached.status()).isEqualTo(GetStatus.NO_MATCHED_MESSAGE);
            assertThat(cached.nextOffset()).isEqualTo(27);
        }
    }

    @Test
    void shouldShowAFilterABoundedNumberOfBytesAndMoveOn() throws Exception {
        for (int i = 0; i < 12; i++) {
            store.put("T", 0, 10, "KEYS\u0001" + (i == 10 ? "k" : "o".repeat(9_990)) + "\u0002");
        }
        store.dispatch();
        EntryFilter byKey = filter('\0', "k");
        assertThat(get(0, 32, byKey)).as("20,000 bytes").extracting(GetResult::status, GetResult::nextOffset)
            .containsExactly(GetStatus.NO_MATCHED_MESSAGE, 3L);
        long next = 0;
        GetResult result;
        do {
            result = get(next, 32, byKey);
            assertThat(result.nextOffset()).isBetween(next + 1, next + 3);
            next = result.nextOffset();
        } while (result.status() != GetStatus.FOUND);
        assertThat(offsets(result)).containsExactly(10L);
    }

    private static EntryFilter filter(char tag, String key) {
        return new EntryFilter() {
            @Override
            public boolean matchesTagsCode(long tagsCode) {
                return tagsCode == tag;
            }

            @Override
            public boolean needsRecord() {
                return key != null;
            }

            @Override
            public boolean matchesRecord(RecordView record) {
                return key.equals(record.property("KEYS"));
            }
        };
    }

    @Test
    void shouldStepOverRecordsThatAreGoneInOneStep() throws Exception {
        fill(600, 1_000);
        store.log.files.removeFirst();
        GetResult next = get(0, 32, EntryFilter.ALL);
        assertThat(next.status()).isEqualTo(GetStatus.FOUND);
        assertThat(next.slices().get(0).position()).isEqualTo(store.log.files.minPosition());
        store.put("other", 0, 10, "");
        while (store.log.reader.minPosition() < store.log.end.value() / StoreFixture.SEGMENT * StoreFixture.SEGMENT) {
            store.log.files.removeFirst();
        }
        GetResult gone = get(5, 32, EntryFilter.ALL);
        assertThat(gone.status()).isEqualTo(GetStatus.FOUND);
        store.log.writer.open(store.log.reader.minPosition());
        assertThat(get(5, 32, EntryFilter.ALL).status()).isEqualTo(GetStatus.MESSAGE_WAS_REMOVING);
    }

    @Test
    void shouldSayWhenAQueueFileIsMissingAndGoOnBehindIt() throws Exception {
        fill(350, 10);
        store.queues.queues.writeOutAll();
        store.queues.queues.writeOutAll();
        store.queues.queues.close();
        layer.delete(store.config.paths().consumeQueues().resolve("T/0/00000000000000002000"));
        long end = store.log.end.value();
        store = new StoreFixture(layer, Path.of("/store"), BrokerRole.ASYNC_MASTER, false, 1L << 40).open(end);
        store.queues.queues.find(List.of());
        store.queues.queues.load(LogBegin.whole(end), queue -> { });
        ConsumeQueue queue = store.queues.queues.find("T", 0);
        assertThat(queue.minOffset()).as("what is before the missing file can't be read").isEqualTo(200);
        assertThat(get(10, 32, EntryFilter.ALL).nextOffset()).isEqualTo(200);
        assertThat(offsets(get(200, 2, EntryFilter.ALL))).containsExactly(200L, 201L);
    }

    @Test
    void shouldFindOffsetsByTimeWithTheRightEdges() throws Exception {
        long[] times = {1_000, 2_000, 2_000, 2_000, 5_000};
        for (long time : times) {
            store.wallMs = time;
            store.put("T", 0, 10, "");
        }
        store.dispatch();
        long[][] lower = {{Long.MIN_VALUE, 0}, {-1, 0}, {0, 0}, {999, 0}, {1_000, 0}, {1_001, 1}, {2_000, 1},
            {2_001, 4}, {5_000, 4}, {5_001, 5}, {Long.MAX_VALUE, 5}};
        for (long[] row : lower) {
            assertThat(byTime(row[0], TimeBoundary.LOWER)).as("LOWER %d", row[0]).isEqualTo(row[1]);
        }
        long[][] upper = {{0, 0}, {999, 0}, {1_000, 0}, {1_999, 0}, {2_000, 3}, {4_999, 3}, {5_000, 4}, {5_001, 4},
            {Long.MAX_VALUE, 4}};
        for (long[] row : upper) {
            assertThat(byTime(row[0], TimeBoundary.UPPER)).as("UPPER %d", row[0]).isEqualTo(row[1]);
        }
        assertThat(store.times.storeTimestampMs(store.queues.queues.find("T", 0), 4)).isEqualTo(5_000);
        assertThat(store.times.storeTimestampMs(store.queues.queues.find("T", 0), 5)).isEqualTo(-1);
    }

    private long byTime(long timestampMs, TimeBoundary boundary) {
        return store.times.offset(store.queues.queues.find("T", 0), timestampMs, boundary);
    }

    @Test
    void shouldSearchByTimeBetweenFirstAndLastWhenTheOldestAreGone() throws Exception {
        fill(600, 1_000);
        store.log.files.removeFirst();
        store.queues.queues.advanceMin(store.log.files.minPosition());
        long min = store.queues.queues.find("T", 0).minOffset();
        assertThat(byTime(0, TimeBoundary.LOWER)).isEqualTo(min);
        assertThat(byTime(1_000_000 + 301, TimeBoundary.LOWER)).isEqualTo(300);
        assertThat(byTime(Long.MAX_VALUE, TimeBoundary.LOWER)).isEqualTo(600);
    }
}
