/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.replication;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.HeaderFields;
import org.tandemmq.store.ha.RecordMark;
import org.tandemmq.store.ha.history.TailAnswer;
import org.tandemmq.store.ha.history.TailQuestion;

/**
 * The question whether a master has a slave's record, and its answer, as header fields of
 * {@link org.tandemmq.broker.outer.OwnRequestCode#CONFIRM_TAIL}.
 *
 * <pre>
 * request   position, size, bodyCrc, storeTimestamp: the record; endOffset, segmentSize: the slave's log;
 *           haPort: the slave's port of its replication channel; brokerName: has to be the master's too
 * response  verdict, minOffset, endOffset of the master's log, reason
 * </pre>
 */
final class TailFields {

    private TailFields() {
    }

    static CommandHeader question(TailQuestion question, String brokerName) {
        RecordMark mark = question.mark();
        return out -> {
            out.text("brokerName", brokerName);
            out.number("position", mark.position());
            out.number("size", mark.sizeBytes());
            out.number("bodyCrc", mark.bodyCrc());
            out.number("storeTimestamp", mark.storeTimestampMs());
            out.number("endOffset", question.endPosition());
            out.number("segmentSize", question.segmentBytes());
            out.number("haPort", question.channel() == null ? 0 : question.channel().getPort());
        };
    }

    static TailQuestion question(HeaderFields fields, InetAddress slave) {
        RecordMark mark = new RecordMark(fields.requiredNumber("position"), fields.requiredInt32("size"),
            fields.requiredInt32("bodyCrc"), fields.requiredNumber("storeTimestamp"));
        int port = fields.int32("haPort", 0);
        return new TailQuestion(mark, fields.requiredNumber("endOffset"), fields.requiredInt32("segmentSize"),
            port <= 0 || port > 0xFFFF ? null : new InetSocketAddress(slave, port));
    }

    static CommandHeader answer(TailAnswer answer) {
        return out -> {
            out.text("verdict", answer.verdict().name());
            out.number("minOffset", answer.minPosition());
            out.number("endOffset", answer.endPosition());
            out.text("reason", answer.reason());
        };
    }

    static TailAnswer answer(HeaderFields fields) {
        return new TailAnswer(TailAnswer.Verdict.valueOf(fields.required("verdict")),
            fields.requiredNumber("minOffset"), fields.requiredNumber("endOffset"), fields.required("reason"));
    }
}
