/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.pull;

import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.longpolling.HeldPull;
import org.tandemmq.broker.longpolling.PullRequestHoldService;
import org.tandemmq.broker.processor.MemberProgress;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.broker.processor.SlicePayload;
import org.tandemmq.broker.processor.WaitingWork;
import org.tandemmq.broker.stats.BrokerStats;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.LogLimit;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.HeaderFieldException;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.header.PullMessageRequestHeader;
import org.tandemmq.remoting.protocol.header.PullMessageResponseHeader;
import org.tandemmq.store.GetResult;
import org.tandemmq.store.GetStatus;
import org.tandemmq.store.MessageStore;

/**
 * Pulls: codes 11 and 361. What is cached is read on the event loop and answered with slices of the log; what may have
 * to come from disk goes to the readers. One whose group has to be created goes first where all are that come with
 * requests: readers would be busy with a flood of new names. A pull that finds nothing and may wait is held, and runs
 * once more from the beginning when it is woken.
 */
public final class PullMessageProcessor implements RequestProcessor {

    private static final Logger log = LoggerFactory.getLogger(PullMessageProcessor.class);
    /** How long a slave holds a pull while its master is there for the client to turn to. */
    private static final long SLAVE_HOLD_MS = 1_000;
    /** Longest time that a pull is held, whatever it says. */
    static final long HOLD_MAX_MS = 3_600_000;
    /** Most characters of a group's or a topic's name in a pull. */
    private static final int NAME_MAX = 255;
    /** Most characters of a subscription in a pull. */
    private static final int SUBSCRIPTION_MAX = 16_384;
    /** Bytes of heap of a waiting pull, and for a character of its subscription, estimated. */
    private static final int PULL_BYTES = 600;
    private static final int UNFOLDED = 14;

    private final MessageStore store;
    private final PullRules rules;
    private final MemberProgress progress;
    private final PullRequestHoldService holds;
    private final PullEnvironment environment;
    private final BrokerStats stats;
    private final Detours detours;
    private final LogLimit fullTables = new LogLimit(System::nanoTime);
    private final LogLimit failures = new LogLimit(System::nanoTime);
    private final LongSupplier elapsedMs;

    /**
     * Where pulls go that can't be answered on the event loop.
     *
     * @param reads where they wait for reads that may wait for the disk
     * @param creations where they wait for the creation of their group
     */
    public record Detours(WaitingWork reads, WaitingWork creations) {
    }

    /**
     * Creates the processor.
     *
     * @param store holds the messages
     * @param rules what has to be true of a pull
     * @param progress takes what pulls tell of their members
     * @param holds holds pulls that wait
     * @param environment settings and the other broker, as they are at the moment
     * @param stats counters
     * @param detours where pulls go that can't be answered at once
     */
    public PullMessageProcessor(MessageStore store, PullRules rules, MemberProgress progress,
                                PullRequestHoldService holds, PullEnvironment environment, BrokerStats stats,
                                Detours detours) {
        this.store = store;
        this.rules = rules;
        this.progress = progress;
        this.holds = holds;
        this.environment = environment;
        this.stats = stats;
        this.detours = detours;
        this.elapsedMs = environment.elapsedMs();
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        PullMessageRequestHeader header;
        try {
            header = PullMessageRequestHeader.read(request.fields());
            checkLengths(header);
        } catch (HeaderFieldException malformed) {
            reply.send(ResponseCode.SYSTEM_ERROR, malformed.getMessage());
            return;
        }
        Pull pull = new Pull(header, request.code() == RequestCode.LITE_PULL_MESSAGE, connection, reply);
        progress.pulls(connection, header.consumerGroup(), header.topic(), header.queueId(),
            header.queueOffset());
        start(pull, true);
    }

    /** What a pull says may stay on the heap as long as it is held. */
    private static void checkLengths(PullMessageRequestHeader header) {
        int nameChars = Math.max(lengthOf(header.consumerGroup()), lengthOf(header.topic()));
        if (nameChars > NAME_MAX || lengthOf(header.subscription()) > SUBSCRIPTION_MAX) {
            throw new HeaderFieldException("group and topic may have " + NAME_MAX + " characters, the subscription "
                + SUBSCRIPTION_MAX);
        }
    }

    /** Estimate of what a pull holds that waits. */
    private static long sizeBytes(PullMessageRequestHeader header) {
        return PULL_BYTES + lengthOf(header.subscription());
    }

    /** Estimate of what a pull holds that is held: the tags of its subscription are there one by one. */
    private static long heldBytes(PullMessageRequestHeader header) {
        return PULL_BYTES + (long) UNFOLDED * lengthOf(header.subscription());
    }

    private static int lengthOf(String text) {
        return text == null ? 0 : text.length();
    }

    /** Runs a pull on the event loop, as far as it can be done there; first is false for one that was held. */
    private void start(Pull pull, boolean first) {
        answered(pull, () -> {
            PullMessageRequestHeader header = pull.header();
            long beginMs = elapsedMs.getAsLong();
            PullGrant grant = rules.check(pull, environment.settings(), false);
            if (grant == null) {
                createElsewhere(pull, first);
                return;
            }
            GetResult cached = store.getCached(header.topic(), header.queueId(), header.queueOffset(),
                header.maxMsgNums(), grant.filter());
            if (cached == null) {
                readElsewhere(pull, grant, first);
            } else {
                finish(pull, grant, cached, first, beginMs);
            }
        });
    }

    private void createElsewhere(Pull pull, boolean first) {
        detours.creations.submit(pull.connection(), sizeBytes(pull.header()), "pulls of new groups",
            () -> answered(pull, () -> readElsewhere(pull, rules.check(pull, environment.settings(), true), first)));
    }

    private void readElsewhere(Pull pull, PullGrant grant, boolean first) {
        detours.reads.submit(pull.connection(), sizeBytes(pull.header()), "reads from disk",
            () -> answered(pull, () -> readFromDisk(pull, grant, first)));
    }

    private void resume(Pull pull) {
        if (pull.reply().isOpen()) {
            start(pull, false);
        } else {
            pull.reply().drop();
        }
    }

    private void answered(Pull pull, Runnable work) {
        try {
            work.run();
        } catch (PullForbiddenException forbidden) {
            pull.reply().send(forbidden.code(), forbidden.getMessage(),
                PullMessageResponseHeader.forbidden(forbidden.type()));
        } catch (RefusedException refused) {
            pull.reply().send(refused.code(), refused.getMessage());
        } catch (RuntimeException | InternalError failed) { // the latter where the disk does not give a mapped page
            if (failures.permits()) {
                log.error("pull of {} queue {} at {} by {} failed{}", pull.header().topic(), pull.header().queueId(),
                    pull.header().queueOffset(), pull.header().consumerGroup(), failures.suppressed(), failed);
            }
            pull.reply().send(ResponseCode.SYSTEM_ERROR, "the read failed: " + failed);
        }
    }

    /** On a reader: every page is touched here, so that the event loop does not wait while it copies. */
    private void readFromDisk(Pull pull, PullGrant grant, boolean first) {
        PullMessageRequestHeader header = pull.header();
        long beginMs = elapsedMs.getAsLong();
        GetResult result = store.get(header.topic(), header.queueId(), header.queueOffset(), header.maxMsgNums(),
            grant.filter());
        try {
            SlicePayload.touch(result.slices());
        } catch (InternalError unreadable) {
            result.close();
            throw unreadable;
        }
        finish(pull, grant, result, first, beginMs);
    }

    private void finish(Pull pull, PullGrant grant, GetResult result, boolean first, long beginMs) {
        PullMessageRequestHeader header = pull.header();
        boolean slave = !store.role().isMaster();
        PullSettings settings = environment.settings();
        PullVerdict verdict = PullVerdict.of(header.queueOffset(), result, grant.group(), slave, settings,
            environment.pair());
        if (verdict.code() == ResponseCode.PULL_OFFSET_MOVED && header.queueOffset() > result.maxOffset()) {
            verdict = verdict.towards(progress.correction(header.consumerGroup(), header.topic(), header.queueId(),
                header.queueOffset()));
        }
        if (first) {
            commit(pull);
            if (verdict.holdable() && pull.has(PullMessageRequestHeader.SYSFLAG_SUSPEND)
                && hold(pull, grant, holdMs(header, settings, slave))) {
                result.close();
                return;
            }
        }
        answer(pull, result, verdict, beginMs);
    }

    private void commit(Pull pull) {
        PullMessageRequestHeader header = pull.header();
        if (pull.has(PullMessageRequestHeader.SYSFLAG_COMMIT) && header.commitOffset() >= 0) {
            String full = progress.commit(pull.connection(), header.consumerGroup(), header.topic(), header.queueId(),
                header.commitOffset());
            if (full != null && fullTables.permits()) {
                log.warn("offset of a pull by {} dropped: {}{}", pull.connection(), full, fullTables.suppressed());
            }
        }
    }

    private long holdMs(PullMessageRequestHeader header, PullSettings settings, boolean slave) {
        long wanted = Math.min(HOLD_MAX_MS, Math.max(0, header.suspendTimeoutMs()));
        long allowed = settings.longPolling() ? wanted : Math.min(wanted, settings.shortPollingMs());
        return slave && environment.pair().masterReachable() ? Math.min(allowed, SLAVE_HOLD_MS) : allowed;
    }

    private boolean hold(Pull pull, PullGrant grant, long holdMs) {
        if (holdMs == 0) {
            return false;
        }
        PullMessageRequestHeader header = pull.header();
        String limit = holds.hold(new HeldPull(header.topic(), header.queueId(), header.queueOffset(), grant.filter(),
            elapsedMs.getAsLong() + holdMs, pull.connection(), () -> resume(pull), heldBytes(header)));
        if (limit != null) {
            throw new RefusedException(ResponseCode.SYSTEM_BUSY, limit);
        }
        long maxOffset = store.maxOffset(header.topic(), header.queueId());
        if (maxOffset > header.queueOffset()) {
            holds.arrivedMeanwhile(header.topic(), header.queueId(), maxOffset);
        }
        return true;
    }

    private void answer(Pull pull, GetResult result, PullVerdict verdict, long beginMs) {
        PullMessageRequestHeader asked = pull.header();
        PullMessageResponseHeader header = new PullMessageResponseHeader(verdict.suggestedBrokerId(),
            verdict.nextOffset(), result.minOffset(), result.maxOffset(), null, null, null);
        String remark = result.status().name();
        if (result.status() != GetStatus.FOUND) {
            result.close();
            stats.missed();
            pull.reply().send(verdict.code(), remark, header);
            return;
        }
        stats.got(asked.topic(), asked.queueId(), asked.consumerGroup(), result.messageCount(), result.sizeBytes(),
            elapsedMs.getAsLong() - beginMs);
        pull.reply().send(verdict.code(), remark, header, new SlicePayload(result.slices()));
    }
}
