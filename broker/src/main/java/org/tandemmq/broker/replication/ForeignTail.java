/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.replication;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.body.SettingsBody;
import org.tandemmq.store.ha.RecordMark;
import org.tandemmq.store.ha.history.TailAnswer;
import org.tandemmq.store.ha.history.TailConfirmation;
import org.tandemmq.store.ha.history.TailQuestion;

/**
 * Compares our log with that of a master of another kind: it is asked for its name (code 26), since another broker may
 * have taken its address, for the range of its log (28) and for the message at the position (33), and the bytes are
 * compared here. Failed futures mean that it did not answer.
 *
 * <pre>
 * 26: brokerName --ours--> 28: commitLogMinOffset, commitLogMaxOffset --in range--> 33: the record there
 * </pre>
 */
final class ForeignTail {

    /** Parts of remarks of code 33 where no message begins; the second where the bytes there give no length. */
    private static final List<String> NOT_FOUND = List.of("can not find message", "IllegalArgumentException");

    private final String brokerName;
    private final RemotingClient client;

    /**
     * Creates the comparison.
     *
     * @param brokerName our name, which the master has to share
     * @param client calls the master
     */
    ForeignTail(String brokerName, RemotingClient client) {
        this.brokerName = brokerName;
        this.client = client;
    }

    /** What the master has where our record is. */
    CompletableFuture<TailAnswer> ask(String master, TailQuestion question) {
        return strangeness(master).thenCompose(strange -> strange != null
            ? CompletableFuture.completedFuture(TailAnswer.without(TailAnswer.Verdict.NO_ANSWER, strange))
            : info(master).thenCompose(info -> ranged(master, question, info)));
    }

    /**
     * Where a slave without data begins; see {@link TailConfirmation#firstPosition}. {@link MasterTail#NOT_TOLD} from
     * one that tells neither its name nor its range.
     */
    CompletableFuture<Long> firstPosition(String master, int segmentBytes) {
        return settings(client, master).thenCompose(answer -> {
            String name = brokerName(answer);
            return name != null && !name.equals(brokerName)
                ? CompletableFuture.completedFuture(TailConfirmation.NOT_KNOWN)
                : info(master).thenApply(info -> firstPosition(info, segmentBytes));
        });
    }

    private static long firstPosition(Map<String, Object> info, int segmentBytes) {
        long min = number(info.get("commitLogMinOffset"));
        if (min != 0) {
            return min < 0 ? MasterTail.NOT_TOLD : min;
        }
        return number(info.get("commitLogMaxOffset")) <= segmentBytes ? 0 : TailConfirmation.WITHOUT_FIRST_BYTE;
    }

    /** Asks a broker of any kind for its settings, among which is its name. */
    static CompletableFuture<RemotingCommand> settings(RemotingClient client, String address) {
        return client.call(address, RequestCode.GET_BROKER_CONFIG, null, null, MasterTail.TIMEOUT_MS);
    }

    /** The name in an answer to {@link #settings}; null when it does not tell. */
    static String brokerName(RemotingCommand answer) {
        return answer.code() == ResponseCode.SUCCESS ? SettingsBody.brokerName(answer.body()) : null;
    }

    /** Why this is not our master; null when it is. */
    private CompletableFuture<String> strangeness(String master) {
        return settings(client, master)
            .thenApply(answer -> {
                String name = brokerName(answer);
                if (name == null) {
                    return master + " does not tell its name: code " + answer.code() + ", " + answer.remark();
                }
                return name.equals(brokerName) ? null
                    : master + " is broker " + name + ", the slave is of " + brokerName;
            });
    }

    private CompletableFuture<Map<String, Object>> info(String master) {
        return client.call(master, RequestCode.GET_BROKER_RUNTIME_INFO, null, null, MasterTail.TIMEOUT_MS)
            .thenApply(answer -> answer.code() == ResponseCode.SUCCESS
                ? JsonFields.of(JsonText.decode(answer.body(), Object.class)).object("table").asMap() : Map.of());
    }

    private CompletableFuture<TailAnswer> ranged(String master, TailQuestion question, Map<String, Object> info) {
        long min = number(info.get("commitLogMinOffset"));
        long end = number(info.get("commitLogMaxOffset"));
        RecordMark mark = question.mark();
        if (min < 0 || end < 0) {
            return CompletableFuture.completedFuture(TailAnswer.without(TailAnswer.Verdict.UNKNOWN_PEER, master
                + " does not tell the range of its log"));
        }
        if (mark.endPosition() > end) {
            return completed(TailAnswer.Verdict.AHEAD, min, end, "record " + mark.position() + " to "
                + mark.endPosition() + " lies behind the master's end " + end);
        }
        if (mark.position() < min) {
            return completed(TailAnswer.Verdict.BELOW_OLDEST, min, end, "record at " + mark.position()
                + " lies before the master's oldest segment " + min);
        }
        return client.call(master, RequestCode.VIEW_MESSAGE_BY_ID, out -> out.number("offset", mark.position()), null,
            MasterTail.TIMEOUT_MS).thenApply(record -> mark.storeTimestampMs() == 0
                ? blank(mark, record, min, end) : compared(mark, record, min, end));
    }

    /** The peer gives the rest of a segment as its bytes. Where it has a message instead it went another way. */
    private static TailAnswer blank(RecordMark mark, RemotingCommand record, long min, long end) {
        RecordMark theirs = record.code() == ResponseCode.SUCCESS
            ? RecordMark.of(record.body(), mark.position()) : null;
        return theirs == null
            ? new TailAnswer(TailAnswer.Verdict.UNKNOWN_PEER, min, end, "no message at " + mark.position())
            : new TailAnswer(TailAnswer.Verdict.DIFFERENT, min, end, "slave has a blank at " + mark.position()
                + ", master has " + theirs);
    }

    private static TailAnswer compared(RecordMark mark, RemotingCommand record, long min, long end) {
        boolean found = record.code() == ResponseCode.SUCCESS;
        if (!found && (record.remark() == null || NOT_FOUND.stream().noneMatch(record.remark()::contains))) {
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
}
