/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.replication;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.store.ha.RecordMark;
import org.tandemmq.store.ha.ReplicaLog;
import org.tandemmq.store.ha.history.LastRecord;
import org.tandemmq.store.ha.history.TailAnswer;
import org.tandemmq.store.ha.history.TailConfirmation;
import org.tandemmq.store.ha.history.TailQuestion;

/**
 * Whether whoever answers as our master tells our history: its log has our last record. Asked over its ordinary port,
 * so that a replication channel that is slow or blocked is no obstacle. The thread of the tables.
 */
public final class MasterHistory {

    private final ReplicaLog log;
    private final LastRecord last;
    private final String brokerName;
    private final RemotingClient client;
    private final Function<String, TailConfirmation> tails;

    /**
     * Creates the comparison.
     *
     * @param log our log
     * @param brokerName our name, which a master shares
     * @param client calls it
     * @param tails the way to ask the master at an address about a record
     */
    public MasterHistory(ReplicaLog log, String brokerName, RemotingClient client,
                         Function<String, TailConfirmation> tails) {
        this.log = log;
        this.last = new LastRecord(log);
        this.brokerName = brokerName;
        this.client = client;
        this.tails = tails;
    }

    /** Whether we have no record. */
    public boolean isEmpty() {
        return log.isEmpty();
    }

    /**
     * Compares.
     *
     * @param address where the master should be
     * @param ofOurKind whether it is one of our kind, which has said its name already
     * @return null when it has our last record or we have none, else what differs; fails when nobody answers that, or
     *     one of another name does
     */
    public CompletableFuture<String> compare(String address, boolean ofOurKind) {
        if (log.isEmpty()) {
            return ofOurKind ? CompletableFuture.completedFuture(null) : checkName(address);
        }
        RecordMark mark = last.find();
        if (mark == null) {
            return CompletableFuture.completedFuture("our log from " + log.minPosition() + " to " + log.endPosition()
                + " has no record to compare");
        }
        return tails.apply(address).ask(new TailQuestion(mark, log.endPosition(), log.segmentBytes(), null))
            .thenApply(MasterHistory::difference);
    }

    /** There is no record that could prove anything: one that tells no name is taken for the one it should be. */
    private CompletableFuture<String> checkName(String address) {
        return ForeignTail.settings(client, address)
            .handle((answer, silence) -> {
                String name = silence == null ? ForeignTail.brokerName(answer) : null;
                if (name != null && !name.equals(brokerName)) {
                    throw new RemotingException("at " + address + " answers broker " + name
                        + ", our master's name is " + brokerName);
                }
                return null;
            });
    }

    private static String difference(TailAnswer answer) {
        if (answer.verdict() == TailAnswer.Verdict.NO_ANSWER) {
            throw new RemotingException(answer.reason());
        }
        return answer.verdict() == TailAnswer.Verdict.SAME ? null : answer.reason();
    }
}
