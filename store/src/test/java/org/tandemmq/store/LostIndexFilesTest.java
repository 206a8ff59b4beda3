/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.config.QueueConfig;
import org.tandemmq.store.config.StoreConfig;
import org.tandemmq.store.queue.ArrivalListener;

/** Index files that were deleted: every message is found by its keys after the next start, and the other files stay. */
class LostIndexFilesTest {

    private static final int ENTRIES = 100;

    private final List<Long> positions = new ArrayList<>();
    @TempDir
    private Path root;
    private DefaultMessageStore store;

    @BeforeEach
    void fill() {
        open(true);
        put(450);
        store.close();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void open(boolean indexed) {
        StoreConfig usual = StoreFixture.config(root, BrokerRole.ASYNC_MASTER, false);
        store = new DefaultMessageStore(new StoreConfig(usual.paths(), usual.role(), usual.log(), usual.flush(),
            new QueueConfig(2_000, indexed, 64, ENTRIES, usual.queue().delayLevelsMs(), usual.queue().read()),
            usual.ha(), usual.retention()), StoreFixture.HOST, ArrivalListener.NONE, InstantSource.system(),
            () -> System.nanoTime() / 1_000_000);
        store.start();
    }

    /** Two keys each, so that those of one message stand in two files; every tenth has none. */
    private void put(int count) {
        for (int i = 0; i < count; i++) {
            int number = positions.size();
            String keys = number % 10 == 9 ? "" : "KEYS\u0001key" + number + " more" + number + "\u0002";
            positions.add(store.put(StoreFixture.message("T", 0, 300, keys), AckPolicy.AS_CONFIGURED).join()
                .position());
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(root.resolve("index"))) {
            return files.sorted().toList();
        }
    }

    private void assertFindsAll(int from) {
        while (store.status().dispatchBehindBytes() > 0) {
            Thread.onSpinWait();
        }
        for (int i = from; i < positions.size(); i++) {
            for (String key : List.of("key" + i, "more" + i)) {
                try (QueryResult found = store.query(new KeyQuery("T", key, 8, 0, Long.MAX_VALUE))) {
                    assertThat(found.records()).as(key).hasSize(i % 10 == 9 ? 0 : 1);
                }
            }
        }
    }

    /** Which of the nine files are lost, by their numbers. */
    @ParameterizedTest
    @CsvSource({"0,false", "4,false", "0 1 2,false", "3 4,false", "2 4 6,false", "8,false", "7 8,false", "0 4 8,false",
        "0 1 2 3 4 5 6 7 8,false", "0,true", "4,true", "8,true", "1 2 3 4 5 6 7,true"})
    void shouldFindAllAfterTheNextStart(String lost, boolean killed) throws IOException {
        List<Path> before = files();
        assertThat(before).hasSize(9);
        List<Path> left = new ArrayList<>(before);
        for (String number : lost.split(" ")) {
            Files.delete(before.get(Integer.parseInt(number)));
            left.remove(before.get(Integer.parseInt(number)));
        }
        if (killed) {
            Files.writeString(root.resolve("abort"), "1");
        }
        for (int start = 0; start < 3; start++) {
            open(true);
            assertFindsAll(0);
            assertThat(files()).hasSizeBetween(9, 9 + 2 * start).containsAll(left);
            put(50);
            assertFindsAll(400);
            store.close();
        }
    }

    @Test
    void shouldChangeNothingWhereAllAreThere() throws IOException {
        List<Path> before = files();
        byte[] middle = Files.readAllBytes(before.get(4));
        open(true);
        assertThat(files()).isEqualTo(before);
        assertThat(before.get(4)).hasBinaryContent(middle);
        assertFindsAll(0);
    }

    /** What was stored while there was no index is found by key as soon as there is one. */
    @Test
    void shouldIndexWhatWasStoredWithoutAnIndex() {
        open(false);
        put(100);
        store.close();
        open(true);
        assertFindsAll(0);
        put(10);
        store.close();
        open(true);
        assertFindsAll(0);
    }
}
