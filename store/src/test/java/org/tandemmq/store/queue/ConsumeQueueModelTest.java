/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.queue.file.OpenFiles;
import org.tandemmq.store.queue.file.QueueDirectory;
import org.tandemmq.store.queue.file.QueueEntry;
import org.tandemmq.store.simulation.ForgetfulFileLayer;

/**
 * A queue against a model that is three numbers: message n stands at position 1000 n, offsets [min, max) are there.
 * Random appends, repetitions, passes, full disks, restarts, cuts and deletions from seeds.
 */
class ConsumeQueueModelTest {

    private static final int SEEDS = 300;
    private static final int STEPS = 150;

    private OpenFiles open;
    private ForgetfulFileLayer layer;
    private ConsumeQueue queue;
    private Random random;
    private long min;
    private long max;
    private long logMin;

    @Test
    void shouldAgreeWithItsModelWhateverHappens() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            begin(seed);
            for (int step = 0; step < STEPS; step++) {
                step();
                check("seed " + seed + " step " + step);
            }
        }
    }

    private void begin(int seed) {
        random = new Random(seed);
        layer = new ForgetfulFileLayer();
        open = new OpenFiles(layer, 2);
        queue = fresh();
        min = random.nextBoolean() ? 0 : random.nextInt(500);
        max = min;
        logMin = min * 1_000;
    }

    private ConsumeQueue fresh() {
        return new ConsumeQueue("T", 0, new QueueDirectory(layer, open, Path.of("/q"), 50 * QueueEntry.BYTES)
            .files("T", 0));
    }

    private void step() throws Exception {
        switch (random.nextInt(12)) {
            case 0 -> queue.writeOut();
            case 1 -> restart();
            case 2 -> cut();
            case 3 -> retain();
            case 4 -> failingAppends();
            case 5 -> repeat();
            case 6 -> queue.force();
            default -> appendSome(random.nextInt(40));
        }
    }

    private void appendSome(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            assertThat(queue.append(max * 1_000, 100, max, max)).isTrue();
            max++;
        }
    }

    private void failingAppends() {
        layer.fail(new IOException("No space left on device"));
        try {
            appendSome(60);
        } catch (IOException full) {
            assertThat(full).hasMessage("No space left on device");
        } finally {
            layer.fail(null);
        }
    }

    /** A clean stop, or a kill after which the log gives again what was not written. */
    private void restart() throws IOException {
        boolean clean = random.nextBoolean();
        if (clean) {
            queue.writeOut();
        }
        long before = max;
        queue = fresh();
        queue.find();
        queue.load(LogBegin.whole(logMin));
        queue.advanceMin(logMin, random.nextBoolean());
        max = Math.max(min, queue.maxOffset());
        assertThat(max).isLessThanOrEqualTo(before);
        if (clean && before > min) {
            assertThat(max).isEqualTo(before);
        }
        appendSome((int) (before - max));
    }

    private void cut() throws IOException {
        queue.writeOut();
        long to = min + (max > min ? random.nextInt((int) (max - min + 1)) : 0);
        queue.cut(to * 1_000, random.nextBoolean());
        max = to;
    }

    /** The log loses its oldest records, but never those that are yet to come. */
    private void retain() throws IOException {
        if (max > min) {
            long to = min + random.nextInt((int) (max - min));
            logMin = to * 1_000 - random.nextInt(999);
            queue.advanceMin(logMin, true);
            min = to;
        }
    }

    private void repeat() throws IOException {
        if (max > min) {
            long known = min + random.nextInt((int) (max - min));
            assertThat(queue.append(known * 1_000, 100, known, known)).isFalse();
        }
    }

    private void check(String when) {
        if (max == min) {
            assertThat(queue.maxOffset()).as(when).isLessThanOrEqualTo(max);
            return;
        }
        assertThat(queue.maxOffset()).as(when).isEqualTo(max);
        assertThat(queue.minOffset()).as(when).isEqualTo(min);
        assertThat(queue.lastEndPosition()).as(when).isEqualTo((max - 1) * 1_000 + 100);
        long from = min + random.nextInt((int) (max - min));
        ByteBuffer entries = ByteBuffer.allocate((1 + random.nextInt(70)) * QueueEntry.BYTES);
        int count = queue.read(from, entries);
        assertThat(count).as(when).isPositive();
        for (int i = 0; i < count; i++) {
            assertThat(QueueEntry.position(entries, i * QueueEntry.BYTES)).as(when).isEqualTo((from + i) * 1_000);
            assertThat(QueueEntry.tagsCode(entries, i * QueueEntry.BYTES)).as(when).isEqualTo(from + i);
        }
        assertThat(queue.firstOffsetFrom(from * 1_000 - 1)).as(when).isEqualTo(from);
    }
}
