/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.store.file.DamagedFileException;
import org.tandemmq.store.file.DiskFileLayer;
import org.tandemmq.store.file.MappedFileQueue;
import org.tandemmq.store.golden.GoldenLog;
import org.tandemmq.store.golden.GoldenStore;
import org.tandemmq.store.record.BatchDraft;
import org.tandemmq.store.record.HostBytes;
import org.tandemmq.store.record.RecordDraft;
import org.tandemmq.store.record.RecordView;
import org.tandemmq.store.recovery.LogRecovery.Outcome;
import org.tandemmq.store.recovery.RecoveryPlan.Cuttable;
import org.tandemmq.store.recovery.RecoveryPlan.Found;
import org.tandemmq.store.recovery.RecoveryPlan.Remains;
import org.tandemmq.store.recovery.StoreCheckpoint.Marks;
import org.tandemmq.store.recovery.StoreCheckpoint.Positions;
import org.tandemmq.store.recovery.StoreCheckpoint.Written;

/** Choice of the first position, the end that is found, and every kind of damage at the tail and before it. */
class LogRecoveryTest {

    private static final int SEGMENT_BYTES = GoldenLog.SEGMENT_BYTES;
    private static final long NOW_MS = 1_795_980_000_000L;
    private static final Cuttable KILLED = Cuttable.nothingBut(Remains.TORN_APPEND);

    @TempDir
    private Path root;
    private GoldenStore golden;
    private MappedFileQueue files;

    @BeforeEach
    void copy() throws IOException {
        open("store-5.3.3-killed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"store-4.9.8", "store-5.3.3", "store-5.3.3-killed", "store-5.3.3-behind",
        "store-5.3.3-ahead", "store-5.3.3-pop-timer"})
    void shouldFindTheEndOfARecordedLogFromTheSegmentThatItsBrokerBeganAt(String name) throws IOException {
        open(name);
        boolean clean = !Files.exists(golden.store().resolve("abort"));
        Marks marks = new StoreCheckpoint(golden.store().resolve("checkpoint")).read();
        RecoveryPlan plan = RecoveryPlan.make(files, new Found(marks, clean, 0, NOW_MS));
        Outcome outcome = recovery().run(plan);
        assertThat(outcome.endPosition())
            .isEqualTo(golden.expected().getJSONObject("commitLog").getLongValue("maxOffset"));
        assertThat(outcome.stop()).isNull();
        if (!clean) {
            assertThat(plan.logFrom()).isEqualTo(golden.expected().getJSONObject("afterRecovery")
                .getLongValue("recoveryStartedAtSegment"));
        }
    }

    @Test
    void shouldCutATornLastRecordWhateverIsWrongWithIt() throws IOException {
        long last = lastRecord();
        int size = bytesOf(last).getInt(at(last));
        for (int wrong : new int[] {0, -1, Integer.MAX_VALUE, size - 1}) {
            overwrite(last, ints(wrong));
            assertThat(recovery().run(all()).endPosition()).as("size %d", wrong).isEqualTo(last);
        }
        overwrite(last, ints(size));
        overwrite(last + 100, new byte[] {1, 2, 3});
        assertThat(recovery().run(all()).stop()).contains("checksum");
        overwrite(last + 4, ints(7));
        assertThat(recovery().run(all()).stop()).contains("magic");
    }

    @Test
    void shouldCutABatchThatWasKilledWhileItWasWritten() throws IOException {
        long end = golden.expected().getJSONObject("commitLog").getLongValue("maxOffset");
        BatchDraft draft = batch(5);
        ByteBuffer log = bytesOf(end).duplicate();
        for (int written = 0; written < draft.totalBytes(); written += 3) {
            log.limit(at(end) + written);
            assertThatThrownBy(() -> draft.write(log, at(end), new RecordDraft.Place().set(end, 7, NOW_MS)))
                .isInstanceOf(IndexOutOfBoundsException.class);
            assertThat(recovery().run(all()).endPosition()).as("after %d bytes", written).isEqualTo(end);
            overwrite(end, new byte[draft.totalBytes()]);
        }
        draft.write(log.clear(), at(end), new RecordDraft.Place().set(end, 7, NOW_MS));
        for (int i = 4; i >= 0; i--) {
            long position = draft.positions(end)[i];
            overwrite(position, ints(0));
            assertThat(recovery().run(all()).endPosition()).as("after %d sizes", i).isEqualTo(position);
        }
    }

    /** A slave copies bytes in order, and no checksum covers the properties. */
    @Test
    void shouldCutALastRecordWhoseEndASlaveDidNotGet() throws IOException {
        long last = lastRecord();
        int size = bytesOf(last).getInt(at(last));
        int propertiesBytes = new RecordView().wrap(bytesOf(last), at(last)).propertiesBytes();
        assertThat(propertiesBytes).isPositive();
        for (int missing = 1; missing <= propertiesBytes; missing++) {
            overwrite(last + size - missing, new byte[missing]);
            assertThat(recovery().run(all()).endPosition()).as("all is whole").isEqualTo(last + size);
            Outcome outcome = recovery().run(new RecoveryPlan(0, 0, 0, 0, KILLED, "test"));
            assertThat(outcome.endPosition()).as("%d bytes are missing", missing).isEqualTo(last);
            assertThat(outcome.stop()).contains("properties");
        }
    }

    @Test
    void shouldKeepARecordWithTheNulOfASenderWhereSectorsMayBeLost() throws IOException {
        long last = lastRecord();
        int size = bytesOf(last).getInt(at(last));
        overwrite(last + size - 3, new byte[2]);
        RecoveryPlan powerLost = new RecoveryPlan(0, 0, 0, 0, unconfirmedFrom(0), "test");
        assertThat(recovery().run(powerLost).endPosition()).isEqualTo(last + size);
        overwrite(last + size - 3, new byte[3]);
        assertThat(recovery().run(powerLost).endPosition()).isEqualTo(last);
        RecoveryPlan confirmed = new RecoveryPlan(0, 0, 0, 0, unconfirmedFrom(last + size), "test");
        assertThat(recovery().run(confirmed).endPosition()).isEqualTo(last + size);
    }

    private static BatchDraft batch(int records) {
        HostBytes host = HostBytes.of(new InetSocketAddress("127.0.0.1", 10911));
        ByteBuffer elements = ByteBuffer.allocate(records * 72);
        for (int i = 0; i < records; i++) {
            elements.putInt(72).putLong(0).putInt(i).putInt(50).put(new byte[50]).putShort((short) 0);
        }
        BatchDraft draft = new BatchDraft();
        draft.writer().queue("T".getBytes(StandardCharsets.UTF_8), 3).hosts(0, host, host).origin(1_000, 0, 0);
        assertThat(draft.parse(elements.flip(), ByteBuffer.allocate(0))).isNull();
        return draft;
    }

    @Test
    void shouldRefuseDamageInFrontOfWholeRecordsThatWereConfirmed() throws IOException {
        overwrite(240_000, new byte[300]);
        assertThatThrownBy(() -> recovery().run(all())).isInstanceOf(DamagedFileException.class)
            .hasMessageContaining("00000000000000196608").hasMessageContaining("follows at position");
        RecoveryPlan behindFlushed = new RecoveryPlan(0, 0, 0, 0, unconfirmedFrom(250_000), "test");
        assertThatThrownBy(() -> recovery().run(behindFlushed)).isInstanceOf(DamagedFileException.class);
    }

    @Test
    void shouldRefuseDamageInFrontOfConfirmedRecordsOfTheSameSegmentAfterTheLossOfPower() throws IOException {
        long first = lastRecord() - lastRecord() % SEGMENT_BYTES;
        overwrite(first, new byte[8]);
        RecoveryPlan plan = new RecoveryPlan(0, 0, 0, 0, unconfirmedFrom(lastRecord()), "test");
        assertThatThrownBy(() -> recovery().run(plan)).isInstanceOf(DamagedFileException.class)
            .hasMessageContaining("position " + first);
    }

    /** Apache erases nothing behind a cut: what it stored afterwards ends in front of records from before. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCutWhatAnotherBrokerLeftBehindTheEnd(boolean clean) throws IOException {
        long stoppedMs = storeTimestamp(lastRecord()) + 100_000;
        RecoveryPlan plan = RecoveryPlan.make(files,
            new Found(new Marks(stoppedMs, stoppedMs, 0, 0, 0, null), clean, 0, stoppedMs));
        long cut = lastRecord() - lastRecord() % SEGMENT_BYTES;
        long storedMs = storeTimestamp(cut);
        BatchDraft fresh = batch(1);
        for (long nowMs : new long[] {storedMs, storedMs + 60_000}) {
            fresh.write(bytesOf(cut), at(cut), new RecordDraft.Place().set(cut, 7, nowMs));
            if (nowMs == storedMs) {
                assertThatThrownBy(() -> recovery().run(plan)).isInstanceOf(DamagedFileException.class);
            } else {
                Outcome outcome = recovery().run(plan);
                assertThat(outcome.endPosition()).isEqualTo(cut + fresh.totalBytes());
                assertThat(outcome.wholeBehind()).isGreaterThan(outcome.endPosition());
            }
        }
        // a younger record behind older ones: they are no leftovers
        overwrite(lastRecord() + 56, ByteBuffer.allocate(8).putLong(storedMs + 90_000).array());
        assertThatThrownBy(() -> recovery().run(plan)).isInstanceOf(DamagedFileException.class);
    }

    @Test
    void shouldCutDamageInFrontOfWholeRecordsThatTheDiskHadNotConfirmed() throws IOException {
        overwrite(240_000, new byte[300]);
        Outcome outcome = recovery().run(new RecoveryPlan(0, 0, 0, 0, unconfirmedFrom(150_000), "test"));
        assertThat(outcome.endPosition()).isLessThanOrEqualTo(240_000).isGreaterThan(196_608);
        assertThat(outcome.wholeBehind()).isGreaterThan(240_000);
    }

    @Test
    void shouldNoticeAZeroedSegmentInFrontOfAWholeOne() throws IOException {
        overwrite(SEGMENT_BYTES, new byte[SEGMENT_BYTES]);
        assertThatThrownBy(() -> recovery().run(all())).isInstanceOf(DamagedFileException.class)
            .hasMessageContaining("position 65536").hasMessageContaining("nothing is written there");
    }

    @Test
    void shouldGoByThePositionsOfACheckpointOfOurOwn() throws IOException {
        Positions own = new Positions(80, 100, new Written(300, 90), new Written(290, 50), 40, 7);
        Marks marks = new Marks(1, 1, 1, 0, 0, own);
        RecoveryPlan killed = RecoveryPlan.make(files, new Found(marks, false, 7, NOW_MS));
        assertThat(killed).isEqualTo(new RecoveryPlan(80, 300, 290, 40, KILLED, killed.why()));
        RecoveryPlan powerLost = RecoveryPlan.make(files, new Found(marks, false, 8, NOW_MS));
        assertThat(powerLost).isEqualTo(new RecoveryPlan(80, 90, 50, 40, unconfirmedFrom(100), powerLost.why()));
        RecoveryPlan stopped = RecoveryPlan.make(files, new Found(marks, true, 7, NOW_MS));
        assertThat(stopped).isEqualTo(new RecoveryPlan(80, 90, 50, 40, Cuttable.NOTHING, stopped.why()));
    }

    @Test
    void shouldRefuseALogThatEndsBeforeWhatTheCheckpointKnows() {
        Positions own = new Positions(0, 900_000, new Written(900_000, 1), new Written(1, 1), 0, 7);
        Marks marks = new Marks(1, 1, 1, 0, 0, own);
        assertThatThrownBy(() -> RecoveryPlan.make(files, new Found(marks, true, 7, NOW_MS)))
            .isInstanceOf(DamagedFileException.class).hasMessageContaining("900000").hasMessageContaining("327680");
    }

    @Test
    void shouldGoOverTheWholeLogWithoutTimesAndWithTimesOfTheFuture() throws IOException {
        assertThat(RecoveryPlan.make(files, new Found(Marks.NONE, false, 0, NOW_MS)).logFrom()).isZero();
        Marks future = new Marks(NOW_MS * 2, NOW_MS * 2, 0, 0, 0, null);
        assertThat(RecoveryPlan.make(files, new Found(future, false, 0, NOW_MS)).logFrom()).isZero();
    }

    @Test
    void shouldNotBeMisledByAClockThatWasSetBack() throws IOException {
        // third segment stored "before" the checkpoint, the second after it
        long safeMs = storeTimestamp(2 * SEGMENT_BYTES);
        overwrite(SEGMENT_BYTES + 56, ByteBuffer.allocate(8).putLong(safeMs + 60_000).array());
        Marks marks = new Marks(safeMs + 3000, safeMs + 3000, 0, 0, 0, null);
        assertThat(RecoveryPlan.make(files, new Found(marks, false, 0, NOW_MS)).logFrom()).isZero();
    }

    @Test
    void shouldBeginWithNothing() throws IOException {
        MappedFileQueue empty = new MappedFileQueue(new DiskFileLayer(), root.resolve("none"), SEGMENT_BYTES);
        empty.load();
        RecoveryPlan plan = RecoveryPlan.make(empty, new Found(Marks.NONE, true, 0, NOW_MS));
        assertThat(new LogRecovery(empty, true, () -> 0).run(plan).endPosition()).isZero();
    }

    private void open(String name) throws IOException {
        golden = new GoldenStore(name);
        Path copy = golden.copyTo(root.resolve("copy-" + name + "-" + System.nanoTime()));
        files = new MappedFileQueue(new DiskFileLayer(), copy.resolve("commitlog"), SEGMENT_BYTES);
        files.load();
    }

    private LogRecovery recovery() {
        return new LogRecovery(files, true, () -> 0);
    }

    private static RecoveryPlan all() {
        return new RecoveryPlan(0, 0, 0, 0, Cuttable.NOTHING, "test");
    }

    private static Cuttable unconfirmedFrom(long position) {
        return new Cuttable(position, 0, Remains.NOTHING);
    }

    private long lastRecord() {
        return golden.records().get(golden.records().size() - 1).getLongValue("physicalOffset");
    }

    private long storeTimestamp(long position) throws IOException {
        return bytesOf(position).getLong(at(position) + 56);
    }

    private void overwrite(long position, byte[] with) throws IOException {
        bytesOf(position).put(at(position), with);
    }

    private ByteBuffer bytesOf(long position) throws IOException {
        return files.find(position).acquire().bytes();
    }

    private static int at(long position) {
        return (int) (position % SEGMENT_BYTES);
    }

    private static byte[] ints(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }
}
