/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.config.StorePaths;
import org.tandemmq.store.ha.ReplicaLog;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.queue.ArrivalListener;

/** The whole store with its threads on a real disk: opened, used, closed, opened again. */
@Timeout(60)
class DefaultMessageStoreTest {

    @TempDir
    private Path root;

    private DefaultMessageStore store;

    private DefaultMessageStore open(Path directory, BrokerRole role, boolean syncFlush) {
        return StoreFixture.started(directory, role, syncFlush);
    }

    private void open() {
        store = open(root, BrokerRole.ASYNC_MASTER, false);
    }

    @AfterEach
    void close() {
        if (store != null) {
            store.close();
        }
    }

    private PutResult put(String topic, int queueId) {
        return store.put(StoreFixture.message(topic, queueId, 500, "TAGS\u0001A\u0002KEYS\u0001key\u0002"),
            AckPolicy.AS_CONFIGURED).join();
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    private void dispatched() {
        await(() -> store.status().dispatchBehindBytes() == 0);
    }

    private List<Long> positions(String topic, int queueId) {
        return StoreFixture.positions(store, topic, queueId);
    }

    @Test
    void shouldGiveBackAfterARestartWhatWasPutBefore() {
        open();
        List<Long> put = new ArrayList<>();
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < 300; i++) {
                PutResult result = put("T", 0);
                assertThat(result.queueOffset()).isEqualTo(put.size());
                put.add(result.position());
            }
            dispatched();
            assertThat(positions("T", 0)).isEqualTo(put);
            store.close();
            assertThat(root.resolve("abort")).doesNotExist();
            open();
            assertThat(root.resolve("abort")).exists();
            assertThat(positions("T", 0)).isEqualTo(put);
            assertThat(store.topics()).containsExactly("T");
            assertThat(store.queueIds("T")).containsExactly(0);
        }
        try (QueryResult found = store.query(new KeyQuery("T", "key", 100, 0, Long.MAX_VALUE))) {
            assertThat(found.records()).as("as many as were asked for").hasSize(100);
        }
    }

    @Test
    void shouldBuildTheIndexFromTheWholeLogWhereNothingIsKnownOfIt() throws Exception {
        open();
        store.put(StoreFixture.message("T", 0, 500, "KEYS\u0001first\u0002"), AckPolicy.AS_CONFIGURED).join();
        while (store.status().endPosition() < 4L * StoreFixture.SEGMENT) {
            put("T", 0);
        }
        dispatched();
        store.close();
        for (Path each : StorePaths.below(root).marks()) {
            Files.deleteIfExists(each);
        }
        StoreFiles.delete(root.resolve("index"));
        open();
        try (QueryResult found = store.query(new KeyQuery("T", "first", 8, 0, Long.MAX_VALUE))) {
            assertThat(found.records()).hasSize(1);
        }
    }

    @Test
    void shouldLoseNothingWhenTheProcessIsGoneWithoutAWord() throws Exception {
        open();
        List<Long> put = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            put.add(put("T", 0).position());
        }
        Path copy = root.resolveSibling(root.getFileName() + "-copy");
        copy(root, copy);
        DefaultMessageStore first = store;
        store = open(copy, BrokerRole.ASYNC_MASTER, false);
        assertThat(positions("T", 0)).isEqualTo(put);
        assertThat(put("T", 0).queueOffset()).isEqualTo(1_000);
        first.close();
    }

    private static void copy(Path from, Path to) throws Exception {
        for (Path path : Files.walk(from).toList()) {
            Path target = to.resolve(from.relativize(path));
            if (Files.isDirectory(path)) {
                Files.createDirectories(target);
            } else if (!path.toString().endsWith(".tmp")) {
                // what the store writes beside and moves may be gone
                Files.copy(path, target);
            }
        }
    }

    @Test
    void shouldKeepASecondStoreOutOfTheDirectory() {
        open();
        assertThatThrownBy(() -> open(root, BrokerRole.ASYNC_MASTER, false)).isInstanceOf(StoreException.class)
            .hasMessageContaining(root.toString()).hasMessageContaining("in use");
    }

    @Test
    void shouldConfirmOnlyWhatTheDiskHas() throws Exception {
        store = open(root, BrokerRole.ASYNC_MASTER, true);
        List<CompletableFuture<PutResult>> puts = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            puts.add(store.put(StoreFixture.message("T", 0, 100, ""), AckPolicy.AS_CONFIGURED));
        }
        for (CompletableFuture<PutResult> put : puts) {
            PutResult result = put.get(30, TimeUnit.SECONDS);
            assertThat(result.status()).isEqualTo(PutStatus.PUT_OK);
            assertThat(store.status().flushedPosition()).isGreaterThanOrEqualTo(result.endPosition());
        }
    }

    @Test
    void shouldAnswerBeforeAndAfterItIsOpen() {
        DefaultMessageStore closed = new DefaultMessageStore(
            StoreFixture.config(root, BrokerRole.ASYNC_MASTER, false), StoreFixture.HOST, ArrivalListener.NONE,
            InstantSource.system(), () -> 0);
        PutResult early = closed.put(StoreFixture.message("T", 0, 1, ""), AckPolicy.APPEND_ONLY).join();
        assertThat(early.status()).isEqualTo(PutStatus.SERVICE_NOT_AVAILABLE);
        assertThat(early.reason()).contains("not open yet");
        open();
        store.close();
        assertThat(put("T", 0).reason()).contains("being closed");
    }

    @Test
    void shouldFollowAMasterByteByByteCutAndBecomeAMasterItself() throws Exception {
        open();
        for (int i = 0; i < 400; i++) {
            put("T", i % 3);
        }
        dispatched();
        DefaultMessageStore slave = open(root.resolve("slave"), BrokerRole.SLAVE, false);
        PutResult refused = slave.put(StoreFixture.message("T", 0, 1, ""), AckPolicy.APPEND_ONLY).join();
        assertThat(refused.status()).isEqualTo(PutStatus.SERVICE_NOT_AVAILABLE);
        assertThat(refused.reason()).contains("slave");
        ReplicaLog from = store.replicaLog();
        ReplicaLog to = slave.replicaLog();
        follow(from, to);
        DefaultMessageStore master = store;
        store = slave;
        dispatched();
        for (int queue = 0; queue < 3; queue++) {
            List<Long> copied = positions("T", queue);
            store = master;
            assertThat(copied).isEqualTo(positions("T", queue)).isNotEmpty();
            store = slave;
        }
        long cutAt = positions("T", 1).get(50);
        to.truncate(cutAt);
        assertThat(to.endPosition()).isEqualTo(cutAt);
        assertThat(positions("T", 1)).hasSize(50);
        follow(from, to);
        dispatched();
        assertThat(store.maxOffset("T", 1)).isEqualTo(133);

        // a copy that would be read in place of the checkpoint that was set aside
        Files.write(root.resolve("slave/checkpoint.bak"), new byte[4096]);
        Files.writeString(root.resolve("slave/queueends.bak"), "old");
        to.setAside("first");
        try (Stream<Path> left = Files.list(root.resolve("slave"))) {
            assertThat(left.map(path -> path.getFileName().toString()))
                .anyMatch(name -> name.startsWith("checkpoint.bak.first.")).noneMatch("queueends.bak"::equals);
        }
        follow(from, to);
        dispatched();
        String aside = to.setAside("diverged");
        assertThat(Path.of(aside)).isDirectory();
        assertThat(to.isEmpty()).isTrue();
        assertThat(store.topics()).isEmpty();
        follow(from, to);
        dispatched();
        assertThat(store.maxOffset("T", 1)).isEqualTo(133);

        store.changeRole(BrokerRole.ASYNC_MASTER);
        assertThat(put("T", 1).queueOffset()).isEqualTo(133);
        master.close();
    }

    private static void follow(ReplicaLog from, ReplicaLog to) {
        while (to.endPosition() < from.endPosition()) {
            try (LogSlice slice = from.slice(to.endPosition(), 32_768)) {
                to.append(slice.position(), slice.bytes());
            }
        }
    }

    @Test
    void shouldTellItsFigures() {
        open();
        assertThat(store.status().earliestStoreTimestampMs()).isEqualTo(-1);
        PutResult put = put("T", 0);
        dispatched();
        StoreStatus status = store.status();
        assertThat(status.endPosition()).isEqualTo(put.endPosition());
        assertThat(status.earliestStoreTimestampMs()).isEqualTo(put.storeTimestampMs());
        assertThat(status.diskUsedRatio()).isBetween(0.0, 1.0);
        assertThat(status.refusal()).isNull();
        assertThat(store.record(put.position())).hasValueSatisfying(LogSlice::close);
        assertThat(store.storeTimestampMs("T", 0, 0)).isEqualTo(put.storeTimestampMs());
        assertThat(store.offsetByTime("T", 0, 0, TimeBoundary.LOWER)).isZero();
        assertThat(store.offsetByTime("none", 0, 0, TimeBoundary.LOWER)).isZero();
    }

    @Test
    void shouldGiveARecordOnlyWhereOneBegins() {
        open();
        List<Long> begins = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            begins.add(put("T", 0).position());
        }
        long end = store.status().endPosition();
        for (long position = -300; position < end + 300; position++) {
            Optional<LogSlice> record = store.record(position);
            assertThat(record.isPresent()).as("position %d", position).isEqualTo(begins.contains(position));
            record.ifPresent(LogSlice::close);
        }
        for (long nonsense : new long[] {Long.MIN_VALUE, -StoreFixture.SEGMENT, end * 3, Long.MAX_VALUE - 7}) {
            assertThat(store.record(nonsense)).isEmpty();
        }
    }

    @Test
    void shouldTakeMessagesFromManyThreadsWithDenseOffsets() throws Exception {
        open();
        int threads = 4;
        int each = 2_000;
        List<Thread> running = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            Thread thread = new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    assertThat(put("T", i % 2).status()).isEqualTo(PutStatus.PUT_OK);
                }
            });
            thread.start();
            running.add(thread);
        }
        for (Thread thread : running) {
            thread.join();
        }
        dispatched();
        assertThat(positions("T", 0)).hasSize(threads * each / 2);
        assertThat(positions("T", 1)).hasSize(threads * each / 2);
    }
}
