/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.history;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import org.tandemmq.store.ha.RecordMark;
import org.tandemmq.store.ha.ReplicaLog;

/**
 * Finds out, question by question and without waiting, whether the slave may go on behind its last record, and where
 * the two logs begin to differ when not. Histories that differ at one record differ from there on, because a record
 * carries its store time; so halving finds the first one in some twenty questions.
 *
 * <pre>
 * LAST: is my last record yours? --same--> BLANK: and the blank behind it? --same--> FOLLOW
 *     |                          --nobody can be asked--> UNKNOWN
 *     |                          --below the oldest--> OUT_OF_RANGE
 *     | different, or you have no such position
 * SEGMENTS: first record of each segment, newest first, until one is the same
 * HALVES: between that one and the first one known to differ
 * </pre>
 *
 * Owned by the replication thread; one per connection.
 */
public final class TailReview {

    /** What came out. */
    public enum Outcome {
        /** Go on at the end of the log. */
        FOLLOW,
        /** The master no longer has what comes next. */
        OUT_OF_RANGE,
        /** The logs are equal as far as the master's goes, and the slave's goes further. */
        AHEAD,
        /** The logs differ, from {@link Result#firstDifference} on. */
        DIVERGED,
        /** Nobody could be asked, so that the histories may be any. */
        UNKNOWN,
        /** No answer; to be tried again. */
        RETRY
    }

    /**
     * Result of a review.
     *
     * @param outcome what came out
     * @param firstDifference begin of the first record that the master does not have, -1 when not searched for
     * @param masterIsEmpty whether the master has no log to compare with
     * @param reason what was compared
     */
    public record Result(Outcome outcome, long firstDifference, boolean masterIsEmpty, String reason) {

        /**
         * A result of a master with a log, whose first difference was not searched for.
         *
         * @param outcome what came out
         * @param reason what was compared
         */
        public static Result of(Outcome outcome, String reason) {
            return new Result(outcome, -1, false, reason);
        }
    }

    private enum Phase { LAST, BLANK, SEGMENTS, HALVES }

    private final ReplicaLog log;
    private final TailConfirmation confirmation;
    private final InetSocketAddress channel;
    private final RecordWalk walk;
    private final long lastRecord;

    private Phase phase = Phase.LAST;
    private CompletableFuture<TailAnswer> open;
    private RecordMark asked;
    private TailAnswer first;
    private long same = -1;
    private long different;

    /**
     * Creates the review; {@link #poll} begins it.
     *
     * @param log the slave's log
     * @param confirmation asks the master
     * @param channel this end of the replication channel
     * @param lastRecord begin of the last record where that is known, else -1
     */
    public TailReview(ReplicaLog log, TailConfirmation confirmation, InetSocketAddress channel, long lastRecord) {
        this.log = log;
        this.confirmation = confirmation;
        this.channel = channel;
        this.lastRecord = lastRecord;
        this.walk = new RecordWalk(log);
    }

    /**
     * Goes on as far as answers are there.
     *
     * @return the result; null while an answer is outstanding
     */
    public Result poll() {
        if (open == null && asked == null) {
            RecordMark last = lastRecord < 0 ? walk.last() : RecordMark.at(log, lastRecord);
            if (last == null) {
                return Result.of(Outcome.FOLLOW, "nothing to compare: no record");
            }
            ask(last);
        }
        Result result = null;
        while (result == null && open.isDone()) {
            result = answered(open.join());
        }
        return result;
    }

    private void ask(RecordMark mark) {
        asked = mark;
        open = confirmation.ask(new TailQuestion(mark, log.endPosition(), log.segmentBytes(), channel));
    }

    private Result answered(TailAnswer answer) {
        if (answer.verdict() == TailAnswer.Verdict.NO_ANSWER) {
            return Result.of(Outcome.RETRY, answer.reason());
        }
        if (answer.verdict() == TailAnswer.Verdict.UNKNOWN_PEER && answer.endPosition() < 0) {
            return Result.of(Outcome.UNKNOWN, answer.reason());
        }
        return switch (phase) {
            case LAST -> lastAnswered(answer);
            case BLANK -> blankAnswered(answer);
            case SEGMENTS -> segmentAnswered(answer);
            case HALVES -> halfAnswered(answer);
        };
    }

    private Result lastAnswered(TailAnswer answer) {
        first = answer;
        return switch (answer.verdict()) {
            case SAME -> askBlank(answer);
            case UNKNOWN_PEER -> Result.of(Outcome.UNKNOWN, answer.reason());
            case BELOW_OLDEST -> Result.of(Outcome.OUT_OF_RANGE, "slave's log is " + log.minPosition() + " to "
                + log.endPosition() + ", master's " + answer.minPosition() + " to " + answer.endPosition());
            case SEGMENT_SIZE -> Result.of(Outcome.DIVERGED, answer.reason());
            default -> {
                different = asked.position();
                phase = Phase.SEGMENTS;
                yield askSegment(asked.position() - asked.position() % log.segmentBytes());
            }
        };
    }

    /** A blank behind the last record has to be there too: the master may have gone on with a shorter record. */
    private Result askBlank(TailAnswer answer) {
        RecordMark blank = RecordMark.at(log, asked.endPosition());
        if (blank == null) {
            return Result.of(Outcome.FOLLOW, answer.reason());
        }
        same = asked.position();
        phase = Phase.BLANK;
        ask(blank);
        return null;
    }

    private Result blankAnswered(TailAnswer answer) {
        if (answer.verdict() == TailAnswer.Verdict.SAME || answer.verdict() == TailAnswer.Verdict.UNKNOWN_PEER) {
            return Result.of(Outcome.FOLLOW, answer.reason());
        }
        first = answer;
        different = asked.position();
        return found();
    }

    /** Asks about the first record of a segment, or of the one before when that record is known to differ. */
    private Result askSegment(long segment) {
        long begin = segment == different ? segment - log.segmentBytes() : segment;
        boolean there = begin >= Math.max(log.minPosition(), first.minPosition());
        RecordMark mark = there ? RecordMark.at(log, begin) : null;
        if (mark == null) {
            return found();
        }
        ask(mark);
        return null;
    }

    private Result segmentAnswered(TailAnswer answer) {
        if (answer.verdict() != TailAnswer.Verdict.SAME) {
            different = asked.position();
            return askSegment(different);
        }
        same = asked.position();
        phase = Phase.HALVES;
        return askHalf();
    }

    private Result askHalf() {
        RecordMark known = RecordMark.at(log, same);
        long next = known.endPosition();
        if (next >= different) {
            return found();
        }
        RecordMark middle = walk.lastBefore(next, Math.max(next + 1, same + (different - same) / 2));
        ask(middle != null ? middle : RecordMark.at(log, next));
        return null;
    }

    private Result halfAnswered(TailAnswer answer) {
        if (answer.verdict() == TailAnswer.Verdict.SAME) {
            same = asked.position();
        } else {
            different = asked.position();
        }
        return askHalf();
    }

    private Result found() {
        // Where not one common record was found, nothing of what can't be compared is trusted either.
        long from = same < 0 ? log.minPosition() : different;
        boolean equalSoFar = first.verdict() == TailAnswer.Verdict.AHEAD && from >= first.endPosition();
        return new Result(equalSoFar ? Outcome.AHEAD : Outcome.DIVERGED, from,
            first.endPosition() <= first.minPosition(), "first difference at " + from + ", slave ends at "
                + log.endPosition() + ", master at " + first.endPosition() + ": " + first.reason());
    }
}
