/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.record.RecordView;

/** Queues that go on at an offset though the log holds nothing of them. */
@Timeout(60)
class BegunQueuesTest {

    @TempDir
    private Path root;
    private DefaultMessageStore store;

    @BeforeEach
    void open() {
        store = StoreFixture.started(root, BrokerRole.ASYNC_MASTER, false);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private long put(String topic, int queueId) {
        long offset = store.put(StoreFixture.message(topic, queueId, 100, ""), AckPolicy.AS_CONFIGURED).join()
            .queueOffset();
        while (store.status().dispatchBehindBytes() > 0) {
            Thread.onSpinWait();
        }
        return offset;
    }

    private long readable(String topic, long from) {
        long next = from;
        RecordView view = new RecordView();
        try (GetResult result = store.get(topic, 0, from, 32, EntryFilter.ALL)) {
            for (LogSlice slice : result.slices()) {
                for (int at = 0; at < slice.sizeBytes(); at += view.totalSize()) {
                    assertThat(view.wrap(slice.bytes(), at).queueOffset()).isEqualTo(next++);
                }
            }
        }
        return next - from;
    }

    private List<Path> files(String topic) throws Exception {
        Path directory = root.resolve("consumequeue").resolve(topic);
        if (Files.notExists(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 1_000, 1_023, 1_024, 123_456_789, 1L << 48})
    void shouldGoOnWhereTheQueueBeginsOverRestarts(long begin) throws Exception {
        put("other", 0);
        assertThat(store.beginQueues(Map.of("T", Map.of(0, begin))).join()).isEqualTo(1);
        assertThat(store.minOffset("T", 0)).isEqualTo(begin);
        assertThat(store.maxOffset("T", 0)).isEqualTo(begin);
        assertThat(store.emptyQueues()).containsOnly(Map.entry("T", Map.of(0, begin)));
        assertThat(store.get("T", 0, begin, 32, EntryFilter.ALL).status()).isEqualTo(GetStatus.OFFSET_OVERFLOW_ONE);
        assertThat(files("T")).as("nothing is written for what is empty").isEmpty();
        assertThat(put("T", 0)).isEqualTo(begin);
        assertThat(put("T", 0)).isEqualTo(begin + 1);
        assertThat(put("T", 1)).isZero();
        for (int restart = 0; restart < 2; restart++) {
            assertThat(store.minOffset("T", 0)).isEqualTo(begin);
            assertThat(store.maxOffset("T", 0)).isEqualTo(begin + 2 + restart);
            assertThat(readable("T", begin)).isEqualTo(2 + restart);
            assertThat(store.emptyQueues()).isEmpty();
            store.close();
            open();
            assertThat(put("T", 0)).isEqualTo(begin + 2 + restart);
        }
    }

    @Test
    void shouldLeaveAQueueWithEntriesAlone() {
        put("T", 0);
        assertThat(store.beginQueues(Map.of("T", Map.of(0, 500L))).join()).isZero();
        assertThat(put("T", 0)).isEqualTo(1);
        assertThat(store.beginQueues(Map.of("U", Map.of(0, 500L))).join()).isEqualTo(1);
        assertThat(store.beginQueues(Map.of("U", Map.of(0, 900L))).join()).as("it has an end").isZero();
        assertThat(put("U", 0)).isEqualTo(500);
    }

    @Test
    void shouldNotLookForALostQueueAtTheNextStart() {
        put("other", 0);
        store.beginQueues(Map.of("T", Map.of(0, 500L))).join();
        store.close();
        open();
        assertThat(store.topics()).containsExactly("other");
        assertThat(store.beginQueues(Map.of("T", Map.of(0, 500L))).join()).isEqualTo(1);
        assertThat(put("T", 0)).isEqualTo(500);
    }

    @Test
    void shouldBeginAtZeroOnceTheTopicIsDeleted() {
        store.beginQueues(Map.of("T", Map.of(0, 500L))).join();
        store.deleteTopic("T", end -> { });
        while (store.topics().contains("T")) {
            Thread.onSpinWait();
        }
        assertThat(put("T", 0)).isZero();
        assertThat(readable("T", 0)).isEqualTo(1);
    }
}
