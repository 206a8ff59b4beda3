/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.golden.GoldenStore;
import org.tandemmq.store.record.RecordScanner.Verdict;

/** Damage of every kind on one recorded record. */
class RecordScannerTest {

    private static final int SEGMENT_BYTES = 65536;

    private final RecordScanner scanner = new RecordScanner(SEGMENT_BYTES, true);
    private ByteBuffer segment;
    private int at;
    private int size;

    @BeforeEach
    void secondRecordOfARecordedSegment() throws IOException {
        segment = GoldenStore.bytes(new GoldenStore("store-5.3.3").segments().get(0));
        at = segment.getInt(0);
        size = segment.getInt(at);
    }

    @Test
    void shouldAcceptTheUntouchedRecord() {
        assertThat(check()).isEqualTo(Verdict.RECORD);
        assertThat(scanner.sizeBytes()).isEqualTo(size);
        assertThat(scanner.reason()).isNull();
    }

    @Test
    void shouldRefuseAFlippedBodyBit() {
        flip(at + RecordLayout.bodyLength(0) + 4);
        assertThat(check()).isEqualTo(Verdict.BAD);
        assertThat(scanner.reason()).contains("body checksum");
    }

    @Test
    void shouldTakeAFlippedBodyBitWhenChecksumsAreOff() {
        flip(at + RecordLayout.bodyLength(0) + 4);
        assertThat(new RecordScanner(SEGMENT_BYTES, false).check(segment, at, SEGMENT_BYTES, at))
            .isEqualTo(Verdict.RECORD);
    }

    @Test
    void shouldRefuseStaleBytesThatStandElsewhere() {
        assertThat(scanner.check(segment, at, SEGMENT_BYTES, at + 1L)).isEqualTo(Verdict.BAD);
        assertThat(scanner.reason()).isEqualTo("record says it stands at " + at);
    }

    @Test
    void shouldRefuseAForeignMagic() {
        segment.putInt(at + RecordLayout.MAGIC, 0x12345678);
        assertThat(check()).isEqualTo(Verdict.BAD);
        assertThat(scanner.reason()).contains("0x12345678");
    }

    @Test
    void shouldRefuseImpossibleSizes() {
        for (int wrong : new int[] {0, -1, 1, 90, Integer.MAX_VALUE, SEGMENT_BYTES - at + 1}) {
            segment.putInt(at, wrong);
            assertThat(check()).as("size %d", wrong).isEqualTo(Verdict.BAD);
            assertThat(scanner.sizeBytes()).isZero();
        }
    }

    @Test
    void shouldRefuseLengthsThatDoNotAddUp() {
        for (int wrong : new int[] {-1, size, Integer.MAX_VALUE, Integer.MIN_VALUE, 0}) {
            segment.putInt(at + RecordLayout.bodyLength(0), wrong);
            assertThat(check()).as("body length %d", wrong).isEqualTo(Verdict.BAD);
        }
    }

    @Test
    void shouldRefuseNegativeQueueNumbers() {
        segment.putInt(at + RecordLayout.QUEUE_ID, -1);
        assertThat(check()).isEqualTo(Verdict.BAD);
        segment.putInt(at + RecordLayout.QUEUE_ID, 0).putLong(at + RecordLayout.QUEUE_OFFSET, -5);
        assertThat(check()).isEqualTo(Verdict.BAD);
    }

    @Test
    void shouldTellAnIncompleteRecordFromABadOne() {
        assertThat(scanner.check(segment, at, at + 7, at)).isEqualTo(Verdict.INCOMPLETE);
        assertThat(scanner.check(segment, at, at + size - 1, at)).isEqualTo(Verdict.INCOMPLETE);
        assertThat(scanner.check(segment, at, at + size, at)).isEqualTo(Verdict.RECORD);
    }

    @Test
    void shouldAcceptABlankOnlyWhereItReachesTheEndOfTheSegment() {
        int place = SEGMENT_BYTES - 100;
        segment.putInt(place, 100).putInt(place + 4, RecordLayout.MAGIC_BLANK);
        assertThat(scanner.check(segment, place, SEGMENT_BYTES, place)).isEqualTo(Verdict.BLANK);
        assertThat(scanner.sizeBytes()).isEqualTo(100);
        segment.putInt(place, 99);
        assertThat(scanner.check(segment, place, SEGMENT_BYTES, place)).isEqualTo(Verdict.BAD);
    }

    @Test
    void shouldSeeTheEndWhereNothingWasWritten() {
        segment.putLong(at, 0);
        assertThat(check()).isEqualTo(Verdict.END);
    }

    /** Whatever stands there, the scanner answers and never reads outside. */
    @Property(tries = 300)
    void shouldSurviveAnyOverwrite(@ForAll @IntRange(max = 400) int place, @ForAll byte[] junk) throws IOException {
        secondRecordOfARecordedSegment();
        segment.put(at + place, junk, 0, Math.min(junk.length, SEGMENT_BYTES - at - place));
        Verdict verdict = check();
        assertThat(scanner.sizeBytes() > 0).isEqualTo(verdict == Verdict.RECORD || verdict == Verdict.BLANK);
        assertThat(scanner.reason() != null).isEqualTo(verdict == Verdict.BAD);
    }

    private Verdict check() {
        return scanner.check(segment, at, SEGMENT_BYTES, at);
    }

    private void flip(int place) {
        segment.put(place, (byte) (segment.get(place) ^ 1));
    }
}
