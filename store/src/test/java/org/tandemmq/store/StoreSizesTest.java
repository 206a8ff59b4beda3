/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.config.CommitLogConfig;
import org.tandemmq.store.config.QueueConfig;
import org.tandemmq.store.config.StoreConfig;
import org.tandemmq.store.queue.ArrivalListener;

/** A directory that was made with other file sizes than those of the settings: used, or refused and left as it is. */
class StoreSizesTest {

    private static final int QUEUE_FILE = 2_000;
    private static final int SLOTS = 100;
    private static final int ENTRIES = 400;

    private final List<Long> positions = new ArrayList<>();
    @TempDir
    private Path root;
    private DefaultMessageStore store;

    @AfterEach
    void close() {
        if (store != null) {
            store.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 400, 1_000, 1_980, 2_020, 4_000, 6_000, 20_000})
    void shouldRefuseOtherQueueFilesAndChangeNothing(int fileBytes) throws IOException {
        open(QUEUE_FILE, SLOTS);
        put(350);
        store.close();
        for (boolean killed : new boolean[] {false, true}) {
            if (killed) {
                Files.writeString(root.resolve("abort"), "1");
            }
            Map<String, Integer> before = content("consumequeue");
            assertThatThrownBy(() -> open(fileBytes, SLOTS)).isInstanceOf(StoreException.class)
                .hasMessageContaining("consumequeue/T/0").hasMessageContaining("mappedFileSizeConsumeQueue")
                .hasMessageContaining(Integer.toString(fileBytes));
            assertThat(content("consumequeue")).isEqualTo(before);
            open(QUEUE_FILE, SLOTS);
            assertReads();
            store.close();
        }
        store = null;
    }

    @Test
    void shouldUseASingleQueueFileInEitherSizeAsLongAsItsEntriesFit() {
        open(QUEUE_FILE, SLOTS);
        put(50);
        for (int fileBytes : new int[] {4_000, QUEUE_FILE, 1_000, 6_000}) {
            store.close();
            open(fileBytes, SLOTS);
            assertReads();
        }
        put(150);
        store.close();
        assertThatThrownBy(() -> open(QUEUE_FILE, SLOTS)).isInstanceOf(StoreException.class)
            .hasMessageContaining("mappedFileSizeConsumeQueue");
        open(6_000, SLOTS);
        put(50);
        assertReads();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 99, 1_000})
    void shouldTakeKeysFromTheLogAgainForAnotherIndexSize(int slots) {
        open(QUEUE_FILE, SLOTS);
        put(500);
        for (int next : new int[] {slots, SLOTS}) {
            store.close();
            open(QUEUE_FILE, next);
            assertReads();
            put(3);
            assertReads();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {StoreFixture.SEGMENT - 4096, StoreFixture.SEGMENT + 4096, StoreFixture.SEGMENT * 3})
    void shouldRefuseOtherSegmentsAndChangeNothing(int segmentBytes) throws IOException {
        open(QUEUE_FILE, SLOTS);
        put(350);
        store.close();
        Map<String, Integer> before = content("commitlog");
        before.putAll(content("consumequeue"));
        StoreConfig usual = config(QUEUE_FILE, SLOTS);
        StoreConfig other = new StoreConfig(usual.paths(), usual.role(), new CommitLogConfig(segmentBytes,
            StoreFixture.MAX_MESSAGE - 4096, true, 1000, true), usual.flush(), usual.queue(), usual.ha(),
            usual.retention());
        assertThatThrownBy(() -> open(other)).isInstanceOf(StoreException.class)
            .hasMessageContaining("mappedFileSizeCommitLog").hasMessageContaining(Integer.toString(segmentBytes));
        Map<String, Integer> after = content("commitlog");
        after.putAll(content("consumequeue"));
        assertThat(after).isEqualTo(before);
        open(QUEUE_FILE, SLOTS);
        put(10);
        assertReads();
    }

    private StoreConfig config(int queueFileBytes, int indexSlots) {
        StoreConfig usual = StoreFixture.config(root, BrokerRole.ASYNC_MASTER, false);
        return new StoreConfig(usual.paths(), usual.role(), usual.log(), usual.flush(), new QueueConfig(queueFileBytes,
            true, indexSlots, ENTRIES, usual.queue().delayLevelsMs(), usual.queue().read()), usual.ha(),
            usual.retention());
    }

    private void open(int queueFileBytes, int indexSlots) {
        open(config(queueFileBytes, indexSlots));
    }

    private void open(StoreConfig config) {
        DefaultMessageStore opened = new DefaultMessageStore(config, StoreFixture.HOST, ArrivalListener.NONE,
            InstantSource.system(), () -> System.nanoTime() / 1_000_000);
        opened.start();
        store = opened;
    }

    private void put(int count) {
        for (int i = 0; i < count; i++) {
            NewMessage message = StoreFixture.message("T", 0, 700, "KEYS\u0001key" + positions.size() + "\u0002");
            PutResult result = store.put(message, AckPolicy.AS_CONFIGURED).join();
            assertThat(result.queueOffset()).isEqualTo(positions.size());
            positions.add(result.position());
        }
    }

    private void assertReads() {
        long giveUpAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (store.status().dispatchBehindBytes() > 0) {
            assertThat(System.nanoTime()).as("dispatch").isLessThan(giveUpAt);
            Thread.onSpinWait();
        }
        assertThat(StoreFixture.positions(store, "T", 0, positions.size())).isEqualTo(positions);
        for (int i = 0; i < positions.size(); i += 49) {
            try (QueryResult keyed = store.query(new KeyQuery("T", "key" + i, 8, 0, Long.MAX_VALUE))) {
                assertThat(keyed.records()).as("key%d", i).hasSize(1);
                assertThat(keyed.records().get(0).position()).isEqualTo(positions.get(i));
            }
        }
    }

    private Map<String, Integer> content(String directory) throws IOException {
        Map<String, Integer> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root.resolve(directory))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                byte[] bytes = Files.readAllBytes(file);
                content.put(file.toString(), 31 * Arrays.hashCode(bytes) + bytes.length);
            }
        }
        return content;
    }
}
