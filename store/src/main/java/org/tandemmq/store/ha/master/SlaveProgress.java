/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.master;

import java.util.function.LongPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.ha.RecordMark;
import org.tandemmq.store.ha.ReplicaLog;

/**
 * Decides, without I/O, what one slave gets next and what its reports are worth (replication 3.3). Owned by the
 * replication thread; lives as long as the connection, so that nothing it acknowledged outlives that.
 *
 * <pre>
 * HANDSHAKE --first report--> CATCHING_UP &lt;--> IN_STEP          data, acks count
 *     |                            |  its segment is deleted
 *     +--before the oldest segment-+--> OUT_OF_RANGE            heartbeats only
 *     +--behind the master's end--> AHEAD ----+
 *     +--other record there------> DIVERGED --+--> CLOSED       also: silence, a broken rule, end of the stream
 * </pre>
 */
final class SlaveProgress {

    /** A slave that lacks no more than this is in step. */
    static final long IN_STEP_BYTES = 4 << 20;

    private static final Logger log = LoggerFactory.getLogger(SlaveProgress.class);

    /**
     * What holds for every slave.
     *
     * @param heartbeatMs silence after which the slave gets a heartbeat
     * @param housekeepingMs silence of the slave after which it is dropped
     * @param fallBehindMaxBytes a slave that lacks this much is out of reach
     * @param fromLastSegment a slave without data begins at the last segment instead of the oldest
     */
    record Terms(long heartbeatMs, long housekeepingMs, long fallBehindMaxBytes, boolean fromLastSegment) {
    }

    /** What to do next. */
    enum Step {
        /** Nothing. */
        WAIT,
        /** Send a frame without a body. */
        HEARTBEAT,
        /** Send bytes from {@link #nextPosition()} on. */
        DATA,
        /** Drop the connection. */
        CLOSE
    }

    private final String peer;
    private final ReplicaLog replicaLog;
    private final Terms terms;
    private final LongPredicate resumable;

    private SlaveState state = SlaveState.HANDSHAKE;
    private String reason = "connected";
    private boolean closing;
    private boolean aligned = true;
    private long acked = -1;
    private long next = -1;
    private long transferFrom = -1;
    private long sentBytes;
    private long lastReadMs;
    private long lastWriteMs;

    /**
     * Begins with a handshake.
     *
     * @param peer address for the log
     * @param replicaLog the master's log
     * @param terms what holds for every slave
     * @param resumable whether an earlier connection of this peer was sent bytes up to a position inside a record
     * @param nowMs elapsed time
     */
    SlaveProgress(String peer, ReplicaLog replicaLog, Terms terms, LongPredicate resumable, long nowMs) {
        this.peer = peer;
        this.replicaLog = replicaLog;
        this.terms = terms;
        this.resumable = resumable;
        this.lastReadMs = nowMs;
        this.lastWriteMs = nowMs;
    }

    /**
     * The slave said how far it is.
     *
     * @param position end of its log, as it says
     * @param nowMs elapsed time
     */
    void reported(long position, long nowMs) {
        lastReadMs = nowMs;
        if (state == SlaveState.HANDSHAKE) {
            begin(position);
        } else if (state.isFollowing()) {
            acknowledged(position);
        }
    }

    private void begin(long position) {
        long min = replicaLog.minPosition();
        long end = replicaLog.endPosition();
        if (position < 0) {
            leave(SlaveState.CLOSED, "first report " + position + " is negative");
        } else if (position > end) {
            leave(SlaveState.AHEAD, "first report " + position + " lies behind the end " + end);
        } else if (position == 0) {
            follow(0, terms.fromLastSegment ? end - end % replicaLog.segmentBytes() : min, "new slave");
        } else if (position < min) {
            acked = position;
            become(SlaveState.OUT_OF_RANGE, "slave ends at " + position + ", this log is " + min + " to " + end);
        } else if (position == end || RecordMark.at(replicaLog, position) != null) {
            follow(position, position, "slave ends at " + position);
        } else if (resumable.test(position)) {
            aligned = false;
            follow(position, position, "slave ends at " + position + " inside a record it was sent before");
        } else {
            leave(SlaveState.CLOSED, "first report " + position + " lies inside a record; a restart of the slave cuts"
                + " its incomplete record");
        }
    }

    private void follow(long held, long from, String why) {
        acked = held;
        next = from;
        transferFrom = from;
        long behind = replicaLog.endPosition() - from;
        become(behind <= inStepBytes() ? SlaveState.IN_STEP : SlaveState.CATCHING_UP,
            why + ", gets " + from + " and on, lacks " + behind + " bytes");
    }

    private void acknowledged(long position) {
        if (position > next) {
            leave(SlaveState.CLOSED, "acknowledges " + position + ", was sent no more than up to " + next);
        } else if (position < acked) {
            leave(SlaveState.CLOSED, "acknowledges " + position + " after " + acked);
        } else {
            acked = position;
            settle();
        }
    }

    private void settle() {
        long behind = behindBytes();
        if (state == SlaveState.CATCHING_UP && behind <= inStepBytes()) {
            become(SlaveState.IN_STEP, "lacks " + behind + " bytes");
        } else if (state == SlaveState.IN_STEP && behind >= terms.fallBehindMaxBytes) {
            become(SlaveState.CATCHING_UP, "lacks " + behind + " bytes, limit " + terms.fallBehindMaxBytes);
        }
    }

    private long inStepBytes() {
        return Math.min(IN_STEP_BYTES, terms.fallBehindMaxBytes - 1);
    }

    /**
     * What to do now, when everything decided before is written.
     *
     * @param nowMs elapsed time
     * @return the step
     */
    Step step(long nowMs) {
        if (!closing && nowMs - lastReadMs > terms.housekeepingMs) {
            leave(SlaveState.CLOSED, "silent for " + (nowMs - lastReadMs) + " ms, limit " + terms.housekeepingMs);
        }
        if (closing) {
            return Step.CLOSE;
        }
        if (acked < 0) {
            return Step.WAIT;
        }
        if (state.isFollowing()) {
            settle();
            if (next < replicaLog.minPosition()) {
                // Dropped, so that a slave of our kind asks again and learns it; another kind gets heartbeats then.
                leave(SlaveState.OUT_OF_RANGE, "slave needs " + next + ", the oldest segment begins at "
                    + replicaLog.minPosition() + " now");
                return Step.CLOSE;
            }
            if (next < replicaLog.endPosition()) {
                return Step.DATA;
            }
        }
        return nowMs - lastWriteMs > terms.heartbeatMs ? Step.HEARTBEAT : Step.WAIT;
    }

    /** Position that a heartbeat names: where the slave should be. */
    long heartbeatPosition() {
        return next < 0 ? acked : next;
    }

    /**
     * Bytes were handed to the connection.
     *
     * @param bodyBytes how many, 0 for a heartbeat
     * @param nowMs elapsed time
     */
    void sent(long bodyBytes, long nowMs) {
        next += next < 0 ? 0 : bodyBytes;
        sentBytes += bodyBytes;
        lastWriteMs = nowMs;
    }

    /**
     * The slave asked over the remoting port whether its last record is ours, and it is not.
     *
     * @param found what it was told it is
     * @param why what was compared
     */
    void judged(SlaveState found, String why) {
        if (state == SlaveState.HANDSHAKE) {
            become(found, why);
        }
    }

    /**
     * Ends it. What was found to be wrong with the slave stays the state.
     *
     * @param why cause for log and status
     */
    void end(String why) {
        if (state == SlaveState.DIVERGED || state == SlaveState.OUT_OF_RANGE || state == SlaveState.AHEAD) {
            closing = true;
        } else if (!closing) {
            leave(SlaveState.CLOSED, why);
        }
    }

    private void leave(SlaveState to, String why) {
        closing = true;
        become(to, why);
    }

    private void become(SlaveState to, String why) {
        if (state == to && reason.equals(why)) {
            return;
        }
        if (closing) {
            log.debug("Slave {}: {} -> {}: {}", peer, state, to, why);
        } else {
            log.info("Slave {}: {} -> {}: {}", peer, state, to, why);
        }
        state = to;
        reason = why;
    }

    SlaveState state() {
        return state;
    }

    String reason() {
        return reason;
    }

    /** Whether frames can be cut at the ends of records from the first byte on. */
    boolean isAligned() {
        return aligned;
    }

    /** Position of the next byte to send, -1 before it is known. */
    long nextPosition() {
        return next;
    }

    /** End of the slave's log as it said last; -1 before. */
    long ackPosition() {
        return acked;
    }

    /** Position below which the slave lacks nothing that is still here. */
    long heldPosition() {
        return Math.max(acked, transferFrom);
    }

    /** Bytes the slave lacks. */
    long behindBytes() {
        return Math.max(0, replicaLog.endPosition() - heldPosition());
    }

    /**
     * Whether this slave is in step, and no silence nor lack that reports not read yet may disprove is against it.
     * Where there is, only who reads them may ask for the {@link #step}.
     *
     * @param nowMs elapsed time
     * @return whether it can be sent to without a decision
     */
    boolean isSteady(long nowMs) {
        return state == SlaveState.IN_STEP && nowMs - lastReadMs <= terms.housekeepingMs
            && behindBytes() < terms.fallBehindMaxBytes;
    }

    /** Bytes of the log that were not handed to the connection yet; of a slave that follows. */
    long unsentBytes() {
        return replicaLog.endPosition() - next;
    }

    /** Where its data began, -1 before. */
    long transferFrom() {
        return transferFrom;
    }

    long sentBytes() {
        return sentBytes;
    }

    long lastReadMs() {
        return lastReadMs;
    }
}
