/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.queue.file.QueueEntry;

/** A queue whose files are lost or half written, or whose log has holes. */
class ConsumeQueueDamageTest extends OneQueue {

    ConsumeQueueDamageTest() {
        super(2);
    }

    private void appendAll(long from, long to) throws IOException {
        for (long offset = from; offset < to; offset++) {
            append(offset);
        }
        queue.writeOut();
        queue.writeOut();
    }

    @Test
    void shouldMissTheFileBeforeItsFirstOneUnlessTheLogHasNothingOfIt() throws Exception {
        for (long logMin : new long[] {0, 99_999, 100_000, 150_000}) {
            layer.files(DIRECTORY).forEach(this::delete);
            queue = queue(PER_FILE);
            appendAll(0, 250);
            delete(layer.files(DIRECTORY).get(0));
            reload(LogBegin.whole(logMin));
            boolean needed = logMin < 100_000;
            assertThat(queue.maxOffset()).as("log from %d", logMin).isEqualTo(needed ? 0 : 250);
            assertThat(queue.neededFrom()).isEqualTo(needed ? 0 : Long.MAX_VALUE);
        }
    }

    @Test
    void shouldKeepAFileSoLongAsTheNextOneBeginsWithAMessageOfTheLog() throws Exception {
        appendAll(0, 250);
        queue.advanceMin(100_000, true);
        assertThat(queue.minOffset()).isEqualTo(100);
        assertThat(layer.files(DIRECTORY)).hasSize(3);
        queue.advanceMin(100_001, true);
        assertThat(layer.files(DIRECTORY)).hasSize(2);
        reload(LogBegin.whole(100_001));
        assertThat(queue.maxOffset()).isEqualTo(250);
    }

    @Test
    void shouldBuildAgainInFrontOfFillersThatBeginTheFileBehindAHole() throws Exception {
        appendAll(0, 150);
        appendAll(320, 350);
        delete(layer.files(DIRECTORY).get(1));
        reload(LogBegin.whole(0));
        assertThat(queue.maxOffset()).isEqualTo(100);
        assertThat(queue.neededFrom()).isEqualTo(99_100);
    }

    @Test
    void shouldBeginAnewWithWhatWasLeftOutThoughTheFirstAttemptEndsHalfWay() throws Exception {
        append(0);
        assertThat(append(10_050)).isFalse();
        assertThat(queue.isNewLife(10_051_000, 10_051)).isTrue();
        queue.delete();
        queue = queue(PER_FILE).insteadOf(queue);
        layer.fail(new IOException("No space left on device"));
        assertThatThrownBy(() -> append(10_051)).isInstanceOf(IOException.class);
        layer.fail(null);
        assertThat(append(10_051)).isTrue();
        assertThat(queue.minOffset()).isEqualTo(10_050);
        check(10_050, 10_052);
    }

    @Test
    void shouldHaveAllMessagesBetweenTwoRowsOfFillers() throws Exception {
        appendAll(10, 13);
        appendAll(40, 42);
        reload(new LogBegin(0, true));
        assertThat(queue.minOffset()).isEqualTo(10);
        check(10, 13);
        check(40, 42);
    }

    @Test
    void shouldMixNoOldEntryWithANewOneWhenItIsKilledWhileItIsMended() throws Exception {
        long junkPosition = 7;
        for (int pages = 0; pages < 40; pages++) {
            layer.files(DIRECTORY).forEach(this::delete);
            queue = queue(1_000);
            appendAll(0, 1_000);
            ByteBuffer good = ByteBuffer.allocate(700 * QueueEntry.BYTES);
            queue.read(150, good);
            ByteBuffer junk = ByteBuffer.allocate(700 * QueueEntry.BYTES);
            for (int at = 0; at < junk.limit(); at += QueueEntry.BYTES) {
                QueueEntry.write(junk, at, junkPosition, 0x7f7f7f7f, -1);
            }
            queue.mend(150, junk.duplicate());
            layer.killAfterPages(pages);
            try {
                queue.mend(150, good.flip());
            } catch (IOException killed) {
                assertThat(pages).isLessThan(39);
            }
            layer.killAfterPages(Long.MAX_VALUE);
            ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
            for (long offset = 0; offset < 1_000; offset++) {
                queue.read(offset, entry.clear());
                if (QueueEntry.isWritten(entry, 0) && QueueEntry.position(entry, 0) != junkPosition) {
                    check(offset, offset + 1);
                }
            }
        }
        check(0, 1_000);
    }
}
