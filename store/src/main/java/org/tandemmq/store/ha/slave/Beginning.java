/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.slave;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import org.tandemmq.store.ha.ReplicaLog;
import org.tandemmq.store.ha.history.TailConfirmation;
import org.tandemmq.store.ha.history.TailReview;

/**
 * What is found out before the first report: a log with records is compared with the master's, a slave without data
 * asks where to begin. Owned by the replication thread; one per connection.
 */
final class Beginning {

    private final ReplicaLog log;
    private final TailConfirmation confirmation;
    private final TailReview review;
    private CompletableFuture<Long> firstPosition;

    /**
     * What was found.
     *
     * @param first position to report while the log is empty
     * @param review whether to go on
     */
    record Answer(long first, TailReview.Result review) {
    }

    /**
     * Prepares the questions; {@link #poll} asks them.
     *
     * @param log the slave's log
     * @param confirmation asks the master
     * @param channel this end of the replication channel
     */
    Beginning(ReplicaLog log, TailConfirmation confirmation, InetSocketAddress channel) {
        this.log = log;
        this.confirmation = confirmation;
        this.review = new TailReview(log, confirmation, channel, -1);
    }

    /**
     * Goes on as far as answers are there.
     *
     * @return the answer; null while one is outstanding
     * @throws IOException when the master did not answer
     */
    Answer poll() throws IOException {
        if (log.isEmpty()) {
            return empty();
        }
        TailReview.Result result = review.poll();
        if (result != null && result.outcome() == TailReview.Outcome.RETRY) {
            throw new IOException("master does not say whether it has the last record: " + result.reason());
        }
        return result == null ? null : new Answer(0, result);
    }

    private Answer empty() throws IOException {
        if (firstPosition == null) {
            firstPosition = confirmation.firstPosition(log.segmentBytes());
        }
        if (!firstPosition.isDone()) {
            return null;
        }
        long first = firstPosition.join();
        if (first == TailConfirmation.NOT_KNOWN) {
            throw new IOException("master does not say where its log begins");
        }
        if (first == TailConfirmation.OTHER_SEGMENTS) {
            throw new IOException("segments have " + log.segmentBytes() + " bytes on this slave and another size on "
                + "the master: give mappedFileSizeCommitLog the master's value");
        }
        if (first > TailConfirmation.WITHOUT_FIRST_BYTE && first % log.segmentBytes() != 0) {
            throw new IOException("master's log begins at " + first + ", no multiple of the segments' "
                + log.segmentBytes() + " bytes here");
        }
        return new Answer(first, TailReview.Result.of(TailReview.Outcome.FOLLOW, "no data yet, asks for " + first
            + " and on"));
    }
}
