/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Brings the entries that are in memory to the files, in passes over the queues that have some, a few queues at a time
 * so that dispatch does not stand still for it; and knows up to which record the files are complete. Passes run on the
 * dispatch thread, forces on the upkeep thread.
 */
final class QueuePasses {

    /** Opening, writing and closing a file takes up to 100 µs, making one more: consumers must not wait for many. */
    private static final int QUEUES_PER_SLICE = 16;
    /** With more queues than this their ends are gathered in every second pass only, and so on. */
    private static final int ENDS_PER_PASS = 5_000;
    /** With more queues than this the pause between passes is twice as long, and so on. */
    private static final int QUEUES_PER_INTERVAL = 2_000;
    /** A pass begins early after so much of the log: what it has not written comes from the log again after a kill. */
    private static final long PASS_BYTES = 32L << 20;
    private static final int FORCES_AT_ONCE = 32;

    private final long intervalMs;
    private final Supplier<Collection<ConsumeQueue>> all;
    private final Set<ConsumeQueue> active = new LinkedHashSet<>();
    private final Set<ConsumeQueue> unforced = ConcurrentHashMap.newKeySet();
    private final ArrayDeque<ConsumeQueue> pass = new ArrayDeque<>();
    private final ArrayDeque<ConsumeQueue> forcing = new ArrayDeque<>();
    private QueueMark forcingMark;
    private long handledPosition;
    private long handledStoreTimestampMs;
    private List<QueueMark.End> ends = List.of();
    private Consumer<QueueMark> told = mark -> { };
    private long passes;
    private QueueMark passMark = new QueueMark(0, 0);
    private volatile QueueMark written = passMark;
    private long lastPassMs = Long.MIN_VALUE / 2;

    QueuePasses(long intervalMs, Supplier<Collection<ConsumeQueue>> all) {
        this.intervalMs = intervalMs;
        this.all = all;
    }

    /** Everything before the mark is in the files. At start. */
    void begin(QueueMark mark) {
        handledPosition = mark.position();
        handledStoreTimestampMs = mark.storeTimestampMs();
        ends = gathered();
        passMark = handled();
        written = passMark;
        unforced.addAll(all.get());
        forcing.clear();
    }

    /** Who is told after each pass that got further. */
    void onPass(Consumer<QueueMark> listener) {
        told = listener;
    }

    /** The queue has a new entry. */
    void entered(ConsumeQueue queue) {
        // Once per pass and not once per record.
        if (queue.becomesActive(true)) {
            active.add(queue);
        }
    }

    /** Everything before a position has its entry. */
    void handled(long position, long storeTimestampMs) {
        handledPosition = position;
        handledStoreTimestampMs = storeTimestampMs;
    }

    private QueueMark handled() {
        return new QueueMark(handledPosition, handledStoreTimestampMs, ends);
    }

    private List<QueueMark.End> gathered() {
        Collection<ConsumeQueue> queues = all.get();
        List<QueueMark.End> now = new ArrayList<>(queues.size());
        for (ConsumeQueue queue : queues) {
            if (!queue.hasBegun()) {
                now.add(new QueueMark.End(queue.topic(), queue.queueId(), queue.maxOffset()));
            }
        }
        return now;
    }

    /** Up to here everything is in the files. */
    QueueMark written() {
        return written;
    }

    /** Goes on with the pass, or begins one when it is due; whether it is not at its end yet. */
    boolean doWork(long nowMs) throws IOException {
        if (pass.isEmpty()) {
            long share = 1 + active.size() / QUEUES_PER_INTERVAL;
            if (nowMs - lastPassMs < intervalMs * share
                && handledPosition - passMark.position() < PASS_BYTES * share) {
                return false;
            }
            lastPassMs = nowMs;
            if (passes++ % (1 + ends.size() / ENDS_PER_PASS) == 0) {
                ends = gathered();
            }
            passMark = handled();
            pass.addAll(active);
        }
        for (int i = 0; i < QUEUES_PER_SLICE && !pass.isEmpty(); i++) {
            writeOut(pass.peek());
            pass.poll();
        }
        if (pass.isEmpty()) {
            boolean further = !passMark.equals(written);
            written = passMark;
            if (further) {
                told.accept(passMark);
            }
        }
        return !pass.isEmpty();
    }

    private void writeOut(ConsumeQueue queue) throws IOException {
        if (!active.contains(queue)) {
            return;
        }
        if (queue.writeOut()) {
            unforced.add(queue);
        } else {
            queue.becomesActive(false);
            active.remove(queue);
        }
    }

    /** Brings everything to the files at once. */
    void writeOutAll() throws IOException {
        for (ConsumeQueue queue : active) {
            queue.writeOut();
            unforced.add(queue);
        }
        ends = gathered();
        passMark = handled();
        written = passMark;
        pass.clear();
    }

    /** Forces what the passes have written; the mark up to which the disk has the queues now. */
    QueueMark force() throws IOException {
        forcing.clear();
        if (unforced.size() > FORCES_AT_ONCE) {
            forceSideBySide(List.copyOf(unforced));
        }
        QueueMark mark = null;
        while (mark == null) {
            mark = forceSome(Integer.MAX_VALUE);
        }
        return mark;
    }

    /** The disk confirms many files in the time of one: thousands of queues must not hold up the end of a process. */
    private void forceSideBySide(List<ConsumeQueue> queues) throws IOException {
        ForkJoinPool waiting = new ForkJoinPool(FORCES_AT_ONCE);
        try {
            waiting.submit(() -> {
                forAll(queues, this::force);
                return null;
            }).get();
        } catch (ExecutionException failed) {
            throw new IOException(failed.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + queues.size() + " queues were forced", stopped);
        } finally {
            waiting.shutdown();
        }
    }

    private void force(ConsumeQueue queue) throws IOException {
        unforced.remove(queue);
        try {
            queue.force();
        } catch (IOException thrown) {
            unforced.add(queue);
            throw thrown;
        }
    }

    /** Goes on with a round of forces; null until its last queue was forced. */
    QueueMark forceSome(int most) throws IOException {
        if (forcing.isEmpty()) {
            forcingMark = written;
            forcing.addAll(unforced);
        }
        for (int i = 0; i < most && !forcing.isEmpty(); i++) {
            force(forcing.peek());
            forcing.poll();
        }
        return forcing.isEmpty() ? forcingMark : null;
    }

    /** The queue is gone. */
    void dropped(ConsumeQueue queue) {
        active.remove(queue);
        unforced.remove(queue);
        // what is written down must not miss it for long
        passes = 0;
        lastPassMs = Long.MIN_VALUE / 2;
    }

    /** What is done with each queue. */
    interface Step {
        void apply(ConsumeQueue queue) throws IOException;
    }

    /** Does it with several queues at a time. */
    static void forAll(Collection<ConsumeQueue> queues, Step step) throws IOException {
        try {
            queues.parallelStream().forEach(queue -> {
                try {
                    step.apply(queue);
                } catch (IOException thrown) {
                    throw new UncheckedIOException("queue " + queue + ": " + reason(thrown), thrown);
                }
            });
        } catch (UncheckedIOException thrown) {
            throw new IOException(thrown.getMessage(), thrown.getCause());
        }
    }

    private static String reason(IOException thrown) {
        // the message of a refused file is its path alone
        return thrown instanceof FileSystemException ? thrown.toString() : thrown.getMessage();
    }
}
