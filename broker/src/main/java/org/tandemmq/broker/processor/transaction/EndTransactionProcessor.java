/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.transaction;

import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.transaction.TransactionEndings;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.LogLimit;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.header.EndTransactionRequestHeader;

/**
 * END_TRANSACTION (37): commit and rollback are carried out, "unknown" gets no answer at all (wire-protocol 2.8), and a
 * value that means nothing is refused. Runs on the reader pool, since the half record may be on disk.
 */
public final class EndTransactionProcessor implements RequestProcessor {

    private static final Logger log = LoggerFactory.getLogger(EndTransactionProcessor.class);

    private final TransactionEndings endings;
    private final BooleanSupplier isSlave;
    private final LogLimit notEnded = new LogLimit(System::nanoTime);

    /**
     * Creates the processor.
     *
     * @param endings commits and rolls back
     * @param isSlave whether this broker is a slave just now
     */
    public EndTransactionProcessor(TransactionEndings endings, BooleanSupplier isSlave) {
        this.endings = endings;
        this.isSlave = isSlave;
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        if (isSlave.getAsBoolean()) {
            reply.send(ResponseCode.SLAVE_NOT_AVAILABLE, "this broker is a slave: transactions end on its master");
            return;
        }
        EndTransactionRequestHeader header = EndTransactionRequestHeader.read(request.fields());
        boolean decided = header.commitOrRollback() == EndTransactionRequestHeader.COMMIT
            || header.commitOrRollback() == EndTransactionRequestHeader.ROLLBACK;
        if (header.commitOrRollback() == EndTransactionRequestHeader.UNKNOWN) {
            reply.drop();
            return;
        }
        if (!decided) {
            reply.send(ResponseCode.SYSTEM_ERROR, "commitOrRollback " + header.commitOrRollback() + " is none of 0, 8 "
                + "and 12");
            return;
        }
        endings.end(header).whenComplete((ended, failure) -> {
            TransactionEndings.Outcome result = failure == null ? ended
                : new TransactionEndings.Outcome(ResponseCode.SYSTEM_ERROR,
                    "ending the transaction failed: " + failure);
            if (result.code() != ResponseCode.SUCCESS && notEnded.permits()) {
                log.warn("transaction of {} with half message at position {} not ended for {}: {}{}",
                    header.producerGroup(), header.commitLogOffset(), connection.remoteAddress(), result.remark(),
                    notEnded.suppressed());
            }
            reply.send(result.code(), result.remark());
        });
    }
}
