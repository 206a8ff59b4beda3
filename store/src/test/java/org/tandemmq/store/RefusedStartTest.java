/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.config.CommitLogConfig;
import org.tandemmq.store.config.QueueConfig;
import org.tandemmq.store.config.StoreConfig;
import org.tandemmq.store.place.OddFile;
import org.tandemmq.store.queue.ArrivalListener;
import org.tandemmq.store.recovery.AbortFile;

/** A start that is refused leaves the directory as it was: the next one must not take it for a crash. */
class RefusedStartTest {

    @TempDir
    private Path root;

    private StoreConfig usual() {
        return StoreFixture.config(root, BrokerRole.ASYNC_MASTER, false);
    }

    private void fill() {
        DefaultMessageStore store = StoreFixture.started(root, BrokerRole.ASYNC_MASTER, false);
        for (int i = 0; i < 300; i++) {
            store.put(StoreFixture.message("T", 0, 700, "KEYS\u0001key" + i + "\u0002"), AckPolicy.AS_CONFIGURED)
                .join();
        }
        store.close();
    }

    private Map<String, Integer> content() throws IOException {
        Map<String, Integer> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.toList()) {
                content.put(file.toString(), Files.isRegularFile(file) ? Arrays.hashCode(Files.readAllBytes(file)) : 0);
            }
        }
        return content;
    }

    private static DefaultMessageStore store(StoreConfig config) {
        return new DefaultMessageStore(config, StoreFixture.HOST, ArrivalListener.NONE, InstantSource.system(),
            () -> System.nanoTime() / 1_000_000);
    }

    private void refuse(StoreConfig config, String why) throws IOException {
        Map<String, Integer> before = content();
        assertThatThrownBy(() -> store(config).start()).isInstanceOf(StoreException.class).hasMessageContaining(why);
        assertThat(content()).isEqualTo(before);
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(root.resolve("commitlog"))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLeaveNothingForOtherSizes(boolean killed) throws IOException {
        fill();
        if (killed) {
            Files.writeString(root.resolve("abort"), "1");
        }
        StoreConfig usual = usual();
        refuse(new StoreConfig(usual.paths(), usual.role(), new CommitLogConfig(StoreFixture.SEGMENT * 2,
            StoreFixture.MAX_MESSAGE, true, 1_000, true), usual.flush(), usual.queue(), usual.ha(), usual.retention()),
            "mappedFileSizeCommitLog");
        refuse(new StoreConfig(usual.paths(), usual.role(), usual.log(), usual.flush(), new QueueConfig(1_000, true,
            100, 400, usual.queue().delayLevelsMs(), usual.queue().read()), usual.ha(), usual.retention()),
            "mappedFileSizeConsumeQueue");
    }

    @Test
    void shouldLeaveNothingWhereTheLogLacksItsEnd() throws IOException {
        fill();
        List<Path> segments = segments();
        for (Path segment : segments.subList(1, segments.size())) {
            Files.delete(segment);
        }
        refuse(usual(), "the checkpoint knows");
    }

    @Test
    void shouldLeaveNothingWhereTheLogIsDamaged() throws IOException {
        fill();
        try (FileChannel segment = FileChannel.open(segments().get(2), StandardOpenOption.WRITE)) {
            segment.write(StoreFixture.bytes("x".repeat(2_000)), 1_000);
        }
        refuse(usual(), "whole record");
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(30)
    void shouldLeaveNothingWhereSomethingElseStandsInThePlaceOfAFile(OddFile odd) throws IOException {
        fill();
        Path aside = root.resolve("taken");
        for (Path file : List.of(segments().get(0), segments().get(1), root.resolve("checkpoint"),
            root.resolve("owntail"), root.resolve("lock"), root.resolve("consumequeue/T/0/00000000000000000000"))) {
            Files.move(file, aside);
            odd.putAt(file);
            refuse(usual(), file + ": is " + odd);
            Files.delete(file);
            Files.move(aside, file);
        }
        StoreFixture.started(root, BrokerRole.ASYNC_MASTER, false).close();
    }

    @Test
    void shouldLeaveNothingWhereAFileStandsInThePlaceOfADirectory() throws IOException {
        for (String name : List.of("commitlog", "consumequeue", "index", "config")) {
            Files.writeString(root.resolve(name), "x");
            refuse(usual(), root.resolve(name) + " is a file, where a directory belongs");
            Files.delete(root.resolve(name));
        }
        StoreFixture.started(root, BrokerRole.ASYNC_MASTER, false).close();
    }

    @Test
    void shouldStartWithoutTheDirectoryOfAnIndexThatIsOff() throws IOException {
        fill();
        StoreFiles.delete(root.resolve("index"));
        OddFile.DEAD_LINK.putAt(root.resolve("index"));
        StoreConfig on = usual();
        refuse(on, "index is a link to nothing");
        QueueConfig queue = on.queue();
        DefaultMessageStore off = store(new StoreConfig(on.paths(), on.role(), on.log(), on.flush(),
            new QueueConfig(queue.queueFileBytes(), false, queue.indexSlots(), queue.indexEntries(),
                queue.delayLevelsMs(), queue.read()), on.ha(), on.retention()));
        off.start();
        assertThat(off.put(StoreFixture.message("T", 0, 700, "KEYS\u0001k\u0002"), AckPolicy.AS_CONFIGURED).join()
            .status()).isEqualTo(PutStatus.PUT_OK);
        off.deleteExpired();
        off.close();
        assertThat(root.resolve("abort")).doesNotExist();
    }

    @Test
    void shouldLeaveNothingWhereTheStoreIsInUse() throws IOException {
        fill();
        try (DefaultMessageStore open = StoreFixture.started(root, BrokerRole.ASYNC_MASTER, false)) {
            assertThatThrownBy(() -> store(usual()).start()).isInstanceOf(StoreException.class)
                .hasMessageContaining("in use");
            assertThat(root.resolve("abort")).exists();
            assertThat(open.status().endPosition()).isPositive();
        }
        assertThat(root.resolve("abort")).doesNotExist();
    }

    @Test
    void shouldLeaveNothingWhereTheSignOfAnOpenStoreCannotBeWritten() throws IOException {
        fill();
        Path abort = root.resolve("abort");
        Files.createSymbolicLink(abort, root.resolve("nowhere").resolve("abort"));
        assertThatThrownBy(() -> new AbortFile(abort).create()).isInstanceOf(IOException.class);
        assertThat(Files.exists(abort, LinkOption.NOFOLLOW_LINKS)).isFalse();
    }
}
