/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.file.StoreFile;
import org.tandemmq.store.queue.file.QueueEntry;

/** Entries of one queue: rules of writing, first files, fillers, ends after a restart. */
class ConsumeQueueTest extends OneQueue {

    ConsumeQueueTest() {
        super(3);
    }

    private ConsumeQueue reloaded() throws IOException {
        reload(LogBegin.whole(0));
        return queue;
    }

    @Test
    void shouldBeReadableAtOnceAndWhollyInAnyMixOfMemoryAndFiles() throws Exception {
        for (long offset = 0; offset < 1_000; offset++) {
            assertThat(append(offset)).isTrue();
            assertThat(queue.maxOffset()).isEqualTo(offset + 1);
            if (offset % 97 == 0) {
                queue.writeOut();
            }
            check(Math.max(0, offset - 40), offset + 1);
        }
        check(0, 1_000);
        ByteBuffer block = ByteBuffer.allocate(1_000 * QueueEntry.BYTES);
        long next = 0;
        while (next < 1_000) {
            block.clear();
            int count = queue.read(next, block);
            for (int i = 0; i < count; i++) {
                assertThat(QueueEntry.position(block, i * QueueEntry.BYTES)).isEqualTo((next + i) * 1_000);
            }
            assertThat(count).isPositive();
            next += count;
        }
        assertThat(next).isEqualTo(1_000);
    }

    @Test
    void shouldGiveMemoryBackWhenNothingCame() throws Exception {
        append(0);
        assertThat(queue.writeOut()).isTrue();
        assertThat(queue.writeOut()).isFalse();
        check(0, 1);
        append(1);
        check(0, 2);
    }

    @Test
    void shouldFindItsEndAgainAfterARestart() throws Exception {
        for (int count : new int[] {1, 99, 100, 101, 250}) {
            for (long offset = queue.maxOffset(); offset < count; offset++) {
                append(offset);
            }
            queue.writeOut();
            reloaded();
            assertThat(queue.maxOffset()).isEqualTo(count);
            assertThat(queue.minOffset()).isZero();
            assertThat(queue.lastEndPosition()).isEqualTo((count - 1) * 1_000L + 100);
        }
        append(250);
        check(0, 251);
    }

    @Test
    void shouldFindItsEndWhereverItIsExpected() throws Exception {
        for (int count : new int[] {0, 1, 99, 100, 101, 250}) {
            for (long offset = queue.maxOffset(); offset < count; offset++) {
                append(offset);
            }
            queue.writeOut();
            for (long expected : new long[] {0, 1, count - 1, count, count + 1, 180, 299, 300, 5_000_000_000L}) {
                queue = queue(PER_FILE);
                queue.expectEnd(expected);
                queue.find();
                queue.load(LogBegin.whole(0));
                assertThat(queue.maxOffset()).as("expected at %d", expected).isEqualTo(count);
                assertThat(queue.lastEndPosition()).isEqualTo(count == 0 ? 0 : (count - 1) * 1_000L + 100);
                queue.cut(count * 1_000L, true);
                assertThat(queue.maxOffset()).isEqualTo(count);
            }
        }
    }

    @Test
    void shouldGiveUpWhatStandsBehindAHoleUnlessTheLogHasNothingOfIt() throws Exception {
        for (boolean cut : new boolean[] {false, true}) {
            for (long logMin : new long[] {0, 199_999, 200_000, 300_000}) {
                layer.files(DIRECTORY).forEach(this::delete);
                queue = queue(PER_FILE);
                for (long offset = 0; offset < 350; offset++) {
                    append(offset);
                }
                queue.writeOut();
                Path second = layer.files(DIRECTORY).get(1);
                if (cut) {
                    try (StoreFile file = layer.open(second)) {
                        file.setLength(700);
                    }
                } else {
                    delete(second);
                }
                queue = queue(PER_FILE);
                queue.find();
                queue.load(LogBegin.whole(logMin));
                boolean needed = logMin < 200_000;
                assertThat(queue.minOffset()).isEqualTo(needed ? 0 : 200);
                assertThat(queue.maxOffset()).isEqualTo(needed ? 100 : 350);
                for (long offset = queue.maxOffset(); offset < 360; offset++) {
                    append(offset);
                }
                check(queue.minOffset(), 360);
            }
        }
    }

    @Test
    void shouldSkipWhatItHasAlready() throws Exception {
        append(0);
        append(1);
        assertThat(append(0)).isFalse();
        assertThat(append(1)).isFalse();
        assertThat(queue.append(5_000, 100, 0, 1)).as("an offset is never used twice").isFalse();
        assertThat(queue.maxOffset()).isEqualTo(2);
    }

    @Test
    void shouldBeginInTheFileOfItsFirstOffsetWithFillersBefore() throws Exception {
        append(250);
        assertThat(queue.minOffset()).isEqualTo(250);
        assertThat(queue.maxOffset()).isEqualTo(251);
        queue.writeOut();
        assertThat(layer.files(DIRECTORY)).containsExactly(DIRECTORY.resolve("00000000000000004000"));
        ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
        queue.read(249, entry);
        assertThat(QueueEntry.isFiller(entry, 0)).isTrue();
        reloaded();
        assertThat(queue.maxOffset()).isEqualTo(251);
        queue.advanceMin(0, true);
        assertThat(queue.minOffset()).isEqualTo(250);
        append(251);
        check(250, 252);
    }

    /** A start takes a first file without a filler for one that lost those before it, when the log is whole. */
    @Test
    void shouldHaveAFillerInFrontOfAFirstOffsetThatBeginsAFile() throws Exception {
        append(300);
        queue.writeOut();
        reloaded();
        assertThat(queue.neededFrom()).as("nothing was given up").isEqualTo(Long.MAX_VALUE);
        assertThat(queue.minOffset()).isEqualTo(300);
        check(300, 301);
    }

    @Test
    void shouldBeginFarOutWithoutLookingAtAllOffsetsBefore() throws Exception {
        long far = 5_000_000_000L;
        queue.append(10, 100, 0, far);
        assertThat(queue.firstOffsetFrom(0)).isEqualTo(far);
        queue.advanceMin(0, true);
        assertThat(queue.minOffset()).isEqualTo(far);
    }

    @Test
    void shouldNotTakeFillersForRecordsWhenItHasNothingElse() throws Exception {
        append(250);
        queue.writeOut();
        reloaded();
        queue.cut(250_000, false);
        assertThat(queue.maxOffset()).isZero();
        assertThat(queue.lastEndPosition()).isZero();
        assertThat(append(3)).isTrue();
    }

    @Test
    void shouldKeepOffsetsRightAcrossAGap() throws Exception {
        append(0);
        append(5);
        assertThat(queue.maxOffset()).isEqualTo(6);
        ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
        queue.read(3, entry);
        assertThat(QueueEntry.isFiller(entry, 0)).isTrue();
        check(5, 6);
        assertThat(queue.firstOffsetFrom(1)).isEqualTo(1);
    }

    @Test
    void shouldLeaveOutOneRecordThatIsFarAheadButNotARow() throws Exception {
        append(0);
        append(1);
        assertThat(queue.append(2_000, 100, 0, 1L << 40)).as("a flipped bit in the header").isFalse();
        assertThat(append(3)).isTrue();
        assertThat(queue.maxOffset()).isEqualTo(4);
        check(3, 4);
        assertThat(queue.append(4_000, 100, 0, 1L << 40)).isFalse();
        assertThat(queue.isNewLife(5_000, (1L << 40) + 1)).as("two of a row").isTrue();
        assertThat(queue.isNewLife(5_000, (1L << 40) + 2)).isFalse();
        assertThat(append(4)).isTrue();
    }

    @Test
    void shouldCutAtAPositionAndLeaveZerosBehind() throws Exception {
        for (long offset = 0; offset < 350; offset++) {
            append(offset);
        }
        queue.writeOut();
        reloaded();
        queue.cut(120_000, true);
        assertThat(queue.maxOffset()).isEqualTo(120);
        assertThat(layer.files(DIRECTORY)).hasSize(2);
        reloaded();
        assertThat(queue.maxOffset()).isEqualTo(120);
        append(120);
        check(0, 121);
        queue.cut(0, false);
        assertThat(queue.maxOffset()).isZero();
        assertThat(layer.files(DIRECTORY)).isEmpty();
    }

    @Test
    void shouldFollowTheLogsFirstPositionAndDeleteWholeFilesBefore() throws Exception {
        for (long offset = 0; offset < 350; offset++) {
            append(offset);
        }
        queue.writeOut();
        queue.advanceMin(205_500, true);
        assertThat(queue.minOffset()).isEqualTo(206);
        assertThat(layer.files(DIRECTORY)).hasSize(2);
        queue.advanceMin(1_000_000, true);
        assertThat(queue.minOffset()).as("all are gone").isEqualTo(350);
        assertThat(layer.files(DIRECTORY)).as("the last file stays").hasSize(1);
        append(350);
        queue.advanceMin(1_000_000, true);
        check(350, 351);
    }

    @Test
    void shouldTakeInNothingWhenTheFileCanNotBeWrittenAndGoOnAfterwards() throws Exception {
        long offset = 0;
        layer.fail(new IOException("No space left on device"));
        try {
            for (; offset < 100; offset++) {
                append(offset);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space");
        }
        assertThat(offset).isLessThan(100);
        assertThat(queue.maxOffset()).isEqualTo(offset);
        check(0, offset);
        layer.fail(null);
        for (; offset < 300; offset++) {
            append(offset);
        }
        check(0, 300);
    }

    @Test
    void shouldKeepNoMoreFilesOpenThanAllowed() throws Exception {
        for (long offset = 0; offset < 2_000; offset++) {
            append(offset);
        }
        queue.writeOut();
        check(0, 2_000);
        assertThat(open.size()).isEqualTo(3);
    }
}
