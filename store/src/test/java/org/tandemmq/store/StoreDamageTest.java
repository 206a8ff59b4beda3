/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.config.CommitLogConfig;
import org.tandemmq.store.config.StoreConfig;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.queue.ArrivalListener;
import org.tandemmq.store.record.RecordView;

/**
 * A whole store with its threads, closed cleanly, damaged, and left as a killed process leaves it: each ends in a store
 * that has what was acknowledged, with dense offsets, or in a refusal that names file and position.
 */
class StoreDamageTest {

    private static final int MESSAGES = 400;

    @TempDir
    private Path root;
    private DefaultMessageStore store;
    private final List<Long> positions = new ArrayList<>();
    private long end;

    @AfterEach
    void close() {
        if (store != null) {
            store.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void shouldCutADamagedTailAndGoOnDensely(int damage) throws IOException {
        fill();
        long last = positions.get(positions.size() - 1);
        switch (damage) {
            case 0 -> writeLog(last, 0, 0);
            case 1 -> writeLog(last, 0, -1);
            case 2 -> writeLog(last, 0, Integer.MAX_VALUE);
            case 3 -> flip(last + 200);
            case 4 -> writeLog(last, 4, 0x1234);
            case 5 -> StoreFiles.truncate(segment(last), last % StoreFixture.SEGMENT + 100);
            default -> random(end - 200, 200);
        }
        positions.remove(positions.size() - 1);
        reopenKilled();
        assertReads(positions);
        for (int i = 0; i < 100; i++) {
            put();
        }
        assertReads(positions);
    }

    @Test
    void shouldRefuseToLoseAcknowledgedRecordsBehindDamage() throws IOException {
        fill();
        Files.delete(root.resolve("checkpoint"));
        Files.deleteIfExists(root.resolve("checkpoint.bak"));
        flip(positions.get(50) + 200);
        Files.writeString(root.resolve("abort"), "1");
        assertThatThrownBy(this::open).isInstanceOf(StoreException.class)
            .hasMessageContaining("position " + positions.get(50)).hasMessageContaining("commitlog")
            .hasMessageContaining("mqstore.sh repair");
        store = null;
    }

    @Test
    void shouldSurviveAnyStateOfTheCheckpoint() throws IOException {
        fill();
        for (int state = 0; state < 5; state++) {
            for (Path each : List.of(root.resolve("checkpoint"), root.resolve("checkpoint.bak"))) {
                switch (state) {
                    case 0 -> Files.deleteIfExists(each);
                    case 1 -> Files.write(each, new byte[4096]);
                    case 2 -> Files.write(each, new byte[0]);
                    case 3 -> Files.write(each, ByteBuffer.allocate(4096).putLong(Long.MAX_VALUE / 2)
                        .putLong(Long.MAX_VALUE / 2).array());
                    default -> Files.writeString(each, "no checkpoint at all");
                }
            }
            reopenKilled();
            assertReads(positions);
            store.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"consumequeue", "consumequeue/T", "consumequeue/T/0", "index", "queueends"})
    void shouldBuildAgainWhatIsGone(String path) throws IOException {
        fill();
        for (boolean killed : new boolean[] {false, true}) {
            StoreFiles.delete(root.resolve(path));
            StoreFiles.delete(root.resolve(path + ".bak"));
            if (killed) {
                reopenKilled();
            } else {
                open();
            }
            assertReads(positions);
            assertFindsKeys();
            store.close();
        }
    }

    @Test
    void shouldBuildAgainTheLastQueueFileThatIsZeroShortOrEmpty() throws IOException {
        fill();
        List<Path> all = StoreFiles.of(root.resolve("consumequeue/T/0"));
        Path last = all.get(all.size() - 1);
        int size = (int) Files.size(last);
        for (int length : new int[] {size, size / 2, 0}) {
            Files.write(last, new byte[length]);
            reopenKilled();
            assertReads(positions);
            store.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 100, 1_999})
    void shouldBuildAgainFromAQueueFileInTheMiddleThatIsGoneOrShort(int length) throws IOException {
        fill();
        for (int file = 0; file < 3; file++) {
            for (boolean killed : new boolean[] {false, true}) {
                Path lost = StoreFiles.of(root.resolve("consumequeue/T/0")).get(file);
                if (length < 0) {
                    Files.delete(lost);
                } else {
                    StoreFiles.truncate(lost, length);
                }
                if (killed) {
                    reopenKilled();
                } else {
                    open();
                }
                assertReads(positions);
                put();
                assertReads(positions);
                store.close();
            }
        }
    }

    @Test
    void shouldTakeAnEmptyOrShortLastSegmentForOneThatWasJustMade() throws IOException {
        fill();
        Path next = root.resolve("commitlog").resolve(String.format("%020d", lastSegment() + StoreFixture.SEGMENT));
        for (int length : new int[] {0, 4096}) {
            Files.write(next, new byte[length]);
            reopenKilled();
            assertReads(positions);
            store.close();
        }
    }

    @Test
    void shouldNameAShortSegmentInTheMiddle() throws IOException {
        fill();
        Path second = StoreFiles.of(root.resolve("commitlog")).get(1);
        StoreFiles.truncate(second, 100);
        assertThatThrownBy(this::open).isInstanceOf(StoreException.class)
            .hasMessageContaining(second.getFileName().toString()).hasMessageContaining("100 bytes");
        store = null;
    }

    @Test
    void shouldNameADirectoryOfAnotherSegmentSize() throws IOException {
        fill();
        StoreConfig ours = StoreFixture.config(root, BrokerRole.ASYNC_MASTER, false);
        StoreConfig other = new StoreConfig(ours.paths(), ours.role(), new CommitLogConfig(StoreFixture.SEGMENT * 2,
            StoreFixture.MAX_MESSAGE, true, 1000, true), ours.flush(), ours.queue(), ours.ha(), ours.retention());
        DefaultMessageStore wrong = new DefaultMessageStore(other, StoreFixture.HOST, ArrivalListener.NONE,
            InstantSource.system(), () -> 0);
        assertThatThrownBy(wrong::start).isInstanceOf(StoreException.class)
            .hasMessageContaining("mappedFileSizeCommitLog");
        open();
        assertReads(positions);
    }

    @Test
    void shouldReadOverAMissingSegmentInOneStep() throws IOException {
        fill();
        Files.delete(StoreFiles.of(root.resolve("commitlog")).get(1));
        open();
        List<Long> left = new ArrayList<>(positions);
        left.removeIf(position -> position >= StoreFixture.SEGMENT && position < 2L * StoreFixture.SEGMENT);
        List<Long> found = new ArrayList<>();
        long next = 0;
        int empty = 0;
        while (next < store.maxOffset("T", 0) && empty < 5) {
            int before = found.size();
            next = read(next, found);
            empty += found.size() == before ? 1 : 0;
        }
        assertThat(found).isEqualTo(left);
        assertThat(empty).as("reads that found nothing").isLessThanOrEqualTo(2);
    }

    @Test
    void shouldTakeMessagesWithoutAnIndexThatCanBeWritten() throws IOException {
        open();
        Files.writeString(root.resolve("index"), "in the way");
        for (int i = 0; i < 50; i++) {
            put();
        }
        assertReads(positions);
        assertThat(store.status().losses().missedKeys()).isGreaterThanOrEqualTo(50);
        assertThat(StoreFiles.of(root)).extracting(path -> path.getFileName().toString()).contains("index");
        store.close();
        Files.delete(root.resolve("index"));
        open();
        assertFindsKeys();
    }

    private void open() {
        store = new DefaultMessageStore(StoreFixture.config(root, BrokerRole.ASYNC_MASTER, false), StoreFixture.HOST,
            ArrivalListener.NONE, InstantSource.system(), () -> System.nanoTime() / 1_000_000);
        store.start();
    }

    private void reopenKilled() throws IOException {
        Files.writeString(root.resolve("abort"), "1");
        open();
    }

    private void fill() {
        open();
        for (int i = 0; i < MESSAGES; i++) {
            put();
        }
        store.close();
        end = store.status().endPosition();
    }

    private void put() {
        PutResult result = store.put(StoreFixture.message("T", 0, 700, "KEYS\u0001key" + positions.size() + "\u0002"),
            AckPolicy.AS_CONFIGURED).join();
        assertThat(result.status()).isEqualTo(PutStatus.PUT_OK);
        assertThat(result.queueOffset()).isEqualTo(positions.size());
        positions.add(result.position());
    }

    private void assertReads(List<Long> expected) {
        while (store.status().dispatchBehindBytes() > 0) {
            Thread.onSpinWait();
        }
        List<Long> found = new ArrayList<>();
        assertThat(store.maxOffset("T", 0)).isEqualTo(expected.size());
        long next = store.minOffset("T", 0);
        while (next < expected.size()) {
            next = read(next, found);
        }
        assertThat(found).isEqualTo(expected);
    }

    private long read(long offset, List<Long> found) {
        try (GetResult result = store.get("T", 0, offset, 32, EntryFilter.ALL)) {
            for (LogSlice slice : result.slices()) {
                for (int at = 0; at < slice.sizeBytes();) {
                    RecordView view = new RecordView().wrap(slice.bytes(), at);
                    found.add(view.position());
                    at += view.totalSize();
                }
            }
            assertThat(result.nextOffset()).as("%s", result.status()).isGreaterThan(offset);
            return result.nextOffset();
        }
    }

    private void assertFindsKeys() {
        for (int i = 0; i < positions.size(); i += 7) {
            try (QueryResult found = store.query(new KeyQuery("T", "key" + i, 8, 0, Long.MAX_VALUE))) {
                assertThat(found.records()).as("key%d", i).hasSize(1);
                assertThat(found.records().get(0).position()).isEqualTo(positions.get(i));
            }
        }
    }

    private long lastSegment() throws IOException {
        List<Path> all = StoreFiles.of(root.resolve("commitlog"));
        return Long.parseLong(all.get(all.size() - 1).getFileName().toString());
    }

    private void writeLog(long position, int at, int value) throws IOException {
        write(position + at, ByteBuffer.allocate(4).putInt(value).array());
    }

    private void flip(long position) throws IOException {
        Path path = segment(position);
        byte[] one = {(byte) (Files.readAllBytes(path)[(int) (position % StoreFixture.SEGMENT)] ^ 1)};
        write(position, one);
    }

    private void random(long position, int count) throws IOException {
        byte[] junk = new byte[count];
        new Random(7).nextBytes(junk);
        write(position, junk);
    }

    private void write(long position, byte[] bytes) throws IOException {
        try (FileChannel file = FileChannel.open(segment(position), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(bytes), position % StoreFixture.SEGMENT);
        }
    }

    private Path segment(long position) {
        return root.resolve("commitlog").resolve(String.format("%020d",
            position - position % StoreFixture.SEGMENT));
    }
}
