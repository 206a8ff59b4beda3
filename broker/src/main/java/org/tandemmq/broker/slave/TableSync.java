/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.metadata.BehindLog;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.protocol.body.DataVersion;

/**
 * One table on its way from the master, independent of the others: asked for when it differs, taken over as a whole,
 * tried again after a growing pause when that fails. Taken is only what a process gave whose log tells our history
 * ({@link MasterTrust}). State belongs to the thread of {@link SlaveSynchronize}.
 */
final class TableSync {

    private static final long PAUSE_FIRST_MS = 1_000;
    private static final long PAUSE_MAX_MS = 30_000;
    private static final long TELL_INTERVAL_MS = 60_000;
    /** Milliseconds between two questions while what came before waits for our log. */
    private static final long WAITING_INTERVAL_MS = 5_000;
    /** Milliseconds between two whole tables, however well the changes come. */
    private static final long WHOLE_INTERVAL_MS = 60_000;
    private static final long NEVER = Long.MIN_VALUE / 2;

    private static final Logger log = LoggerFactory.getLogger(TableSync.class);

    private final FollowedTable followed;
    private final MasterApi api;
    private final Consumer<Runnable> inbox;
    private final LongConsumer contact;
    private final MasterTrust trust;
    private final long intervalMs;
    private final BehindLog behindLog;
    private int generation;
    private boolean busy;
    private boolean wanted = true;
    private long pauseMs;
    private long pauseUntilMs = NEVER;
    private long fetchedMs = NEVER;
    private long goodMs = NEVER;
    private long wholeMs = NEVER;
    private long toldMs = NEVER;
    private byte[] lastBody;
    private byte[] pushed;
    private long pushedMs = NEVER;
    private int differences;
    private long takeovers;
    private String problem;

    /**
     * Creates the way of one table.
     *
     * @param followed the table
     * @param api calls the master
     * @param inbox takes what is to be done on the owner's thread
     * @param contact told the time of a request that was answered well
     * @param trust whose table is taken
     * @param intervalMs least milliseconds between giving the master something and looking at its table again
     */
    TableSync(FollowedTable followed, MasterApi api, Consumer<Runnable> inbox, LongConsumer contact,
              MasterTrust trust, long intervalMs) {
        this.followed = followed;
        this.api = api;
        this.inbox = inbox;
        this.contact = contact;
        this.trust = trust;
        this.intervalMs = intervalMs;
        this.behindLog = new BehindLog(followed.logEnd());
    }

    int code() {
        return followed.code();
    }

    /**
     * There is another master, or another process in its place: everything is to be looked at anew, now; an answer
     * under way is of no use.
     */
    void begin() {
        generation++;
        busy = false;
        wanted = true;
        fetchedMs = NEVER;
        wholeMs = NEVER;
        lastBody = null;
        pushed = null;
        behindLog.drop();
        hurry();
    }

    /** The master answers again: no need to sit out a pause. */
    void hurry() {
        pauseMs = 0;
        pauseUntilMs = NEVER;
    }

    /** The master says which version it has. */
    void compare(DataVersion masters, long nowMs) {
        if (masters == null || !masters.equals(followed.table().version())) {
            wanted = true;
        } else if (!busy && !wanted) {
            goodMs = nowMs;
        }
    }

    /** The master can't say versions: the table is looked at by time. */
    void wantEvery(long intervalMs, long nowMs) {
        wanted |= nowMs - fetchedMs >= intervalMs;
    }

    /** Takes over what waited for our log, which is there now; gives the number of takeovers. */
    int takeWaiting(long nowMs) {
        return behindLog.doWork(nowMs);
    }

    /** Asks for the table if that is due; gives the number of requests. */
    int ask(String master, boolean ofOurKind, long nowMs) {
        if (!isDue(nowMs)) {
            return 0;
        }
        busy = true;
        wanted = false;
        fetchedMs = nowMs;
        int asked = generation;
        boolean changesOnly = followed.newer() != null && ofOurKind && nowMs - wholeMs < WHOLE_INTERVAL_MS;
        CompletableFuture<MasterApi.Told> answer = changesOnly
            ? api.offsetsSince(master, followed.table().version()) : whole(master);
        answer.whenComplete((told, failure) -> inbox.accept(() -> {
            if (asked == generation) {
                busy = false;
                answered(master, changesOnly, told, failure, nowMs);
            }
        }));
        return 1;
    }

    private void answered(String master, boolean changesOnly, MasterApi.Told told, Throwable failure, long nowMs) {
        if (failure != null) {
            failed(failure, nowMs);
        } else if (told != null && !trust.isFor(told.process())) {
            failed(new RemotingException("it was answered by another process than the one that tells our history: "
                + told.process()), nowMs);
        } else if (changesOnly) {
            takeChanges(told, nowMs);
        } else {
            take(master, told, nowMs);
        }
    }

    private boolean isDue(long nowMs) {
        boolean enough = behindLog.isWaiting() && nowMs - fetchedMs < WAITING_INTERVAL_MS;
        return wanted && !busy && !enough && nowMs >= pauseUntilMs;
    }

    private CompletableFuture<MasterApi.Told> whole(String master) {
        CompletableFuture<MasterApi.Told> table = api.told(master, followed.code());
        return followed.isProgress() ? table
            : table.thenApply(told -> new MasterApi.Told(told.body(), MasterApi.NOT_TOLD, told.process()));
    }

    private void takeChanges(MasterApi.Told changes, long nowMs) {
        if (changes == null) {
            wanted = true;
            wholeMs = NEVER;
            return;
        }
        try {
            takeOver(changes, nowMs, () -> {
                differences = followed.newer().takeChanges(changes.body());
                takeovers++;
                lastBody = null;
            });
        } catch (RuntimeException unusable) {
            failed(unusable, nowMs);
        }
    }

    private void take(String master, MasterApi.Told told, long nowMs) {
        try {
            byte[] newer = followed.newer() == null ? null : followed.newer().newerThan(told.body());
            if (takeOver(told, nowMs, () -> replace(master, told.body(), nowMs)) && isNews(newer, nowMs)) {
                push(master, newer, nowMs);
            }
        } catch (RuntimeException unusable) {
            failed(unusable, nowMs);
        }
    }

    private void replace(String master, byte[] body, long nowMs) {
        if (!Arrays.equals(body, lastBody)) {
            differences = followed.table().replaceWith(body);
            takeovers++;
            lastBody = body;
        }
        if (wholeMs == NEVER) {
            log.info("{} taken over from the master at {}: {} bytes, {} differences", followed.table().name(), master,
                body.length, differences);
        }
        wholeMs = nowMs;
    }

    /** Takes over now, or when our log is there; gives whether it went well or may still do. */
    private boolean takeOver(MasterApi.Told told, long nowMs, Runnable takeover) {
        boolean[] refused = {false};
        LongConsumer guarded = atMs -> {
            try {
                takeover.run();
                succeeded(atMs);
            } catch (RuntimeException unusable) {
                refused[0] = true;
                failed(unusable, atMs);
            }
        };
        if (!behindLog.take(told.logEnd(), nowMs, guarded)) {
            contact.accept(nowMs);
            if (followed.newer() != null) {
                followed.newer().takeMissing(told.body());
            }
        }
        return !refused[0];
    }

    /** What the master was given a moment ago and did not take it would not take now either, for reasons of its own. */
    private boolean isNews(byte[] newer, long nowMs) {
        return newer != null && (!Arrays.equals(newer, pushed) || nowMs - pushedMs >= WHOLE_INTERVAL_MS);
    }

    private void push(String master, byte[] newer, long nowMs) {
        log.info("the master gets {} bytes of {} that are newer here", newer.length, followed.table().name());
        lastBody = null;
        int asked = generation;
        busy = true;
        wholeMs = NEVER;
        api.pushOffsets(master, newer).whenComplete((answer, failure) -> inbox.accept(() -> {
            if (asked != generation) {
                return;
            }
            busy = false;
            if (failure != null) {
                failed(failure, nowMs);
            } else {
                wanted = true;
                pushed = newer;
                pushedMs = nowMs;
                succeeded(nowMs);
                pauseUntilMs = nowMs + intervalMs;
            }
        }));
    }

    private void succeeded(long nowMs) {
        pauseMs = 0;
        pauseUntilMs = NEVER;
        goodMs = nowMs;
        contact.accept(nowMs);
        if (problem != null) {
            log.info("{} follow the master again", followed.table().name());
        }
        problem = null;
        toldMs = NEVER;
    }

    private void failed(Throwable failure, long nowMs) {
        Throwable cause = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause()
            : failure;
        lastBody = null;
        wanted = true;
        wholeMs = NEVER;
        pauseMs = Math.max(PAUSE_FIRST_MS, Math.min(PAUSE_MAX_MS, 2 * pauseMs));
        pauseUntilMs = nowMs + pauseMs;
        problem = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        if (nowMs - toldMs >= TELL_INTERVAL_MS) {
            toldMs = nowMs;
            log.warn("{} could not be taken over from the master, the old content stays, next attempt in {} ms: {}",
                followed.table().name(), pauseMs, problem);
        }
    }

    SyncStatus status(long nowMs) {
        String waits = trust.objection() == null ? behindLog.text() : trust.objection();
        return new SyncStatus(followed.table().name(), goodMs == NEVER ? -1 : nowMs - goodMs, differences, takeovers,
            problem == null ? waits : problem);
    }
}
