/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.transaction;

import java.util.Collections;
import java.util.Iterator;
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

/**
 * Asks producers about transactions that stay open, and gives up those that nobody ends (storage 16); what is open the
 * {@link TransactionReader} knows. Runs on a master only, in slices, on the scheduler's thread.
 *
 * <p>Before a producer is asked, its half message is appended again, so that the old record is done whatever happens
 * and one message never holds up those behind it.
 */
public final class TransactionChecks {

    private static final Logger log = LoggerFactory.getLogger(TransactionChecks.class);
    private static final int MOVED_PER_SLICE = 32;
    /** Each costs a record read, one written and that one read again; other jobs of the thread wait meanwhile. */
    static final int ASKED_PER_SLICE = 128;

    private final MessageStore store;
    private final HalfMessages halves;
    private final ProducerLines producers;
    private final TransactionReader reader;
    private final CheckLimits limits;
    private final String brokerName;
    private final Runnable makeGivenUpTopic;
    private final LogLimit gone = new LogLimit(System::nanoTime);
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
        this.reader = new TransactionReader(store, halves, progress, limits);
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
            open = reader.begin();
            nextQuestionsMs = nowMs + limits.intervalMs();
        }
        int done = reader.read(open);
        if (done == 0) {
            done = askAboutNext(nowMs);
        }
        if (open.opsInMind() > CheckLimits.OPS_IN_MIND_MAX) {
            done += moveOldest();
        }
        reader.keep(open);
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

    /** Asks about the next ones of the round; all that was ended in the meantime is known by now. */
    private int askAboutNext(long nowMs) {
        if (!round.hasNext() && (nowMs >= nextQuestionsMs || nextQuestionsMs - nowMs > limits.intervalMs())) {
            nextQuestionsMs = nowMs + limits.intervalMs();
            round = open.oldestFirst(half -> !limits.isImmune(half, nowMs)).iterator();
        }
        int looked = 0;
        while (looked < ASKED_PER_SLICE && round.hasNext()) {
            looked++;
            OpenHalves.OpenHalf due = round.next();
            HalfMessage half = open.contains(due) ? load(due) : null;
            if (half == null) {
                continue;
            }
            if (!(limits.isOver(half, nowMs) ? giveUp(half) : ask(half))) {
                round = Collections.emptyIterator();
            }
        }
        return looked;
    }

    /** The record of an open half message; null for one that is gone, which is then forgotten. */
    private HalfMessage load(OpenHalves.OpenHalf wanted) {
        HalfMessage half = halves.at(wanted.position()).orElse(null);
        if (half == null) {
            if (gone.permits()) {
                log.warn("half message at position {} is gone, it was not ended{}", wanted.position(),
                    gone.suppressed());
            }
            open.remove(wanted.offset());
        }
        return half;
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
        for (OpenHalves.OpenHalf oldest : open.oldest(MOVED_PER_SLICE)) {
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
