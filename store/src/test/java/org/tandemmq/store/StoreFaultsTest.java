/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.config.StorePaths;
import org.tandemmq.store.queue.ArrivalListener;
import org.tandemmq.store.simulation.ForgetfulFileLayer;

/** A whole store on a disk that fails while it is open: what is refused, with which words, for how long. */
class StoreFaultsTest {

    private static final Instant NOW = Instant.ofEpochMilli(1_700_000_000_123L);
    private static final String STAMP = DateTimeFormatter.ofPattern("yyyyMMddHHmmssSSS")
        .format(LocalDateTime.ofInstant(NOW, ZoneId.systemDefault()));

    private final ForgetfulFileLayer layer = new ForgetfulFileLayer();
    private final List<Long> acknowledged = new ArrayList<>();
    @TempDir
    private Path root;
    private DefaultMessageStore store;

    @AfterEach
    void close() {
        layer.failForces(null);
        layer.failBelow(root, null);
        store.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTakeNoMoreWritesUntilARestartWhenTheDiskDoesNotConfirm(boolean sync) {
        open(sync);
        put(100);
        layer.failForces(new IOException("Input/output error"));
        PutResult unconfirmed = put();
        assertThat(unconfirmed.status()).isEqualTo(sync ? PutStatus.FLUSH_DISK_TIMEOUT : PutStatus.PUT_OK);
        acknowledged.add(unconfirmed.position());
        await("the failure to be seen", () -> store.status().refusal() != null);
        layer.failForces(null);
        for (int i = 0; i < 2; i++) {
            PutResult refused = put();
            assertThat(refused.status()).isEqualTo(PutStatus.SERVICE_NOT_AVAILABLE);
            assertThat(refused.reason()).isEqualTo(store.status().refusal()).contains("did not confirm", "position",
                "Input/output error", "restart");
        }
        assertReads();
        store.close();
        open(sync);
        assertThat(store.status().refusal()).isNull();
        put(10);
        assertReads();
    }

    static Stream<Throwable> faults() {
        return Stream.of(new IOException("Permission denied"), new OutOfMemoryError("Map failed"),
            new InternalError("a fault occurred in an unsafe memory access operation"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void shouldTakeMessagesWhileTheQueuesStandStillAndCompleteThemAfterwards(Throwable fault) {
        open(false);
        put(10);
        layer.failBelow(root.resolve("consumequeue"), fault);
        put(3_000);
        await("dispatch to stand", () -> store.status().refusal() != null);
        assertThat(store.status().refusal()).contains("the queues stand still at position").contains(
            fault.getMessage());
        assertThat(store.status().dispatchBehindBytes()).isPositive();
        put(5);
        layer.failBelow(root, null);
        assertReads();
        assertThat(store.status().refusal()).isNull();
    }

    @Test
    void shouldSayWhyItDoesNotOpenWhereTheDiskDoesNotGiveAPage() {
        open(false);
        put(100);
        store.close();
        layer.failBelow(root.resolve("commitlog"), new InternalError("a fault occurred"));
        assertThatThrownBy(() -> open(false)).isInstanceOf(StoreException.class)
            .hasMessageContaining("a page of a mapped file").hasMessageContaining(root.toString());
        layer.failBelow(root, null);
        open(false);
        assertReads();
    }

    @Test
    void shouldSayThatThereIsNoRoomForTheLogAndResumeByItself() {
        open(false);
        put(10);
        layer.failBelow(root.resolve("commitlog"), new IOException("No space left on device"));
        PutResult result = put();
        while (result.status() == PutStatus.PUT_OK) {
            acknowledged.add(result.position());
            result = put();
        }
        assertThat(result.status()).isEqualTo(PutStatus.CREATE_MAPPED_FILE_FAILED);
        assertThat(result.reason()).as("that may be for want of a file handle as well").doesNotContain("no room")
            .contains("the log can't get more room").contains("No space left on device");
        assertReads();
        layer.failBelow(root, null);
        int all = acknowledged.size() + 100;
        // an attempt of the allocator that began before may still fail
        await("room", () -> {
            PutResult again = put();
            return again.status() == PutStatus.PUT_OK && acknowledged.add(again.position())
                && acknowledged.size() == all;
        });
        assertReads();
    }

    @Test
    void shouldFailOnlyTheMessageThatCanNotBeWritten() {
        open(false);
        StringBuilder long32k = new StringBuilder("a\u0001");
        while (long32k.length() < 32_768) {
            long32k.append('x');
        }
        for (int i = 0; i < 20; i++) {
            assertThat(put("T", 1, long32k.append("\u0002").toString()).status()).isNotEqualTo(PutStatus.PUT_OK);
            assertThat(put("t".repeat(128 + i * 20), 1, "").status()).isNotEqualTo(PutStatus.PUT_OK);
            assertThat(put("T", StoreFixture.MAX_MESSAGE + 1, "").status()).isNotEqualTo(PutStatus.PUT_OK);
            put(50);
            assertThat(store.status().lockHeldMs()).isZero();
        }
        assertReads();
    }

    @Test
    void shouldGoOnWithAllItHasWhereItCanNotBeSetAside() throws IOException {
        openOnDisk();
        put(100);
        Path inTheWay = root.resolve("commitlog.diverged." + STAMP);
        Files.createDirectory(inTheWay);
        assertThatThrownBy(() -> store.replicaLog().setAside("diverged")).isInstanceOf(StoreException.class)
            .hasMessageContaining(inTheWay.toString());
        assertThat(namesWith(".diverged.")).containsExactly(inTheWay.getFileName().toString());
        put(10);
        assertReads();
        Files.delete(inTheWay);
        assertThat(store.replicaLog().setAside("diverged")).isEqualTo(inTheWay.toString());
        assertThat(namesWith(".diverged.")).contains("commitlog.diverged." + STAMP, "consumequeue.diverged." + STAMP);
        assertThat(store.status().endPosition()).isZero();
        acknowledged.clear();
        store.close();
        openOnDisk();
        put(10);
        assertReads();
    }

    /** The log goes last: what a kill leaves in between is a log without queues. */
    @Test
    void shouldHaveAllOfItAfterAKillWhileItWasSetAside() throws IOException {
        openOnDisk();
        put(100);
        assertReads();
        store.close();
        StorePaths paths = StorePaths.below(root);
        List<Path> gone = new ArrayList<>(paths.marks());
        gone.addAll(List.of(paths.consumeQueues(), paths.index()));
        for (Path path : gone) {
            if (Files.exists(path)) {
                Files.move(path, path.resolveSibling(path.getFileName() + ".diverged." + STAMP));
            }
        }
        Files.createFile(paths.abort());
        openOnDisk();
        put(10);
        assertReads();
    }

    /** Segments are deleted one by one: some may be gone, but whatever the log has is served. */
    @ParameterizedTest
    @ValueSource(strings = {"consumequeue", "commitlog", "index"})
    void shouldServeWhatItHasWhereItCanNotBeCut(String directory) {
        open(false);
        put(3_000);
        assertReads();
        layer.failBelow(root.resolve(directory), new IOException("Input/output error"));
        long position = acknowledged.get(1_000);
        boolean isCut = cut(position);
        layer.failBelow(root, null);
        if (!isCut) {
            await("dispatch", () -> store.status().dispatchBehindBytes() == 0);
            int left = (int) store.maxOffset("T", 0);
            assertThat(left).isBetween(1_000, 3_000);
            assertThat(StoreFixture.positions(store, "T", 0, left)).isEqualTo(acknowledged.subList(0, left));
            assertThat(cut(position)).isTrue();
        }
        acknowledged.subList(1_000, acknowledged.size()).clear();
        await("the cut", () -> store.maxOffset("T", 0) == 1_000);
        assertReads();
    }

    private boolean cut(long position) {
        try {
            store.replicaLog().truncate(position);
            return true;
        } catch (StoreException | UncheckedIOException refused) {
            return false;
        } catch (AssertionError ended) {
            // what ends the process: the next start finds what there is
            layer.failBelow(root, null);
            store.close();
            open(false);
            return false;
        }
    }

    private List<String> namesWith(String part) throws IOException {
        try (Stream<Path> all = Files.list(root)) {
            return all.map(path -> path.getFileName().toString()).filter(name -> name.contains(part)).toList();
        }
    }

    private void openOnDisk() {
        store = new DefaultMessageStore(StoreFixture.config(root, BrokerRole.ASYNC_MASTER, false), StoreFixture.HOST,
            ArrivalListener.NONE, () -> NOW, () -> System.nanoTime() / 1_000_000);
        store.start();
    }

    private void open(boolean sync) {
        store = new DefaultMessageStore(StoreFixture.config(root, BrokerRole.ASYNC_MASTER, sync), StoreFixture.HOST,
            ArrivalListener.NONE, InstantSource.system(), () -> System.nanoTime() / 1_000_000, layer);
        store.start();
    }

    private PutResult put() {
        return put("T", 100, "KEYS\u0001k\u0002");
    }

    private PutResult put(String topic, int bodyBytes, String properties) {
        return store.put(StoreFixture.message(topic, 0, bodyBytes, properties), AckPolicy.AS_CONFIGURED).join();
    }

    private void put(int count) {
        for (int i = 0; i < count; i++) {
            PutResult result = put();
            assertThat(result.status()).as(result.reason()).isEqualTo(PutStatus.PUT_OK);
            assertThat(result.queueOffset()).isEqualTo(acknowledged.size());
            acknowledged.add(result.position());
        }
    }

    private static void await(String what, BooleanSupplier condition) {
        long giveUpAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(giveUpAt);
            Thread.onSpinWait();
        }
    }

    private void assertReads() {
        await("dispatch", () -> store.status().dispatchBehindBytes() == 0 && store.status().refusal() == null
            || store.maxOffset("T", 0) == acknowledged.size());
        assertThat(StoreFixture.positions(store, "T", 0, acknowledged.size())).isEqualTo(acknowledged);
    }
}
