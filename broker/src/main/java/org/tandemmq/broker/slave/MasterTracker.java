/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.outer.AnswerListener;

/**
 * Which master a slave belongs to, out of what several name servers say, each in its own time. A name server that knows
 * a master counts more than one that does not; where two name different ones, the one that changed its mind last is
 * right, for the other has not heard yet. A master that no server knows any longer is kept: its address is still the
 * best guess. {@link #answered} runs on the thread of registrations, the rest on any.
 */
public final class MasterTracker implements AnswerListener {

    /** Registrations without a master after which this is told as an error. */
    static final int EMPTY_ANSWERS_TOLD = 3;
    private static final long TELL_INTERVAL_MS = 60_000;

    private static final Logger log = LoggerFactory.getLogger(MasterTracker.class);

    private final String ownName;
    private final String ownAddress;
    private final Consumer<Master> listener;
    private final Map<String, Told> told = new LinkedHashMap<>();
    private int emptyAnswers;
    private long toldMs = Long.MIN_VALUE / 2;
    private volatile Master master;
    private volatile boolean known;
    private volatile boolean reachable = true;
    private volatile String problem = "no name server has answered yet";

    private record Told(Master master, long changedMs) {
    }

    /**
     * Creates the tracker of a slave.
     *
     * @param ownName cluster and broker name, for messages
     * @param ownAddress our own address, which can't be the master's
     * @param listener told every new master, on the thread of registrations
     */
    public MasterTracker(String ownName, String ownAddress, Consumer<Master> listener) {
        this.ownName = ownName;
        this.ownAddress = ownAddress;
        this.listener = listener;
    }

    @Override
    public void answered(AnswerListener.RegistrationAnswer answer, long nowMs) {
        Master says = answer.masterAddress() == null ? null : new Master(answer.masterAddress(), answer.haAddress());
        Told before = told.get(answer.server());
        if (before == null || !Objects.equals(before.master, says)) {
            told.put(answer.server(), new Told(says, nowMs));
        }
        Master chosen = choose();
        known = chosen != null;
        if (chosen == null) {
            missing(answer.brokerNames(), nowMs);
        } else if (chosen.address().equals(ownAddress)) {
            problem = "the name servers give our own address " + ownAddress + " as the master's: is there a slave with "
                + "brokerId 0, or a wrong brokerIP1?";
            tellProblem(nowMs);
        } else {
            emptyAnswers = 0;
            problem = null;
            follow(chosen);
        }
    }

    private Master choose() {
        Told best = null;
        for (Told one : told.values()) {
            if (one.master != null && (best == null || one.changedMs > best.changedMs)) {
                best = one;
            }
        }
        return best == null ? null : best.master;
    }

    private void follow(Master chosen) {
        if (chosen.equals(master)) {
            return;
        }
        boolean disagree = told.values().stream().anyMatch(one -> one.master != null && !one.master.equals(chosen));
        if (disagree) {
            log.warn("name servers disagree about the master of {}: {}; {} was told last and is followed", ownName,
                told, chosen);
        } else {
            log.info("master of {} is {}, before: {}", ownName, chosen, master);
        }
        master = chosen;
        reachable = true;
        listener.accept(chosen);
    }

    private void missing(Collection<String> names, long nowMs) {
        emptyAnswers++;
        problem = "no name server knows a master of " + ownName + " after " + emptyAnswers
            + " registrations; broker names known in this cluster: " + new TreeSet<>(names)
            + (master == null ? "" : "; the last known one, " + master.address() + ", is still tried");
        if (emptyAnswers >= EMPTY_ANSWERS_TOLD) {
            tellProblem(nowMs);
        }
    }

    private void tellProblem(long nowMs) {
        if (nowMs - toldMs >= TELL_INTERVAL_MS) {
            toldMs = nowMs;
            log.warn("no master: {}", problem);
        }
    }

    @Override
    public boolean isMasterDoubtful() {
        return !known || !reachable;
    }

    /**
     * Says whether the master answers; when it does not, name servers are asked more often.
     *
     * @param answers whether it does
     */
    public void reachable(boolean answers) {
        reachable = answers;
    }

    /** The master, the last known one included; null when none was ever known. */
    public Master master() {
        return master;
    }

    /** Why there is no master, or null when there is one. */
    public String problem() {
        return problem;
    }
}
