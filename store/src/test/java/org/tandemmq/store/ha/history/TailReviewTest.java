/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.ha.sim.MemoryLog;

/** Two histories are compared, their first difference found, the tail saved and cut. */
class TailReviewTest {

    private static final int SEGMENT_BYTES = 4_096;
    private static final InetSocketAddress CHANNEL = new InetSocketAddress("10.0.0.2", 40_000);

    @TempDir
    private Path dumps;

    private final Random random = new Random(11);
    private int questions;

    private MemoryLog log(int records, long seed) {
        MemoryLog log = new MemoryLog(SEGMENT_BYTES);
        Random own = new Random(seed);
        for (int i = 0; i < records; i++) {
            log.appendRecord(own.nextInt(700), i + 1, own);
        }
        return log;
    }

    private TailReview.Result review(MemoryLog slave, MemoryLog master) {
        HistoryWitness witness = new HistoryWitness(master);
        TailReview review = new TailReview(slave, question -> {
            questions++;
            return CompletableFuture.completedFuture(witness.answer(question));
        }, CHANNEL, -1);
        TailReview.Result result = null;
        while (result == null) {
            result = review.poll();
        }
        return result;
    }

    private static void copy(MemoryLog from, MemoryLog to, long end) {
        while (to.endPosition() < end) {
            long at = to.endPosition();
            int index = (int) (at % SEGMENT_BYTES);
            int bytes = (int) Math.min(end - at, SEGMENT_BYTES - index);
            to.append(at, ByteBuffer.wrap(from.segment(at - index), index, bytes));
        }
    }

    @Test
    void shouldFollowWithEveryPrefix() {
        MemoryLog master = log(80, 1);
        for (long end : master.recordStarts()) {
            MemoryLog slave = new MemoryLog(SEGMENT_BYTES);
            copy(master, slave, end);
            assertThat(review(slave, master).outcome()).as("end %d", end).isEqualTo(TailReview.Outcome.FOLLOW);
        }
    }

    @Test
    void shouldFindTheFirstDifferingRecordWhereverItIs() {
        MemoryLog master = log(120, 1);
        List<Long> starts = master.recordStarts();
        for (int i = 1; i < starts.size(); i++) {
            MemoryLog slave = new MemoryLog(SEGMENT_BYTES);
            copy(master, slave, starts.get(i));
            for (int more = random.nextInt(150); more >= 0; more--) {
                slave.appendRecord(random.nextInt(700), 9_000 + more, random);
            }
            questions = 0;
            long differs = slave.firstDifference(master);
            long common = differs < 0 ? master.endPosition() : slave.recordStarts().stream()
                .filter(start -> start <= differs).reduce((one, next) -> next).orElseThrow();
            TailReview.Result result = review(slave, master);
            assertThat(questions).isLessThan(60);
            MemoryLog cut = repaired(slave, result);
            assertThat(cut.firstDifference(master)).isEqualTo(-1);
            assertThat(cut.endPosition()).as("keeps all that is the same").isEqualTo(common);
        }
    }

    /** Applies the result as a slave does. */
    private MemoryLog repaired(MemoryLog slave, TailReview.Result first) {
        HistoryRepair repair = new HistoryRepair(new HaConfig.Resolution(true, true, false), new TailDump(dumps));
        assertThat(repair.apply(slave.writtenFrom(0), first).isDone()).isTrue();
        return slave;
    }

    @Test
    void shouldCallALongerLogAhead() {
        MemoryLog slave = log(60, 1);
        MemoryLog master = new MemoryLog(SEGMENT_BYTES);
        long end = slave.recordStarts().get(40);
        copy(slave, master, end);
        TailReview.Result result = review(slave, master);
        assertThat(result.outcome()).isEqualTo(TailReview.Outcome.AHEAD);
        assertThat(result.firstDifference()).isEqualTo(end);
        assertThat(result.reason()).contains("slave ends at " + slave.endPosition(), "master at " + end);
    }

    @Test
    void shouldTrustNothingWhenNotOneRecordIsTheSame() {
        TailReview.Result result = review(log(60, 1), log(60, 2));
        assertThat(result.outcome()).isEqualTo(TailReview.Outcome.DIVERGED);
        assertThat(result.firstDifference()).isZero();
    }

    @Test
    void shouldNotBeDeceivedByABlankAtTheEnd() {
        MemoryLog slave = new MemoryLog(SEGMENT_BYTES);
        slave.appendRecord(1_000, 1, random);
        slave.appendRecord(2_700, 2, random);
        long blankAt = slave.endPosition();
        MemoryLog master = new MemoryLog(SEGMENT_BYTES);
        copy(slave, master, blankAt);
        slave.appendRecord(1_000, 3, random);
        slave.truncate(SEGMENT_BYTES);
        master.appendRecord(20, 4, random);
        master.appendRecord(1_000, 5, random);
        TailReview.Result result = review(slave, master);
        assertThat(result.outcome()).isEqualTo(TailReview.Outcome.DIVERGED);
        assertThat(result.firstDifference()).isEqualTo(blankAt);
    }

    @Test
    void shouldSayThatTheSlaveIsOutOfRange() {
        MemoryLog master = log(80, 1);
        MemoryLog slave = new MemoryLog(SEGMENT_BYTES);
        copy(master, slave, master.recordStarts().get(3));
        master.expireOldest();
        TailReview.Result result = review(slave, master);
        assertThat(result.outcome()).isEqualTo(TailReview.Outcome.OUT_OF_RANGE);
        assertThat(result.reason()).contains("master's 4096 to " + master.endPosition());
    }

    @Test
    void shouldRefuseSegmentsOfAnotherSize() {
        MemoryLog slave = new MemoryLog(2 * SEGMENT_BYTES);
        slave.appendRecord(100, 1, random);
        TailReview.Result result = review(slave, log(10, 1));
        assertThat(result.outcome()).isEqualTo(TailReview.Outcome.DIVERGED);
        assertThat(result.firstDifference()).isEqualTo(-1);
        assertThat(result.reason()).contains("segments of 8192 bytes on the slave, of 4096 on the master");
    }

    @Test
    void shouldSaveTheTailAndItsIdsBeforeItCuts() throws IOException {
        MemoryLog slave = log(60, 1);
        long end = slave.endPosition();
        long from = slave.recordStarts().get(50);
        byte[] tail = new byte[(int) (end - from)];
        for (int i = 0; i < tail.length; i++) {
            long at = from + i;
            tail[i] = slave.segment(at - at % SEGMENT_BYTES)[(int) (at % SEGMENT_BYTES)];
        }
        TailReview.Result found = new TailReview.Result(TailReview.Outcome.DIVERGED, from, false,
            "test");
        HistoryRepair.Attempt done = new HistoryRepair(new HaConfig.Resolution(false, true, false), new TailDump(dumps))
            .apply(slave.writtenFrom(from), found);
        assertThat(done.text()).contains("tail-" + from + "-" + end);
        assertThat(Files.readAllBytes(dumps.resolve("tail-" + from + "-" + end + ".log"))).isEqualTo(tail);
        List<String> ids = Files.readAllLines(dumps.resolve("tail-" + from + "-" + end + ".txt"));
        assertThat(ids.size()).isGreaterThan(5);
        assertThat(ids.get(1)).startsWith(from + " ").contains(" Copied 3 7 ").endsWith(" A1B2C3");
        assertThat(slave.endPosition()).isEqualTo(from);
    }

    @Test
    void shouldStopWhereNothingIsAllowed() {
        HistoryRepair none = new HistoryRepair(new HaConfig.Resolution(false, false, false), new TailDump(dumps));
        MemoryLog slave = log(10, 1);
        assertThat(none.apply(slave.writtenFrom(0), differing(0))).isEqualTo(new HistoryRepair.Attempt(false, ""));
        assertThat(none.apply(slave, TailReview.Result.of(TailReview.Outcome.OUT_OF_RANGE, "test")).isDone()).isFalse();
        assertThat(slave.asides()).isEmpty();
    }

    private static TailReview.Result differing(long from) {
        return new TailReview.Result(TailReview.Outcome.DIVERGED, from, false, "test");
    }

    @Test
    void shouldNeverCutWhatItOnlyFollowed() {
        HistoryRepair repair = new HistoryRepair(new HaConfig.Resolution(true, true, false), new TailDump(dumps));
        MemoryLog slave = log(60, 1);
        MemoryLog master = new MemoryLog(SEGMENT_BYTES);
        long lost = slave.recordStarts().get(40);
        copy(slave, master, lost);
        long end = slave.endPosition();
        HistoryRepair.Attempt followed = repair.apply(slave, review(slave, master));
        assertThat(followed.isDone()).isFalse();
        assertThat(followed.text()).contains("wrote itself", "nothing");
        slave.writtenFrom(slave.recordStarts().get(41));
        assertThat(repair.apply(slave, review(slave, master)).isDone()).as("began to write later").isFalse();
        assertThat(repair.apply(slave, review(slave, log(60, 2))).isDone()).as("nothing in common").isFalse();
        assertThat(slave.endPosition()).isEqualTo(end);
        assertThat(slave.asides()).isEmpty();
        slave.writtenFrom(lost);
        assertThat(repair.apply(slave, review(slave, master)).isDone()).isTrue();
        assertThat(slave.endPosition()).isEqualTo(lost);
    }

    @Test
    void shouldGiveNothingUpForAMasterWithAnEmptyLog() {
        HistoryRepair repair = new HistoryRepair(new HaConfig.Resolution(true, true, false), new TailDump(dumps));
        MemoryLog slave = log(60, 1).writtenFrom(0);
        HistoryRepair.Attempt attempt = repair.apply(slave, review(slave, new MemoryLog(SEGMENT_BYTES)));
        assertThat(attempt.isDone()).isFalse();
        assertThat(attempt.text()).contains("log is empty");
        assertThat(repair.apply(slave, review(slave, log(1, 2))).isDone()).as("once it has a message").isTrue();
        assertThat(slave.asides()).containsExactly("diverged");
    }

    @Test
    void shouldNotFollowAHistoryThatNobodyKnows() {
        MemoryLog slave = log(10, 1);
        TailReview review = new TailReview(slave, TailConfirmation.NONE, CHANNEL, -1);
        assertThat(review.poll().outcome()).isEqualTo(TailReview.Outcome.UNKNOWN);
        assertThat(new TailReview(new MemoryLog(SEGMENT_BYTES), TailConfirmation.NONE, CHANNEL, -1).poll().outcome())
            .as("nothing to mix").isEqualTo(TailReview.Outcome.FOLLOW);
    }
}
