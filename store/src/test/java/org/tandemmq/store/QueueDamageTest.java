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
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.queue.ArrivalListener;
import org.tandemmq.store.record.RecordView;

/**
 * Files of queues that are damaged where a start does not look, exchanged, copied or foreign: readers get every message
 * that the log has, each once and in its place.
 */
class QueueDamageTest {

    private static final int MESSAGES = 350;
    private static final int FILE_BYTES = 2_000;

    @TempDir
    private Path root;
    private DefaultMessageStore store;
    private final List<List<Long>> positions = List.of(new ArrayList<>(), new ArrayList<>());

    @BeforeEach
    void fill() {
        open();
        for (int i = 0; i < MESSAGES; i++) {
            put(0);
            if (i % 3 == 0) {
                put(1);
            }
        }
        store.close();
    }

    @AfterEach
    void close() {
        if (store != null) {
            store.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"0,0,2000", "1,1980,20", "1,700,900", "2,333,777", "3,0,400"})
    void shouldMendWhatIsZeroOrJunkInTheMiddle(int file, int at, int count) throws IOException {
        List<byte[]> damages = List.of(new byte[count], junk(count, 7), junk(count, 0), filled(count, 0xff));
        boolean killed = false;
        for (byte[] bytes : damages.subList(file % 2 * 2, file % 2 * 2 + 2)) {
            write(queueFile(0, file), at, bytes);
            reopen(killed);
            assertReads();
            put(0);
            assertReads();
            store.close();
            killed = true;
        }
        open();
        assertReads();
    }

    @Test
    void shouldMendBesideAMessageThatTheLogHasLostAndFindItWhenTheLogHasItAgain() throws IOException {
        open();
        long lost = positions.get(0).get(120);
        Path segment = root.resolve("commitlog").resolve(String.format("%020d", lost - lost % StoreFixture.SEGMENT));
        int at = (int) (lost % StoreFixture.SEGMENT);
        byte[] head = Arrays.copyOfRange(Files.readAllBytes(segment), at, at + 24);
        write(segment, at, new byte[24]);
        write(queueFile(0, 1), 300, new byte[900]);
        List<Long> found = new ArrayList<>();
        readAll(0, 0, MESSAGES, found);
        List<Long> others = new ArrayList<>(positions.get(0));
        others.remove(120);
        assertThat(found).isEqualTo(others);
        write(segment, at, head);
        store.close();
        open();
        assertReads();
    }

    @Test
    void shouldBuildAgainQueuesWhoseFilesWereExchanged() throws IOException {
        for (boolean killed : new boolean[] {false, true}) {
            exchange(root.resolve("consumequeue/T/0"), root.resolve("consumequeue/T/1"));
            reopen(killed);
            assertReads();
            store.close();
            exchange(queueFile(0, 0), queueFile(0, 3));
            reopen(killed);
            assertReads();
            store.close();
            exchange(queueFile(0, 1), queueFile(0, 2));
            reopen(killed);
            assertEachOnce();
            store.close();
        }
    }

    @Test
    void shouldBuildAgainAQueueThatIsACopyOfAnother() throws IOException {
        StoreFiles.delete(root.resolve("consumequeue/T/0"));
        Files.createDirectories(root.resolve("consumequeue/T/0"));
        Files.createDirectories(root.resolve("consumequeue/T/00"));
        for (Path each : StoreFiles.of(root.resolve("consumequeue/T/1"))) {
            Files.copy(each, root.resolve("consumequeue/T/0").resolve(each.getFileName()));
            Files.copy(each, root.resolve("consumequeue/T/00").resolve(each.getFileName()));
        }
        reopen(true);
        assertReads();
        assertThat(store.queueIds("T")).containsExactly(0, 1);
    }

    @Test
    void shouldBuildAgainWhatWasCopiedBehindTheEnd() throws IOException {
        Files.copy(queueFile(0, 0), root.resolve("consumequeue/T/0").resolve(String.format("%020d", 4 * FILE_BYTES)));
        reopen(true);
        assertReads();
        put(0);
        assertReads();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTakeNothingForLostThatADamagedQueueHidesBehindItsEnd(boolean killed) throws IOException {
        // the end that is looked for by halves, where the other queue makes the start go back, is found inside
        write(queueFile(0, 1), 1_000, new byte[1_000]);
        write(queueFile(0, 2), 0, new byte[1_020]);
        Files.delete(queueFile(1, 1));
        reopen(killed);
        assertReads();
        put(0);
        assertReads();
    }

    @Test
    void shouldNotBelieveAListOfEndsThatIsOlderThanTheCheckpoint() throws IOException {
        Files.delete(root.resolve("queueends"));
        assertThat(root.resolve("queueends.bak")).exists();
        StoreFiles.delete(root.resolve("consumequeue/T/1"));
        open();
        assertReads();
    }

    @Test
    void shouldBuildAgainFirstFilesOfAQueueBehindTheLogsBegin() throws IOException {
        Files.delete(StoreFiles.of(root.resolve("commitlog")).get(0));
        open();
        long min = store.minOffset("T", 0);
        assertThat(min).isGreaterThan(100);
        store.close();
        Files.delete(queueFile(0, (int) min / 100));
        open();
        List<Long> found = new ArrayList<>();
        readAll(0, min, MESSAGES, found);
        assertThat(found).isEqualTo(positions.get(0).subList((int) min, MESSAGES));
        assertThat(store.minOffset("T", 0)).isEqualTo(min);
    }

    @Test
    void shouldGoOnWhenQueueFilesAreDeletedWhileItRuns() throws IOException {
        open();
        StoreFiles.delete(root.resolve("consumequeue"));
        for (int i = 0; i < 300; i++) {
            put(0);
            put(1);
        }
        assertReads();
        store.close();
        open();
        assertReads();
    }

    @Test
    void shouldLeaveAloneWhatHasANameOfNoFileOfIts() throws IOException {
        List<Path> strays = new ArrayList<>();
        for (String name : List.of("consumequeue/T/0/99999999999999999999", "consumequeue/T/0/09223372036854775808",
            "consumequeue/T/0/00000000000000002000.bak", "consumequeue/T/x", "consumequeue/T/4294967296",
            "consumequeue/stray", "commitlog/99999999999999999999", "commitlog/09223372036854775808", "commitlog/x",
            "index/99999999999999999", "index/x")) {
            strays.add(root.resolve(name));
            Files.write(root.resolve(name), new byte[] {1});
        }
        reopen(true);
        assertReads();
        put(1);
        assertReads();
        assertThat(strays).allMatch(Files::exists);
    }

    @Test
    void shouldNameASegmentThatBeginsBetweenTwo() throws IOException {
        Path between = root.resolve("commitlog").resolve(String.format("%020d", 100));
        Files.copy(StoreFiles.of(root.resolve("commitlog")).get(0), between);
        assertThatThrownBy(this::open).isInstanceOf(StoreException.class).hasMessageContaining(between.toString());
        store = null;
        Files.delete(between);
        open();
        assertReads();
    }

    private static byte[] filled(int count, int value) {
        byte[] bytes = new byte[count];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static byte[] junk(int count, int firstBytes) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        for (int i = 0; i < count; i += 20) {
            // positions that are large, or in the log, with sizes that are positive
            bytes[i] = 0;
            for (int zero = 0; firstBytes > 0 && zero < 6 && i + zero < count; zero++) {
                bytes[i + zero] = 0;
            }
            if (i + 8 < count) {
                bytes[i + 8] &= 0x7f;
            }
        }
        return bytes;
    }

    private static void exchange(Path one, Path other) throws IOException {
        Path aside = one.resolveSibling("aside");
        Files.move(one, aside);
        Files.move(other, one);
        Files.move(aside, other);
    }

    private Path queueFile(int queueId, int number) {
        return root.resolve("consumequeue/T/" + queueId).resolve(String.format("%020d", number * FILE_BYTES));
    }

    private static void write(Path path, int at, byte[] bytes) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(bytes), at);
        }
    }

    private void open() {
        store = new DefaultMessageStore(StoreFixture.config(root, BrokerRole.ASYNC_MASTER, false), StoreFixture.HOST,
            ArrivalListener.NONE, InstantSource.system(), () -> System.nanoTime() / 1_000_000);
        store.start();
    }

    private void reopen(boolean killed) throws IOException {
        if (killed) {
            Files.writeString(root.resolve("abort"), "1");
        }
        open();
    }

    private void put(int queueId) {
        PutResult result = store.put(StoreFixture.message("T", queueId, 300, "KEYS\u0001k\u0002"),
            AckPolicy.AS_CONFIGURED).join();
        assertThat(result.status()).isEqualTo(PutStatus.PUT_OK);
        assertThat(result.queueOffset()).isEqualTo(positions.get(queueId).size());
        positions.get(queueId).add(result.position());
    }

    private void assertReads() {
        for (int queueId = 0; queueId < 2; queueId++) {
            List<Long> found = new ArrayList<>();
            readAll(queueId, 0, positions.get(queueId).size(), found);
            assertThat(found).as("queue %d", queueId).isEqualTo(positions.get(queueId));
        }
    }

    private void assertEachOnce() {
        List<Long> found = new ArrayList<>();
        readAll(0, 0, positions.get(0).size(), found);
        assertThat(found).containsExactlyInAnyOrderElementsOf(positions.get(0));
    }

    private void readAll(int queueId, long from, int max, List<Long> found) {
        await("dispatch", () -> store.status().dispatchBehindBytes() == 0);
        assertThat(store.maxOffset("T", queueId)).as("end of queue %d", queueId).isEqualTo(max);
        long[] next = {from};
        await("all messages of queue " + queueId, () -> {
            try (GetResult result = store.get("T", queueId, next[0], 32, EntryFilter.ALL)) {
                for (LogSlice slice : result.slices()) {
                    for (int at = 0; at < slice.sizeBytes();) {
                        RecordView view = new RecordView().wrap(slice.bytes(), at);
                        found.add(view.position());
                        at += view.totalSize();
                    }
                }
                next[0] = result.nextOffset();
            }
            return next[0] == max;
        });
    }

    private static void await(String what, BooleanSupplier condition) {
        long giveUpAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(giveUpAt);
            Thread.onSpinWait();
        }
    }
}
