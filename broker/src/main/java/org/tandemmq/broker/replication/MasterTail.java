/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.replication;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.tandemmq.broker.outer.OwnRequestCode;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.store.ha.RecordMark;
import org.tandemmq.store.ha.history.TailAnswer;
import org.tandemmq.store.ha.history.TailConfirmation;
import org.tandemmq.store.ha.history.TailQuestion;
import org.tandemmq.store.record.RecordLayout;

/**
 * Asks the master over its ordinary port whether it has a record of ours. A master of another kind does not know the
 * question; {@link ForeignTail} compares with that one.
 *
 * <pre>
 * name servers tell its address? --yes--> 64001 --0--> the master's verdict
 *   `--no--> the port before haMasterAddress  `---3--> 26, 28, 33: compared here
 *                `--nobody there, after 15 s--> history unknown
 * </pre>
 */
public final class MasterTail implements TailConfirmation {

    /** Milliseconds for an answer. */
    static final long TIMEOUT_MS = 3_000;
    /** How long a master that name servers may still name is waited for before its history counts as unknown. */
    private static final long PATIENCE_MS = 15_000;
    /** How long a slave without data waits for where a log begins that nobody tells: the reference waits as long. */
    private static final long FIRST_PATIENCE_MS = 5_000;
    /** Instead of where the log begins: the master answers, and does not tell; or nobody tells where to ask. */
    static final long NOT_TOLD = -2;
    private static final long NO_ANSWER = -3;

    private final String brokerName;
    private final RemotingClient client;
    private final Supplier<String> masterAddress;
    private final String besideHaPort;
    private final ForeignTail foreign;
    private final LongSupplier elapsedMs;
    private volatile long firstAskedMs = -1;
    private volatile long notToldFromMs = -1;

    /**
     * Creates the questioner.
     *
     * @param brokerName our name, which the master shares
     * @param client calls the master
     * @param masterAddress {@code host:port} of the master's ordinary port; null or empty when not known
     * @param haMasterAddress {@code host:port} of its replication port as it is configured; empty when it is not
     * @param elapsedMs elapsed-time clock
     */
    public MasterTail(String brokerName, RemotingClient client, Supplier<String> masterAddress, String haMasterAddress,
                      LongSupplier elapsedMs) {
        this.brokerName = brokerName;
        this.client = client;
        this.masterAddress = masterAddress;
        this.besideHaPort = besideHaPort(haMasterAddress);
        this.foreign = new ForeignTail(brokerName, client);
        this.elapsedMs = elapsedMs;
    }

    /** The ordinary port is the one before the replication port, unless it was configured otherwise. */
    private static String besideHaPort(String haMasterAddress) {
        int colon = haMasterAddress.lastIndexOf(':');
        String port = haMasterAddress.substring(colon + 1).strip();
        boolean usable = colon > 0 && port.matches("[0-9]{1,5}") && Integer.parseInt(port) > 1;
        return usable ? haMasterAddress.substring(0, colon).strip() + ":" + (Integer.parseInt(port) - 1) : null;
    }

    @Override
    public CompletableFuture<TailAnswer> ask(TailQuestion question) {
        String told = masterAddress.get();
        if (told != null && !told.isEmpty()) {
            return ask(told, question);
        }
        if (besideHaPort == null) {
            return CompletableFuture.completedFuture(withoutAddress(""));
        }
        return ask(besideHaPort, question).thenApply(answer ->
            answer.verdict() == TailAnswer.Verdict.NO_ANSWER ? withoutAddress("; " + answer.reason()) : answer);
    }

    private CompletableFuture<TailAnswer> ask(String master, TailQuestion question) {
        return client.call(master, OwnRequestCode.CONFIRM_TAIL, TailFields.question(question, brokerName), null,
            TIMEOUT_MS)
            .thenCompose(answer -> answered(master, question, answer))
            .exceptionally(failure -> TailAnswer.without(TailAnswer.Verdict.NO_ANSWER,
                "asking " + master + " failed: " + cause(failure)));
    }

    private CompletableFuture<TailAnswer> answered(String master, TailQuestion question, RemotingCommand answer) {
        return switch (answer.code()) {
            case ResponseCode.SUCCESS -> CompletableFuture.completedFuture(TailFields.answer(answer.fields()));
            case ResponseCode.REQUEST_CODE_NOT_SUPPORTED -> foreign.ask(master, question);
            default -> CompletableFuture.completedFuture(TailAnswer.without(TailAnswer.Verdict.NO_ANSWER,
                master + " answered code " + answer.code() + ": " + answer.remark()));
        };
    }

    /** Where nobody tells it, a slave without data may still begin: there is no history that could be mixed. */
    @Override
    public CompletableFuture<Long> firstPosition(int segmentBytes) {
        String told = masterAddress.get();
        boolean isTold = told != null && !told.isEmpty();
        if (!isTold && besideHaPort == null) {
            return CompletableFuture.completedFuture(patiently(NOT_TOLD));
        }
        return firstPosition(isTold ? told : besideHaPort, segmentBytes)
            .exceptionally(failure -> isTold ? NO_ANSWER : NOT_TOLD).thenApply(this::patiently);
    }

    private long patiently(long first) {
        if (first != NOT_TOLD && first != NO_ANSWER) {
            notToldFromMs = -1;
            return first;
        }
        long nowMs = elapsedMs.getAsLong();
        if (notToldFromMs < 0) {
            notToldFromMs = nowMs;
        }
        return nowMs - notToldFromMs < (first == NOT_TOLD ? FIRST_PATIENCE_MS : PATIENCE_MS) ? NOT_KNOWN : 0;
    }

    private CompletableFuture<Long> firstPosition(String master, int segmentBytes) {
        TailQuestion whoAreYou = new TailQuestion(new RecordMark(0, RecordLayout.EMPTY_V1_BYTES, 0, 0), 0,
            segmentBytes, null);
        return client.call(master, OwnRequestCode.CONFIRM_TAIL, TailFields.question(whoAreYou, brokerName), null,
            TIMEOUT_MS).thenCompose(answer -> switch (answer.code()) {
                case ResponseCode.SUCCESS -> CompletableFuture.completedFuture(
                    TailFields.answer(answer.fields()).verdict() == TailAnswer.Verdict.SEGMENT_SIZE
                        ? OTHER_SEGMENTS : 0L);
                case ResponseCode.REQUEST_CODE_NOT_SUPPORTED -> foreign.firstPosition(master, segmentBytes);
                default -> ForeignTail.settings(client, master)
                    .thenApply(settings -> ForeignTail.brokerName(settings) == null ? NOT_TOLD : NOT_KNOWN);
            });
    }

    private TailAnswer withoutAddress(String more) {
        long nowMs = elapsedMs.getAsLong();
        if (firstAskedMs < 0) {
            firstAskedMs = nowMs;
        }
        return nowMs - firstAskedMs < PATIENCE_MS
            ? TailAnswer.without(TailAnswer.Verdict.NO_ANSWER, "no name server has told the master's address yet"
                + more)
            : TailAnswer.without(TailAnswer.Verdict.UNKNOWN_PEER, "no name server tells the master's ordinary address,"
                + " so its history can't be compared" + more);
    }

    private static String cause(Throwable failure) {
        Throwable cause = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause()
            : failure;
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
