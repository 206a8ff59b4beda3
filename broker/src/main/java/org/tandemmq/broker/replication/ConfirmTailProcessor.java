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

    private final String brokerName;
    private final Function<TailQuestion, TailAnswer> replication;

    /**
     * Creates the processor.
     *
     * @param brokerName our name: a slave of another name has nothing to do with our log
     * @param replication compares with the log
     */
    public ConfirmTailProcessor(String brokerName, Function<TailQuestion, TailAnswer> replication) {
        this.brokerName = brokerName;
        this.replication = replication;
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        String asking = request.fields().required("brokerName");
        if (!asking.equals(brokerName)) {
            reply.send(ResponseCode.SYSTEM_ERROR, "this is broker " + brokerName + ", the slave is of " + asking);
            return;
        }
        TailQuestion question = TailFields.question(request.fields(), connection.remoteAddress().getAddress());
        reply.send(ResponseCode.SUCCESS, null, TailFields.answer(replication.apply(question)));
    }
}
