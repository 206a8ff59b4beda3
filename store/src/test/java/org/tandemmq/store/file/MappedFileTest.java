/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A segment while the disk lets the one who takes space wait: nobody else waits, and nothing is left behind. */
@Timeout(60)
class MappedFileTest {

    private static final int PIECE_BYTES = 256 << 10;
    private static final int SIZE = 4 * MappedFile.WINDOW_BYTES;

    @TempDir
    private Path directory;

    private final CountDownLatch writing = new CountDownLatch(1);
    private final CountDownLatch diskReady = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private MappedFile file;
    private CompletableFuture<Void> agent;

    @BeforeEach
    void takeSpaceOnASlowDisk() throws Exception {
        file = MappedFile.create(WatchedLayer.of(this::before), directory.resolve("00000000000000000000"), 0, SIZE);
        agent = CompletableFuture.runAsync(() -> {
            try {
                file.allocate(2 * MappedFile.WINDOW_BYTES, PIECE_BYTES);
            } catch (IOException failed) {
                throw new AssertionError(failed);
            }
        }, command -> new Thread(command, "agent").start());
        assertThat(writing.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @AfterEach
    void end() throws Exception {
        diskReady.countDown();
        agent.get(30, TimeUnit.SECONDS);
        file.close();
    }

    private void before(boolean isNew, String call, Object[] arguments) throws InterruptedException {
        if (isNew && call.equals("write")) {
            writing.countDown();
            assertThat(closed.getCount()).as("closed before it was written to").isEqualTo(1);
            assertThat(diskReady.await(30, TimeUnit.SECONDS)).isTrue();
        }
        if (isNew && call.equals("close")) {
            closed.countDown();
        }
    }

    @Test
    void shouldMapForReadersAndTheWriter() throws Exception {
        file.acquire().release();
        file.window(MappedFile.WINDOW_BYTES).release();
        assertThat(file.unmapIdle()).as("used just now").isFalse();
        assertThat(file.unmapIdle()).isTrue();
        assertThat(file.allocatedBytes()).isZero();
        assertThat(agent).isNotDone();
    }

    @Test
    void shouldSealAtOnceAndCloseWhenNobodyTakesSpaceAnyMore() throws Exception {
        file.seal();
        assertThat(closed.getCount()).as("in use").isEqualTo(1);
        diskReady.countDown();
        agent.get(30, TimeUnit.SECONDS);
        assertThat(closed.getCount()).isZero();
        assertThat(file.allocatedBytes()).as("nothing is left to be taken").isEqualTo(SIZE);
    }

    @Test
    void shouldDeleteWhenTheOneWhoTakesSpaceHasEnded() throws Exception {
        CompletableFuture<Void> deletion = CompletableFuture.runAsync(() -> {
            try {
                file.delete();
            } catch (IOException failed) {
                throw new AssertionError(failed);
            }
        }, command -> new Thread(command, "upkeep").start());
        diskReady.countDown();
        deletion.get(30, TimeUnit.SECONDS);
        agent.get(30, TimeUnit.SECONDS);
        assertThat(file.path()).doesNotExist();
        assertThat(file.acquire()).isNull();
        file.allocate(SIZE, PIECE_BYTES);
        assertThat(file.path()).doesNotExist();
    }
}
