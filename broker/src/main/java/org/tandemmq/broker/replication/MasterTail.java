/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.replication;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.tandemmq.broker.outer.OwnRequestCode;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.store.ha.RecordMark;
import org.tandemmq.store.ha.history.TailAnswer;
import org.tandemmq.store.ha.history.TailConfirmation;
import org.tandemmq.store.ha.history.TailQuestion;
import org.tandemmq.store.record.RecordLayout;

/**
 * Asks the master over its ordinary port whether it has a record of ours. A master of another kind does not know the
 * question; it is asked for the range of its log (code 28) and for the message at that position (code 33), and the
 * bytes are compared here.
 *
 * <pre>
 * 64001 --0--> the master's verdict
 *   `---3--> 28: commitLogMinOffset, commitLogMaxOffset --in range--> 33: the record there --> compared
 * </pre>
 */
public final class MasterTail implements TailConfirmation {

    private static final long TIMEOUT_MS = 3_000;
    /** Remark of the other kind's code 33 where no message begins at a position. */
    private static final String NOT_FOUND = "can not find message";
    /** How long a master that name servers may still name is waited for before its log is taken unseen. */
    private static final long PATIENCE_MS = 15_000;

    private final String brokerName;
    private final RemotingClient client;
    private final Supplier<String> masterAddress;
    private final LongSupplier elapsedMs;
    private volatile long firstAskedMs = -1;

    /**
     * Creates the questioner.
     *
     * @param brokerName our name, which the master shares
     * @param client calls the master
     * @param masterAddress {@code host:port} of the master's ordinary port; null or empty when not known
     * @param elapsedMs elapsed-time clock
     */
    public MasterTail(String brokerName, RemotingClient client, Supplier<String> masterAddress,
                      LongSupplier elapsedMs) {
        this.brokerName = brokerName;
        this.client = client;
        this.masterAddress = masterAddress;
        this.elapsedMs = elapsedMs;
    }

    @Override
    public CompletableFuture<TailAnswer> ask(TailQuestion question) {
        String master = masterAddress.get();
        if (master == null || master.isEmpty()) {
            return CompletableFuture.completedFuture(withoutAddress());
        }
        return client.call(master, OwnRequestCode.CONFIRM_TAIL, TailFields.question(question, brokerName), null,
            TIMEOUT_MS)
            .thenCompose(answer -> answered(master, question, answer))
            .exceptionally(failure -> TailAnswer.without(TailAnswer.Verdict.NO_ANSWER,
                "asking " + master + " failed: " + cause(failure)));
    }

    @Override
    public CompletableFuture<Long> firstPosition(int segmentBytes) {
        String master = masterAddress.get();
        if (master == null || master.isEmpty()) {
            return CompletableFuture.completedFuture(
                withoutAddress().verdict() == TailAnswer.Verdict.NO_ANSWER ? NOT_KNOWN : 0L);
        }
        TailQuestion whoAreYou = new TailQuestion(new RecordMark(0, RecordLayout.EMPTY_V1_BYTES, 0, 0), 0,
            segmentBytes, null);
        return client.call(master, OwnRequestCode.CONFIRM_TAIL, TailFields.question(whoAreYou, brokerName), null,
            TIMEOUT_MS).thenCompose(answer -> firstPosition(master, answer, segmentBytes))
            .exceptionally(failure -> NOT_KNOWN);
    }

    private CompletableFuture<Long> firstPosition(String master, RemotingCommand answer, int segmentBytes) {
        if (answer.code() != ResponseCode.REQUEST_CODE_NOT_SUPPORTED) {
            return CompletableFuture.completedFuture(answer.code() == ResponseCode.SUCCESS ? 0L : NOT_KNOWN);
        }
        return client.call(master, RequestCode.GET_BROKER_RUNTIME_INFO, null, null, TIMEOUT_MS).thenApply(info -> {
            long min = number(table(info).get("commitLogMinOffset"));
            boolean oneSegment = number(table(info).get("commitLogMaxOffset")) <= segmentBytes;
            if (min < 0) {
                return NOT_KNOWN;
            }
            return min > 0 ? min : oneSegment ? 0L : WITHOUT_FIRST_BYTE;
        });
    }

    private static Map<String, Object> table(RemotingCommand info) {
        return info.code() == ResponseCode.SUCCESS
            ? JsonFields.of(JsonText.decode(info.body(), Object.class)).object("table").asMap() : Map.of();
    }

    private TailAnswer withoutAddress() {
        long nowMs = elapsedMs.getAsLong();
        if (firstAskedMs < 0) {
            firstAskedMs = nowMs;
        }
        return nowMs - firstAskedMs < PATIENCE_MS
            ? TailAnswer.without(TailAnswer.Verdict.NO_ANSWER, "no name server has told the master's address yet")
            : TailAnswer.without(TailAnswer.Verdict.UNKNOWN_PEER, "no name server tells the master's ordinary address,"
                + " so its history can't be compared");
    }

    private CompletableFuture<TailAnswer> answered(String master, TailQuestion question, RemotingCommand answer) {
        if (answer.code() == ResponseCode.SUCCESS) {
            return CompletableFuture.completedFuture(TailFields.answer(answer.fields()));
        }
        if (answer.code() != ResponseCode.REQUEST_CODE_NOT_SUPPORTED) {
            return CompletableFuture.completedFuture(TailAnswer.without(TailAnswer.Verdict.NO_ANSWER,
                master + " answered code " + answer.code() + ": " + answer.remark()));
        }
        return client.call(master, RequestCode.GET_BROKER_RUNTIME_INFO, null, null, TIMEOUT_MS)
            .thenCompose(info -> ranged(master, question, info));
    }

    private CompletableFuture<TailAnswer> ranged(String master, TailQuestion question, RemotingCommand info) {
        long min = number(table(info).get("commitLogMinOffset"));
        long end = number(table(info).get("commitLogMaxOffset"));
        RecordMark mark = question.mark();
        if (min < 0 || end < 0) {
            return completed(TailAnswer.Verdict.UNKNOWN_PEER, min, end, master + " does not tell the range of its log");
        }
        if (mark.endPosition() > end) {
            return completed(TailAnswer.Verdict.AHEAD, min, end, "record " + mark.position() + " to "
                + mark.endPosition() + " lies behind the master's end " + end);
        }
        if (mark.position() < min) {
            return completed(TailAnswer.Verdict.BELOW_OLDEST, min, end, "record at " + mark.position()
                + " lies before the master's oldest segment " + min);
        }
        if (mark.storeTimestampMs() == 0) {
            return completed(TailAnswer.Verdict.UNKNOWN_PEER, min, end, "a segment's blank rest can't be asked for");
        }
        return client.call(master, RequestCode.VIEW_MESSAGE_BY_ID, out -> out.number("offset", mark.position()), null,
            TIMEOUT_MS).thenApply(record -> compared(mark, record, min, end));
    }

    private static TailAnswer compared(RecordMark mark, RemotingCommand record, long min, long end) {
        boolean found = record.code() == ResponseCode.SUCCESS;
        if (!found && (record.remark() == null || !record.remark().contains(NOT_FOUND))) {
            // A master that is just starting or stopping says nothing about its log.
            return TailAnswer.without(TailAnswer.Verdict.NO_ANSWER, "message at " + mark.position()
                + " was answered with code " + record.code() + ": " + record.remark());
        }
        RecordMark theirs = found ? RecordMark.of(record.body(), mark.position()) : null;
        boolean same = mark.equals(theirs);
        return new TailAnswer(same ? TailAnswer.Verdict.SAME : TailAnswer.Verdict.DIFFERENT, min, end,
            same ? "record at " + mark.position() + " is the same, by its bytes"
                : "slave has " + mark + ", master has " + theirs);
    }

    private static CompletableFuture<TailAnswer> completed(TailAnswer.Verdict verdict, long min, long end,
                                                           String reason) {
        return CompletableFuture.completedFuture(new TailAnswer(verdict, min, end, reason));
    }

    private static long number(Object text) {
        try {
            return text == null ? -1 : Long.parseLong(text.toString());
        } catch (NumberFormatException noNumber) {
            return -1;
        }
    }

    private static String cause(Throwable failure) {
        Throwable cause = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause()
            : failure;
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
