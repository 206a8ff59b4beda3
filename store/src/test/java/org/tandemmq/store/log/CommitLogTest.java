/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.record.RecordDraft;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordView;
import org.tandemmq.store.simulation.ForgetfulFileLayer;

/** Appends, rolls, refusals and cuts of the log, without threads. */
class CommitLogTest {

    private static final int SEGMENT = 16_384;
    private static final Path DIRECTORY = Path.of("/log");

    private final ForgetfulFileLayer layer = new ForgetfulFileLayer();
    private LogFixture fixture;

    @BeforeEach
    void open() throws Exception {
        fixture = new LogFixture(layer, DIRECTORY, SEGMENT).open(0);
    }

    @Test
    void shouldGiveEachRecordItsPositionOffsetAndTime() {
        for (int i = 0; i < 3; i++) {
            fixture.wallMs++;
            AppendResult result = fixture.append("T", i % 2, 10);
            assertThat(result.isDone()).isTrue();
            assertThat(result.position()).isEqualTo(i * (long) LogFixture.recordBytes(1, 10));
            assertThat(result.queueOffset()).isEqualTo(i / 2);
            RecordView view = record(result.position());
            assertThat(view.queueId()).isEqualTo(i % 2);
            assertThat(view.queueOffset()).isEqualTo(i / 2);
            assertThat(view.storeTimestampMs()).isEqualTo(fixture.wallMs);
        }
        assertThat(fixture.end.value()).isEqualTo(3L * LogFixture.recordBytes(1, 10));
    }

    @Test
    void shouldCloseASegmentWithABlankWhenTheRecordAndItDoNotFit() {
        int first = SEGMENT - 8 - 200;
        fixture.append("T", 0, first - LogFixture.recordBytes(1, 0));
        // 208 bytes are left: one of 200 fits with the blank behind it, one of 201 does not
        int exact = 200 - LogFixture.recordBytes(1, 0);
        AppendResult next = fixture.append("T", 0, exact + 1);
        assertThat(next.position()).isEqualTo(SEGMENT);
        try (LogSlice rest = fixture.reader.slice(first, SEGMENT)) {
            assertThat(rest.sizeBytes()).isEqualTo(208);
            assertThat(rest.bytes().getInt(0)).isEqualTo(208);
            assertThat(rest.bytes().getInt(4)).isEqualTo(RecordLayout.MAGIC_BLANK);
        }
    }

    @Test
    void shouldFillASegmentUpToTheEightBytesOfItsBlank() {
        fixture.append("T", 0, SEGMENT - 8 - LogFixture.recordBytes(1, 0));
        assertThat(fixture.end.value()).isEqualTo(SEGMENT - 8);
        assertThat(fixture.append("T", 0, 1).position()).isEqualTo(SEGMENT);
        assertThat(fixture.files.size()).isEqualTo(2);
    }

    @Test
    void shouldUseTheSegmentThatTheAllocatorHasReady() throws Exception {
        fixture.append("T", 0, 1);
        while (fixture.allocator.doWork(0) > 0) {
            assertThat(fixture.files.size()).isEqualTo(1);
        }
        assertThat(layer.files(DIRECTORY)).hasSize(2);
        fixture.append("T", 0, SEGMENT - 150);
        assertThat(layer.files(DIRECTORY)).hasSize(2);
        fixture.allocator.doWork(0);
        assertThat(layer.files(DIRECTORY)).hasSize(3);
        fixture.allocator.close();
        assertThat(layer.files(DIRECTORY)).as("the unused one goes at a normal stop").hasSize(2);
    }

    @Test
    void shouldGiveBackLockAndMarkWhenAnAppendThrowsAndFailOnlyThatMessage() {
        AppendResult before = fixture.append("T", 0, 10);
        AppendResult result = new AppendResult();
        fixture.log.append(new ThrowingDraft(), fixture.offsets.topic("T"), result);
        assertThat(result.outcome()).isEqualTo(AppendResult.Outcome.FAILED);
        assertThat(result.reason()).contains("made up");
        assertThat(fixture.gate.heldMs()).isZero();
        fixture.elapsedMs += 100_000;
        assertThat(fixture.gate.isBusy()).isFalse();
        for (int i = 1; i <= 1_000; i++) {
            assertThat(fixture.append("T", 0, 10).queueOffset()).isEqualTo(i);
        }
        assertThat(record(before.endPosition()).queueOffset()).isEqualTo(1);
    }

    @Test
    void shouldRefuseWhileTheLockIsHeldForLongerThanTheLimit() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        Thread holder = new Thread(() -> fixture.log.append(new BlockingDraft(held, free), fixture.offsets.topic("T"),
            new AppendResult()));
        holder.start();
        held.await();
        fixture.elapsedMs = 1_001;
        AppendResult refused = fixture.append("T", 0, 10);
        assertThat(refused.outcome()).isEqualTo(AppendResult.Outcome.BUSY);
        assertThat(refused.reason()).contains("1001 ms").contains("1000 ms").contains("osPageCacheBusyTimeOutMills");
        assertThat(fixture.gate.heldMs()).isEqualTo(1_001);
        free.countDown();
        holder.join();
        assertThat(fixture.append("T", 0, 10).isDone()).isTrue();
    }

    @Test
    void shouldRefuseWithTheDisksReasonWhenItIsFullAndGoOnByItselfWhenThereIsRoom() {
        fixture.append("T", 0, 10);
        fixture.allocator.doWork(0);
        layer.fail(new IOException("No space left on device"));
        List<AppendResult> results = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            results.add(fixture.append("T", 0, 1_000));
        }
        AppendResult last = results.get(39);
        assertThat(last.outcome()).isEqualTo(AppendResult.Outcome.NO_FILE);
        assertThat(last.reason()).contains("No space left on device");
        long end = fixture.end.value();
        fixture.allocator.doWork(1_000);
        assertThat(fixture.append("T", 0, 1_000).isDone()).isFalse();
        assertThat(fixture.append("T", 0, 10).isDone()).as("what has its place already is taken").isTrue();
        layer.fail(null);
        fixture.allocator.doWork(10_000);
        AppendResult again = fixture.append("T", 0, 1_000);
        assertThat(again.isDone()).isTrue();
        assertThat(again.queueOffset()).isEqualTo(2 + results.stream().filter(AppendResult::isDone).count());
        assertThat(again.position()).isGreaterThanOrEqualTo(end);
    }

    @Test
    void shouldAppendNothingThatWaitedForTheLockWhenTheLogWasClosed() throws Exception {
        // a waiter that gives up because this thread was held up would be no answer
        LogFixture fixture = new LogFixture(layer, Path.of("/patient"), SEGMENT, 60_000).open(0);
        fixture.append("T", 0, 10);
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        Thread holder = new Thread(() -> fixture.log.append(new BlockingDraft(held, free), fixture.offsets.topic("T"),
            new AppendResult()));
        holder.start();
        held.await();
        AppendResult[] late = new AppendResult[1];
        Thread waiter = new Thread(() -> late[0] = fixture.append("T", 0, 10));
        waiter.start();
        while (waiter.getState() == Thread.State.NEW || waiter.getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
        fixture.gate.refuse(AppendGate.Cause.CLOSED, "the store is being closed");
        long end = fixture.end.value();
        free.countDown();
        holder.join();
        waiter.join();
        assertThat(late[0].outcome()).isEqualTo(AppendResult.Outcome.REFUSED);
        assertThat(fixture.end.value()).isEqualTo(end);
    }

    @Test
    void shouldRefuseForEachCauseUntilItIsTakenAway() {
        fixture.gate.refuse(AppendGate.Cause.DISK_FULL, "disk 91 %, limit 90 %");
        fixture.gate.refuse(AppendGate.Cause.SLAVE, "a slave");
        assertThat(fixture.append("T", 0, 1).reason()).isEqualTo("a slave");
        fixture.gate.accept(AppendGate.Cause.SLAVE);
        assertThat(fixture.append("T", 0, 1).reason()).isEqualTo("disk 91 %, limit 90 %");
        fixture.gate.accept(AppendGate.Cause.DISK_FULL);
        assertThat(fixture.append("T", 0, 1).isDone()).isTrue();
    }

    @Test
    void shouldCutAndGoOnWithNothingStaleBehindTheEnd() throws Exception {
        List<AppendResult> all = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            all.add(fixture.append("T", 0, 1_000));
        }
        fixture.log.open(all.get(5).position());
        assertThat(fixture.end.value()).isEqualTo(all.get(5).position());
        assertThat(fixture.files.size()).isEqualTo(1);
        AppendResult small = fixture.append("T", 0, 1);
        fixture.end.reset(SEGMENT);
        try (LogSlice rest = fixture.reader.slice(small.endPosition(), SEGMENT)) {
            for (int at = 0; at < rest.sizeBytes(); at++) {
                assertThat(rest.bytes().get(at)).isZero();
            }
        }
    }

    @Test
    void shouldBeginTopicsAnewAfterTheyWereDropped() {
        fixture.append("T", 0, 1);
        fixture.append("T", 0, 1);
        assertThat(fixture.log.dropTopic("T")).isEqualTo(fixture.end.value());
        assertThat(fixture.append("T", 0, 1).queueOffset()).isZero();
    }

    @Test
    void shouldReadOnlyWhatIsPublishedAndKnowWhatIsNotThere() {
        AppendResult only = fixture.append("T", 0, 10);
        assertThat(fixture.reader.slice(only.endPosition(), 10)).isNull();
        assertThat(fixture.reader.exactly(0, (int) only.endPosition() + 1)).isNull();
        assertThat(fixture.reader.record(1)).isEmpty();
        assertThat(fixture.reader.record(-5)).isEmpty();
        assertThat(fixture.reader.record(Long.MAX_VALUE)).isEmpty();
        fixture.reader.record(0).orElseThrow().close();
    }

    private RecordView record(long position) {
        LogSlice slice = fixture.reader.record(position).orElseThrow();
        slice.close();
        return new RecordView().wrap(slice.bytes(), 0);
    }

    /** Writes half of a record and throws. */
    private static class ThrowingDraft implements RecordDraft {

        @Override
        public int records() {
            return 1;
        }

        @Override
        public int totalBytes() {
            return 500;
        }

        @Override
        public int queueId() {
            return 0;
        }

        @Override
        public boolean entersQueue() {
            return true;
        }

        @Override
        public void write(ByteBuffer to, int at, Place place) {
            for (int i = 0; i < 400; i++) {
                to.put(at + i, (byte) 1);
            }
            throw new IllegalStateException("made up");
        }

        @Override
        public long[] positions(long start) {
            return null;
        }
    }

    /** Holds the lock until it may go on. */
    private static final class BlockingDraft extends ThrowingDraft {

        private final CountDownLatch held;
        private final CountDownLatch free;

        BlockingDraft(CountDownLatch held, CountDownLatch free) {
            this.held = held;
            this.free = free;
        }

        @Override
        public void write(ByteBuffer to, int at, Place place) {
            held.countDown();
            try {
                free.await();
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
            super.write(to, at, place);
        }
    }
}
