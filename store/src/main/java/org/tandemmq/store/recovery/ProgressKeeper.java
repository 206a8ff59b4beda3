/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.recovery;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.index.IndexService;
import org.tandemmq.store.queue.QueueMark;

/**
 * Writes down after each pass over the queues how far they are written, for the start after a kill. Runs on the
 * dispatch thread, which has just written the entries themselves; nothing is forced.
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
}
