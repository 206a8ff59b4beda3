/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.config.RetentionConfig;
import org.tandemmq.store.config.StoreConfig;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.log.ReplicationGate;
import org.tandemmq.store.queue.ArrivalListener;

/** A whole store whose messages grow old: what goes, what follows, and what stays. */
class StoreRetentionTest {

    private static final int MESSAGES = 600;

    @TempDir
    private Path root;
    private final AtomicLong nowMs = new AtomicLong(1_796_000_000_000L);
    private DefaultMessageStore store;

    @BeforeEach
    void fill() {
        open();
        for (int i = 0; i < MESSAGES; i++) {
            store.put(StoreFixture.message("T", 0, 700, "KEYS\u0001key" + i + "\u0002"), AckPolicy.APPEND_ONLY).join();
        }
        while (store.status().dispatchBehindBytes() > 0) {
            Thread.onSpinWait();
        }
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void shouldKeepWhatHasNotExpired() {
        nowMs.addAndGet(TimeUnit.HOURS.toMillis(71));
        store.deleteExpired();
        put();
        assertThat(store.status().minPosition()).isZero();
    }

    @Test
    void shouldCountByTheHoursThatAreSetWhileItRuns() throws IOException {
        nowMs.addAndGet(TimeUnit.HOURS.toMillis(25));
        store.keepSegments(24);
        store.deleteExpired();
        awaitMin(store.status().endPosition() / StoreFixture.SEGMENT * StoreFixture.SEGMENT);
        assertThat(files("commitlog")).isLessThanOrEqualTo(2);
    }

    @Test
    void shouldDeleteWhatHasExpiredAndLetQueuesAndIndexFollow() throws IOException {
        long segments = files("commitlog");
        assertThat(segments).isGreaterThan(4);
        try (LogSlice held = store.record(0).orElseThrow()) {
            ByteBuffer before = copy(held);
            long kept = store.status().endPosition() / StoreFixture.SEGMENT * StoreFixture.SEGMENT;
            long firstKept = firstOffsetFrom(kept);
            expire();
            awaitMin(kept);
            awaitMinOffset(firstKept);
            assertThat(copy(held)).as("a slice that is held").isEqualTo(before);
        }
        assertThat(files("commitlog")).isLessThanOrEqualTo(2);
        long min = store.minOffset("T", 0);
        assertThat(min).isPositive().isLessThan(MESSAGES);
        try (GetResult early = store.get("T", 0, 0, 32, EntryFilter.ALL);
             GetResult first = store.get("T", 0, min, 32, EntryFilter.ALL)) {
            assertThat(early.status()).isEqualTo(GetStatus.OFFSET_TOO_SMALL);
            assertThat(early.nextOffset()).isEqualTo(min);
            assertThat(first.status()).isEqualTo(GetStatus.FOUND);
            assertThat(first.slices().get(0).position()).isGreaterThanOrEqualTo(store.status().minPosition());
        }
        try (QueryResult gone = store.query(new KeyQuery("T", "key0", 8, 0, Long.MAX_VALUE));
             QueryResult there = store.query(new KeyQuery("T", "key" + (MESSAGES - 1), 8, 0, Long.MAX_VALUE))) {
            assertThat(gone.records()).isEmpty();
            assertThat(there.records()).hasSize(1);
        }
        long before = store.status().minPosition();
        store.close();
        open();
        assertThat(store.status().minPosition()).isEqualTo(before);
        assertThat(store.minOffset("T", 0)).isEqualTo(min);
        assertThat(put().queueOffset()).isEqualTo(MESSAGES);
    }

    /** As behind a bad sector: made by cutting the file under the open store. */
    @Test
    void shouldNotStandStillAtASegmentThatCanNotBeRead() throws IOException {
        long kept = store.status().endPosition() / StoreFixture.SEGMENT * StoreFixture.SEGMENT;
        Path unreadable = root.resolve("commitlog").resolve(String.format(Locale.ROOT, "%020d",
            2 * StoreFixture.SEGMENT));
        try (FileChannel file = FileChannel.open(unreadable, StandardOpenOption.WRITE)) {
            file.truncate(0);
        }
        expire();
        // whoever meets the page first is told, once: upkeep, or this thread here
        long giveUpAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (minPositionOrNone() < kept) {
            assertThat(System.nanoTime()).as("log begins at %s", minPositionOrNone()).isLessThan(giveUpAt);
            Thread.onSpinWait();
        }
    }

    private long minPositionOrNone() {
        try {
            return store.status().minPosition();
        } catch (InternalError unreadable) {
            return -1;
        }
    }

    @Test
    void shouldKeepWhatASlaveNeedsWithinTheLimit() throws IOException {
        long needed = 2L * StoreFixture.SEGMENT;
        store.replicateBy(ReplicationGate.NONE, () -> needed, () -> { });
        expire();
        awaitMin(needed);
        assertThat(files("commitlog")).isGreaterThan(2);
    }

    private void expire() {
        nowMs.addAndGet(TimeUnit.HOURS.toMillis(73));
        store.deleteExpired();
    }

    private void awaitMin(long position) {
        long giveUpAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (store.status().minPosition() < position) {
            assertThat(System.nanoTime()).as("log begins at %s", store.status().minPosition()).isLessThan(giveUpAt);
            Thread.onSpinWait();
        }
        assertThat(store.status().minPosition()).isEqualTo(position);
    }

    private void awaitMinOffset(long offset) {
        // the queues follow the log in steps, one for each round of deletion
        long giveUpAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (store.minOffset("T", 0) < offset) {
            assertThat(System.nanoTime()).as("queue begins at %s", store.minOffset("T", 0)).isLessThan(giveUpAt);
            Thread.onSpinWait();
        }
    }

    private long firstOffsetFrom(long position) {
        for (long offset = 0; offset < MESSAGES; offset++) {
            try (GetResult one = store.get("T", 0, offset, 1, EntryFilter.ALL)) {
                if (one.slices().get(0).position() >= position) {
                    return offset;
                }
            }
        }
        throw new AssertionError("no message from position " + position + " on");
    }

    private PutResult put() {
        return store.put(StoreFixture.message("T", 0, 700, ""), AckPolicy.APPEND_ONLY).join();
    }

    private void open() {
        StoreConfig usual = StoreFixture.config(root, BrokerRole.ASYNC_MASTER, false);
        RetentionConfig never = RetentionConfig.defaults();
        store = new DefaultMessageStore(new StoreConfig(usual.paths(), usual.role(), usual.log(), usual.flush(),
            usual.queue(), usual.ha(), new RetentionConfig(72, List.of(), 100, 100, 100, false, 1,
                never.slaveHoldBackBytes())), StoreFixture.HOST, ArrivalListener.NONE,
            () -> Instant.ofEpochMilli(nowMs.get()), () -> System.nanoTime() / 1_000_000);
        store.start();
    }

    private long files(String directory) throws IOException {
        try (Stream<Path> all = Files.list(root.resolve(directory))) {
            return all.filter(Files::isRegularFile).count();
        }
    }

    private static ByteBuffer copy(LogSlice slice) {
        ByteBuffer copy = ByteBuffer.allocate(slice.sizeBytes());
        copy.put(slice.bytes().duplicate()).flip();
        return copy;
    }
}
