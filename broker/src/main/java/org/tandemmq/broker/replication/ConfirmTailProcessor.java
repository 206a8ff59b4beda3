/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.replication;

import java.util.function.Function;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.store.ha.history.TailAnswer;
import org.tandemmq.store.ha.history.TailQuestion;

/** On a master: tells a slave of our kind whether a record of its log is ours too. Runs on reader threads. */
public final class ConfirmTailProcessor implements RequestProcessor {

    private final Function<TailQuestion, TailAnswer> replication;

    /**
     * Creates the processor.
     *
     * @param replication compares with the log
     */
    public ConfirmTailProcessor(Function<TailQuestion, TailAnswer> replication) {
        this.replication = replication;
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        TailQuestion question = TailFields.question(request.fields(), connection.remoteAddress().getAddress());
        reply.send(ResponseCode.SUCCESS, null, TailFields.answer(replication.apply(question)));
    }
}
