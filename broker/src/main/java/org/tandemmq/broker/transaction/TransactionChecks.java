/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.transaction;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.LogLimit;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.PutResult;
import org.tandemmq.store.PutStatus;
import org.tandemmq.store.record.PropertyNames;
import org.tandemmq.store.record.RecordView;

/**
 * Follows the half and the op topic, keeps in mind what is open, and asks producers about what stays open (storage 16).
 * Runs on a master only, in slices, on the scheduler's thread.
 *
 * <p>Before a producer is asked, its half message is appended again, so that the old record is done whatever happens
 * and one message never holds up those behind it.
 */
public final class TransactionChecks {

    private static final Logger log = LoggerFactory.getLogger(TransactionChecks.class);
    private static final int READ_COUNT = 32;
    private static final int READS_PER_SLICE = 64;
    /** Each costs a record read, one written and that one read again; other jobs of the thread wait meanwhile. */
    static final int ASKED_PER_SLICE = 128;

    private final MessageStore store;
    private final HalfMessages halves;
    private final ProducerLines producers;
    private final TransactionProgress progress;
    private final CheckLimits limits;
    private final String brokerName;
    private final Runnable makeGivenUpTopic;
    private final LogLimit strange = new LogLimit(System::nanoTime);
    private final LogLimit failed = new LogLimit(System::nanoTime);
    private final LogLimit givenUp = new LogLimit(System::nanoTime);
    private final LogLimit nobody = new LogLimit(System::nanoTime);
    private OpenHalves open;
    /** Those that are still to be asked about since the last interval. */
    private Iterator<OpenHalves.OpenHalf> round = Collections.emptyIterator();
    private volatile int openCount;
    private long nextQuestionsMs;

    /**
     * Creates the service.
     *
     * @param store holds the topics
     * @param halves loads half records
     * @param producers finds whom to ask
     * @param progress where to begin after a restart
     * @param limits times and counts
     * @param brokerName our name, told to producers
     * @param makeGivenUpTopic makes the topic of what is given up where it is missing, so that it can be read
     */
    public TransactionChecks(MessageStore store, HalfMessages halves, ProducerLines producers,
                             TransactionProgress progress, CheckLimits limits, String brokerName,
                             Runnable makeGivenUpTopic) {
        this.store = store;
        this.halves = halves;
        this.producers = producers;
        this.progress = progress;
        this.limits = limits;
        this.brokerName = brokerName;
        this.makeGivenUpTopic = makeGivenUpTopic;
    }

    /**
     * Does one slice of work.
     *
     * @param nowMs wall clock, epoch milliseconds
     * @return records looked at; 0 when there is nothing to do just now
     */
    public int doWork(long nowMs) {
        if (open == null) {
            long halfBegin = begin(TransactionTopics.HALF);
            open = new OpenHalves(halfBegin, firstOpFor(halfBegin, begin(TransactionTopics.OP)));
            nextQuestionsMs = nowMs + limits.intervalMs();
        }
        long opEnd = store.maxOffset(TransactionTopics.OP, TransactionTopics.QUEUE_ID);
        // behind the end of the op topic: it holds every half message that is ended there
        long halfEnd = store.maxOffset(TransactionTopics.HALF, TransactionTopics.QUEUE_ID);
        int done = readHalves();
        if (done == 0 || open.nextHalfOffset() >= halfEnd || open.size() >= limits.openMax()) {
            done += readOps(opEnd, halfEnd);
        }
        if (done == 0) {
            done = askAboutNext(nowMs);
        }
        if (open.opsInMind() > CheckLimits.OPS_IN_MIND_MAX) {
            done += moveOldest();
        }
        progress.save(TransactionTopics.HALF, open.halfProgress());
        progress.save(TransactionTopics.OP, open.opProgress());
        openCount = open.size();
        return done;
    }

    /** Forgets what is in mind; the next slice begins at the kept progress. For a change of role. */
    public void reset() {
        open = null;
        round = Collections.emptyIterator();
        openCount = 0;
    }

    /** Number of half messages that wait for their end. */
    public int openCount() {
        return openCount;
    }

    private long begin(String topic) {
        long kept = progress.load(topic);
        long min = store.minOffset(topic, TransactionTopics.QUEUE_ID);
        long max = store.maxOffset(topic, TransactionTopics.QUEUE_ID);
        long begin = Math.max(min, Math.min(kept, max));
        if (kept >= 0 && begin != kept) {
            log.warn("progress {} in {} is outside {} to {}, going on at {}", kept, topic, min, max, begin);
        }
        return begin;
    }

    /**
     * The first op record that may end a half message from some offset on: none of those is older than that message.
     * The kept op progress says the same, but on a slave that takes over it may be of another moment than that of the
     * half messages, or of a master of another kind.
     */
    private long firstOpFor(long halfBegin, long keptOpBegin) {
        long halfPosition = halves.positionOf(TransactionTopics.HALF, halfBegin);
        long low = store.minOffset(TransactionTopics.OP, TransactionTopics.QUEUE_ID);
        long high = keptOpBegin;
        while (halfPosition >= 0 && low < high) {
            long middle = (low + high) >>> 1;
            if (halves.positionOf(TransactionTopics.OP, middle) < halfPosition) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return high;
    }

    private int readHalves() {
        int read = 0;
        for (int i = 0; i < READS_PER_SLICE && open.size() < limits.openMax(); i++) {
            int before = read;
            read += halves.read(TransactionTopics.HALF, open.nextHalfOffset(), READ_COUNT, this::addHalf,
                open::halvesReadUpTo);
            if (read == before) {
                break;
            }
        }
        return read;
    }

    /** Reads no further than to the given end: what came since may end half messages that were not read yet. */
    private int readOps(long opEnd, long halfEnd) {
        int read = 0;
        for (int i = 0; i < READS_PER_SLICE && open.nextOpOffset() < opEnd; i++) {
            int before = read;
            int count = (int) Math.min(READ_COUNT, opEnd - open.nextOpOffset());
            long offset = open.nextOpOffset();
            read += halves.read(TransactionTopics.OP, offset, count, record -> addOp(record, halfEnd), next -> {
                if (open.nextOpOffset() == offset) {
                    // none of them can be read: they are passed over
                    open.opsReadUpTo(Math.min(next, opEnd));
                }
            });
            if (read == before && open.nextOpOffset() == offset) {
                break;
            }
        }
        return read;
    }

    private void addHalf(RecordView record) {
        HalfMessage half = HalfMessage.of(record);
        if (half.realTopic() == null) {
            if (strange.permits()) {
                log.warn("half message at position {} lacks {}, passed over{}", half.position(),
                    PropertyNames.REAL_TOPIC, strange.suppressed());
            }
            return;
        }
        open.add(new OpenHalves.OpenHalf(half.queueOffset(), half.rootOffset(), half.position(),
            half.storeTimestampMs(), half.immuneUntilMs(limits.timeoutMs())));
    }

    private void addOp(RecordView record, long halfEnd) {
        List<Long> ended = new ArrayList<>(1);
        for (String piece : StandardCharsets.UTF_8.decode(record.body()).toString().split(",")) {
            try {
                ended.add(Long.parseLong(piece.trim()));
            } catch (NumberFormatException noOffset) {
                if (strange.permits()) {
                    log.warn("op record at position {} names no offset: '{}'{}", record.position(), piece,
                        strange.suppressed());
                }
            }
        }
        open.apply(record.queueOffset(), ended, halfEnd);
    }

    /** Asks about the next ones of the round; all that was ended in the meantime is known by now. */
    private int askAboutNext(long nowMs) {
        if (!round.hasNext() && (nowMs >= nextQuestionsMs || nextQuestionsMs - nowMs > limits.intervalMs())) {
            nextQuestionsMs = nowMs + limits.intervalMs();
            round = open.oldestFirst(half -> !isImmune(half, nowMs)).iterator();
        }
        int looked = 0;
        while (looked < ASKED_PER_SLICE && round.hasNext()) {
            looked++;
            OpenHalves.OpenHalf due = round.next();
            HalfMessage half = open.contains(due) ? load(due) : null;
            if (half == null) {
                continue;
            }
            if (!(isLate(half, nowMs) ? giveUp(half) : ask(half))) {
                round = Collections.emptyIterator();
            }
        }
        return looked;
    }

    private boolean isLate(HalfMessage half, long nowMs) {
        return nowMs - half.message().bornTimestampMs() > limits.ageMaxMs()
            || nowMs - half.storeTimestampMs() > limits.ageMaxMs() || half.checkTimes() >= limits.checksMax();
    }

    /** The record of an open half message; null for one that is gone, which is then forgotten. */
    private HalfMessage load(OpenHalves.OpenHalf wanted) {
        HalfMessage half = halves.at(wanted.position()).orElse(null);
        if (half == null) {
            if (strange.permits()) {
                log.warn("half message at position {} is gone, it was not ended{}", wanted.position(),
                    strange.suppressed());
            }
            open.remove(wanted.offset());
        }
        return half;
    }

    /** Not beyond the age at which its file may go, and not for a time by which the clock was set back. */
    private boolean isImmune(OpenHalves.OpenHalf half, long nowMs) {
        long ageMs = nowMs - half.storeTimestampMs();
        return half.immuneUntilMs() > nowMs && ageMs >= -limits.intervalMs() && ageMs <= limits.ageMaxMs();
    }

    /** Tells why a half message can't be stored again; whether it never can be, so that nothing is to wait for it. */
    private boolean neverFits(HalfMessage half, String what, PutResult put) {
        if (failed.permits()) {
            log.warn("half message at position {} can't be {}: {}{}", half.position(), what, put.reason(),
                failed.suppressed());
        }
        return put.status() == PutStatus.MESSAGE_ILLEGAL || put.status() == PutStatus.PROPERTIES_SIZE_EXCEEDED;
    }

    private boolean giveUp(HalfMessage half) {
        makeGivenUpTopic.run();
        PutResult put = store.put(half.addressed(TransactionTopics.GIVEN_UP, 0, 0, 0), AckPolicy.APPEND_ONLY).join();
        if (!put.status().isStored()) {
            boolean never = neverFits(half, "given up", put);
            if (never) {
                open.remove(half.queueOffset());
            }
            return never;
        }
        if (givenUp.permits()) {
            log.warn("transaction of group {} for topic {} given up after {} questions, moved to {} position {}{}",
                half.producerGroup(), half.realTopic(), half.checkTimes(), TransactionTopics.GIVEN_UP, put.position(),
                givenUp.suppressed());
        }
        open.remove(half.queueOffset());
        return true;
    }

    private boolean ask(HalfMessage half) {
        PutResult put = appendAgain(half, PropertyNames.CHECK_TIMES, Integer.toString(half.checkTimes() + 1),
            PropertyNames.PREPARED_QUEUE_OFFSET, Long.toString(half.rootOffset()));
        if (put.status().isStored()) {
            tell(half, put.position());
        }
        return passes(half, put);
    }

    private void tell(HalfMessage half, long position) {
        Connection producer = half.producerGroup() == null ? null : producers.next(half.producerGroup());
        if (producer == null) {
            if (nobody.permits()) {
                log.info("no producer of group {} is connected to be asked about position {}{}", half.producerGroup(),
                    position, nobody.suppressed());
            }
            return;
        }
        halves.at(position).ifPresent(again -> {
            CheckQuestion question = CheckQuestion.about(again, brokerName);
            producer.sendOneway(RequestCode.CHECK_TRANSACTION_STATE, question.header(), Payload.of(question.record()));
        });
    }

    /** Puts a half message into the half topic once more; it is open under its new offset once that is read. */
    private PutResult appendAgain(HalfMessage half, String... changes) {
        PutResult put = store.put(half.again(changes), AckPolicy.APPEND_ONLY).join();
        if (put.status().isStored()) {
            open.remove(half.queueOffset());
        }
        return put;
    }

    /** Whether the next one's turn comes: this one was appended again, or never can be. */
    private boolean passes(HalfMessage half, PutResult put) {
        return put.status().isStored() || neverFits(half, "appended again", put) && giveUp(half);
    }

    /** Appends the oldest open half messages again, so that the op records behind them can be forgotten. */
    private int moveOldest() {
        int moved = 0;
        for (OpenHalves.OpenHalf oldest : open.oldest(READ_COUNT)) {
            HalfMessage half = load(oldest);
            if (half != null && !passes(half, appendAgain(half, PropertyNames.PREPARED_QUEUE_OFFSET,
                Long.toString(half.rootOffset())))) {
                break;
            }
            moved++;
        }
        return moved;
    }
}
