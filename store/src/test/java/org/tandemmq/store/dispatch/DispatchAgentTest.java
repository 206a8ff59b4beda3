/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.log.AppendResult;
import org.tandemmq.store.log.LogFixture;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.position.Position;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordView;
import org.tandemmq.store.simulation.ForgetfulFileLayer;

/** How dispatch follows the log: order, failures, half records, damage, commands. */
class DispatchAgentTest {

    private static final int SEGMENT = 16_384;

    private final Position dispatched = new Position("dispatched", 0);
    private final Recorder recorder = new Recorder();
    private LogFixture fixture;
    private DispatchAgent agent;

    private static final class Recorder implements RecordHandler {
        private final List<Long> positions = new ArrayList<>();
        private Exception failure;

        @Override
        public void handle(RecordView record) throws IOException {
            if (failure instanceof IOException checked) {
                throw checked;
            }
            if (failure instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            positions.add(record.position());
        }
    }

    @BeforeEach
    void open() throws Exception {
        fixture = new LogFixture(new ForgetfulFileLayer(), Path.of("/log"), SEGMENT).open(0);
        agent = new DispatchAgent(fixture.reader, dispatched, List.of(recorder));
    }

    private List<Long> appended(int count) {
        List<Long> positions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            positions.add(fixture.append("T", 0, 100 * (i % 30)).position());
        }
        return positions;
    }

    private void run(long nowMs) {
        for (int done = agent.doWork(nowMs); done > 0 && agent.failure() == null;) {
            done = agent.doWork(nowMs);
        }
    }

    @Test
    void shouldHandEachRecordOverOnceInOrderAcrossSegments() {
        List<Long> positions = appended(100);
        run(0);
        assertThat(recorder.positions).isEqualTo(positions);
        assertThat(dispatched.value()).isEqualTo(fixture.end.value());
        assertThat(agent.doWork(0)).isZero();
    }

    @Test
    void shouldHandleARecordThatIsLargerThanASlice() throws Exception {
        fixture = new LogFixture(new ForgetfulFileLayer(), Path.of("/log"), 8 << 20).open(0);
        agent = new DispatchAgent(fixture.reader, dispatched, List.of(recorder));
        fixture.append("T", 0, 10);
        fixture.append("T", 0, 3 << 20);
        fixture.append("T", 0, 10);
        run(0);
        assertThat(recorder.positions).hasSize(3);
        assertThat(dispatched.value()).isEqualTo(fixture.end.value());
    }

    @Test
    void shouldStopWhereReadersMaySeeNoFurther() {
        long[] shown = {0};
        agent = new DispatchAgent(fixture.reader, (end, nowMs) -> Math.min(end, shown[0]), dispatched,
            List.of(recorder));
        List<Long> positions = appended(40);
        run(0);
        assertThat(recorder.positions).isEmpty();
        for (int i = 1; i < positions.size(); i++) {
            shown[0] = positions.get(i) - 1;
            run(0);
            boolean blankBetween = positions.get(i) % SEGMENT == 0;
            assertThat(recorder.positions).as("one byte before record " + i).hasSize(blankBetween ? i : i - 1);
            shown[0]++;
            run(0);
            assertThat(recorder.positions).hasSize(i);
        }
        shown[0] = positions.get(3);
        run(0);
        assertThat(recorder.positions).as("less than was shown before").hasSize(39);
        shown[0] = Long.MAX_VALUE;
        run(0);
        assertThat(recorder.positions).isEqualTo(positions);
        assertThat(agent.failure()).isNull();
    }

    @Test
    void shouldTryTheSameRecordAgainAfterAPauseAndSayWhyItStands() {
        List<Long> positions = appended(10);
        run(0);
        appended(10);
        recorder.failure = new IOException("Permission denied");
        agent.doWork(1_000);
        long stands = dispatched.value();
        assertThat(agent.failure()).contains("position " + stands).contains("Permission denied");
        recorder.failure = null;
        assertThat(agent.doWork(1_010)).as("not before the pause is over").isZero();
        assertThat(recorder.positions).hasSize(10);
        run(1_100);
        assertThat(agent.failure()).isNull();
        assertThat(recorder.positions).hasSize(20).startsWith(positions.toArray(new Long[0])).doesNotHaveDuplicates();
    }

    @Test
    void shouldOutliveABugInAHandler() {
        appended(3);
        recorder.failure = new IllegalStateException("made up");
        agent.doWork(0);
        assertThat(agent.failure()).contains("made up");
        recorder.failure = null;
        run(10_000);
        assertThat(recorder.positions).hasSize(3);
    }

    @Test
    void shouldWaitForTheRestOfARecordAndOfABlank() throws Exception {
        List<Long> positions = appended(40);
        LogFixture slave = new LogFixture(new ForgetfulFileLayer(), Path.of("/slave"), SEGMENT).open(0);
        DispatchAgent follower = new DispatchAgent(slave.reader, dispatched, List.of(recorder));
        while (slave.end.value() < fixture.end.value()) {
            try (LogSlice slice = fixture.reader.slice(slave.end.value(), 211)) {
                slave.log.appendRaw(slice.position(), slice.bytes());
            }
            for (int done = follower.doWork(0); done > 0;) {
                done = follower.doWork(0);
            }
            assertThat(follower.failure()).isNull();
        }
        assertThat(recorder.positions).isEqualTo(positions);
    }

    @Test
    void shouldGoOnBehindDamageWithTheNextRecordThatIsWhole() throws Exception {
        List<Long> positions = appended(30);
        damage(positions.get(4), RecordLayout.TOTAL_SIZE, 0x7FFFFFFF);
        damage(positions.get(9), RecordLayout.MAGIC, 0);
        damage(positions.get(15), RecordLayout.POSITION, 12);
        run(0);
        List<Long> expected = new ArrayList<>(positions);
        expected.removeAll(List.of(positions.get(4), positions.get(9), positions.get(15)));
        assertThat(recorder.positions).isEqualTo(expected);
        assertThat(dispatched.value()).isEqualTo(fixture.end.value());
    }

    private void damage(long position, int field, int value) throws Exception {
        var region = fixture.files.find(position).acquire();
        region.bytes().putInt((int) (position % SEGMENT) + field, value);
        region.release();
    }

    @Test
    void shouldRunACommandBetweenWhatWasBeforeAndWhatCameAfterIt() {
        appended(20);
        agent.at(fixture.end.value(), () -> recorder.positions.add(-1L));
        appended(20);
        run(0);
        assertThat(recorder.positions).hasSize(41);
        assertThat(recorder.positions.indexOf(-1L)).isEqualTo(20);
    }

    @Test
    void shouldRefuseCommandsAboveTheirLimit() {
        appended(1);
        for (int i = 0; i < 100_000; i++) {
            agent.at(fixture.end.value(), () -> recorder.positions.add(-1L));
        }
        assertThatThrownBy(() -> agent.at(fixture.end.value(), () -> recorder.positions.add(-2L)))
            .isInstanceOf(IllegalStateException.class).hasMessageContaining("the limit is 100000");
        run(0);
        assertThat(recorder.positions).hasSize(100_001).doesNotContain(-2L);
    }

    @Test
    void shouldGoOnWithWhatIsLeftWhenSegmentsWentBeforeTheirTime() throws Exception {
        appended(100);
        fixture.files.removeFirst();
        run(0);
        assertThat(recorder.positions.get(0)).isEqualTo(SEGMENT);
        assertThat(dispatched.value()).isEqualTo(fixture.end.value());
    }

    @Test
    void shouldSkipAtTheEndOfASegmentWhatIsTooShortForABlank() throws Exception {
        int body = SEGMENT - 5 - LogFixture.recordBytes(1, 0);
        LogFixture other = new LogFixture(new ForgetfulFileLayer(), Path.of("/other"), 2 * SEGMENT).open(0);
        AppendResult record = other.append("T", 0, body);
        try (LogSlice slice = other.reader.exactly(0, (int) record.endPosition())) {
            fixture.log.appendRaw(0, slice.bytes());
        }
        fixture.log.appendRaw(fixture.end.value(), ByteBuffer.allocate(5));
        fixture.append("T", 0, 1);
        run(0);
        assertThat(recorder.positions).containsExactly(0L, (long) SEGMENT);
    }
}
