/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.recovery;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.agent.Agent;
import org.tandemmq.store.index.IndexService;
import org.tandemmq.store.queue.QueueMark;

/**
 * Writes down after a pass over the queues how far they are written, for the start after a kill. Runs on the upkeep
 * thread, see {@link Later}, once the dispatch thread has written the entries themselves; nothing is forced.
 */
public final class ProgressKeeper implements Consumer<QueueMark> {

    private static final Logger log = LoggerFactory.getLogger(ProgressKeeper.class);

    private final StoreMarks marks;
    private final Optional<IndexService> index;
    private final long machine;
    private long checkFrom;
    private long checkFromNext;
    private boolean failing;

    /**
     * Creates the keeper.
     *
     * @param marks where it writes
     * @param index the index, empty when it is off
     * @param machine this machine and directory
     * @param checkedFrom from here on records were checked when the store opened
     */
    public ProgressKeeper(StoreMarks marks, Optional<IndexService> index, long machine, long checkedFrom) {
        this.marks = marks;
        this.index = index;
        this.machine = machine;
        this.checkFrom = checkedFrom;
        this.checkFromNext = checkedFrom;
    }

    /** A failure costs time at the next start and is told once. */
    @Override
    public void accept(QueueMark written) {
        try {
            write(written);
            failing = false;
        } catch (IOException e) {
            if (!failing) {
                log.warn("progress can't be written down: {}; a start after a kill goes over more of the log",
                    e.toString());
            }
            failing = true;
        }
    }

    /**
     * Writes it down, also when that means going back.
     *
     * @param written how far the queues are written
     * @throws IOException when it can't be written
     */
    public void write(QueueMark written) throws IOException {
        if (written.position() < checkFromNext) {
            checkFrom = Math.min(checkFrom, written.position());
            checkFromNext = checkFrom;
        } else if (written.position() - checkFromNext >= CheckpointAgent.CHECK_BYTES) {
            checkFrom = checkFromNext;
            checkFromNext = written.position();
        }
        long indexWritten = index.isPresent() ? index.get().trustedEnd(written.position()) : written.position();
        marks.writeProgress(new StoreMarks.Progress(machine, checkFrom, indexWritten, written));
    }

    /**
     * Hands the newest mark to the keeper on a thread that no consumer waits for: with thousands of queues the file
     * takes milliseconds. What the queues have written they keep, so a mark that is written late is right. Marks come
     * from the dispatch thread, {@link #doWork} runs on store-upkeep.
     */
    public static final class Later implements Agent, Consumer<QueueMark> {

        private final Consumer<QueueMark> keeper;
        private final AtomicReference<QueueMark> newest = new AtomicReference<>();

        /**
         * Creates the agent.
         *
         * @param keeper writes marks down
         */
        public Later(Consumer<QueueMark> keeper) {
            this.keeper = keeper;
        }

        @Override
        public String name() {
            return "store-progress";
        }

        @Override
        public void accept(QueueMark mark) {
            newest.set(mark);
        }

        /** Forgets what was not written down yet: the queues are cut. While no thread runs. */
        public void forget() {
            newest.set(null);
        }

        @Override
        public int doWork(long nowMs) {
            QueueMark mark = newest.getAndSet(null);
            if (mark == null) {
                return 0;
            }
            keeper.accept(mark);
            return 1;
        }
    }
}
