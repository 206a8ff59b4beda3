/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import java.io.IOException;
import org.tandemmq.store.queue.file.QueueEntry;
import org.tandemmq.store.queue.file.QueueFiles;

/**
 * The begin of a queue, which follows the begin of the log: <i>min</i> at once, the files one by one.
 *
 * <pre>
 * | fillers | the log has no record for these any more | messages ...
 *           first                                      min
 * </pre>
 *
 * <p>The dispatch thread sets it when a queue begins, the upkeep thread moves it on, any thread reads <i>min</i>.
 */
final class QueueHead {

    private final QueueFiles files;
    private final EntrySearch search;
    private volatile long firstOffset;
    private volatile long minOffset;
    private long followedPosition;

    QueueHead(QueueFiles files, EntrySearch search) {
        this.files = files;
        this.search = search;
    }

    /** First offset that has an entry in the files, fillers before it apart. */
    long firstOffset() {
        return firstOffset;
    }

    /** First offset whose message is in the log. */
    long minOffset() {
        return minOffset;
    }

    /** Looks for the begin in files that were opened, at start; in leaps where there is no second row of fillers. */
    void load(boolean logHasHoles) {
        long first = files.begin() / QueueEntry.BYTES;
        begin(logHasHoles ? search.fillersEnd(first) : search.behindFillers(first));
    }

    /** Everything begins at an offset. */
    void begin(long offset) {
        firstOffset = offset;
        minOffset = offset;
    }

    /** No message is left before an offset, though entries are. */
    void skipTo(long offset) {
        minOffset = offset;
    }

    /** Stays before the end of a queue that was cut, at start; 0 when nothing is left of it. */
    void cut(long endOffset) {
        followedPosition = 0;
        if (endOffset == 0) {
            firstOffset = 0;
        }
        minOffset = Math.min(minOffset, endOffset);
    }

    /**
     * Follows the log's first position. Upkeep thread, or at start.
     *
     * @param logMinPosition the first position
     * @param endOffset where the queue ends
     * @param deleteFiles whether files that lie wholly before go
     * @throws IOException when a file can't be deleted
     */
    void follow(long logMinPosition, long endOffset, boolean deleteFiles) throws IOException {
        if (logMinPosition > followedPosition && minOffset < endOffset
            && search.positionAt(minOffset) < logMinPosition) {
            long first = search.firstFrom(firstOffset, endOffset, logMinPosition);
            long real = search.realFrom(first);
            minOffset = real < 0 ? first : real;
        }
        followedPosition = logMinPosition;
        if (deleteFiles) {
            // the first file that stays begins with an entry from before: so a start sees whether one is missing
            files.deleteBefore(minOffset * QueueEntry.BYTES - 1);
            firstOffset = Math.max(firstOffset, files.begin() / QueueEntry.BYTES);
        }
    }
}
