/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import java.io.IOException;

/**
 * A step from a queue's end to an offset that is beyond belief: fillers for all between would take too many files. The
 * entry of the record that says so is left out until the record after it confirms it. Dispatch thread.
 */
final class QueueGap {

    /** So many files of fillers are written for records that the log does not have. */
    private static final long FILES_MAX = 10;

    private final long entriesMax;
    private long position;
    private int sizeBytes;
    private long tagsCode;
    private long next = Long.MIN_VALUE;

    QueueGap(long entriesInFile) {
        this.entriesMax = FILES_MAX * entriesInFile;
    }

    boolean isTooWide(long endOffset, long offset) {
        return offset - endOffset > entriesMax;
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

    /** Adds what was left out. */
    void addTo(QueueTail tail) throws IOException {
        tail.add(position, sizeBytes, tagsCode);
    }
}
