/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.queue.file.QueueFiles;

/**
 * A step from a queue's end to an offset that is beyond belief: fillers for all between would take too many files. The
 * entry of the record that says so is left out until the record after it confirms it. A record whose offset is taken is
 * left out as well. Dispatch thread.
 */
final class QueueGap {

    /** So many files of fillers are written for records that the log does not have. */
    private static final long FILES_MAX = 10;

    private static final Logger log = LoggerFactory.getLogger(QueueGap.class);

    private final long entriesMax;
    private long position;
    private int sizeBytes;
    private long tagsCode;
    private long next = Long.MIN_VALUE;
    private boolean toldRepeated;

    QueueGap(long entriesInFile) {
        this.entriesMax = FILES_MAX * entriesInFile;
    }

    boolean isTooWide(long endOffset, long offset) {
        return offset - endOffset > entriesMax;
    }

    /** Whether the queue has an offset already; the first of such records in a row is told. */
    boolean isRepeated(QueueFiles queue, long endOffset, long offset, long recordPosition) {
        boolean repeated = offset < endOffset;
        if (repeated && !toldRepeated) {
            log.warn("queue {} has offset {} already, a second record with it at position {} is left out, others that"
                + " follow too", queue, offset, recordPosition);
        }
        toldRepeated = repeated;
        return repeated;
    }

    /** Keeps the entry that is left out. */
    void leaveOut(long recordPosition, int recordBytes, long recordTagsCode, long offset) {
        position = recordPosition;
        sizeBytes = recordBytes;
        tagsCode = recordTagsCode;
        next = offset + 1;
    }

    /** Whether an offset follows the one that was left out. */
    boolean isConfirmedBy(long offset) {
        return offset == next;
    }

    /** Adds what was left out where its place is still free. */
    void addTo(QueueTail tail, long nextOffset) throws IOException {
        if (tail.endOffset() < nextOffset) {
            tail.add(position, sizeBytes, tagsCode);
        }
    }
}
