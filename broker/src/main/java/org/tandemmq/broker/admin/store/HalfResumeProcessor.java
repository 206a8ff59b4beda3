/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.store;

import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.admin.AdminProcessor;
import org.tandemmq.broker.admin.Answers;
import org.tandemmq.broker.admin.MessageIds;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.broker.transaction.HalfMessages;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.NewMessage;
import org.tandemmq.store.PutResult;

/**
 * Asks about a transaction again from the beginning: code 323 (nameserver-and-admin 3.10). For half messages that were
 * given up, and for those that wait: the message is appended to the half topic with no question counted.
 */
public final class HalfResumeProcessor extends AdminProcessor {

    private static final Logger log = LoggerFactory.getLogger(HalfResumeProcessor.class);

    /**
     * Creates the processor.
     *
     * @param halves finds the half message
     * @param store takes it again
     * @param isSlave whether this broker is a slave just now
     */
    public HalfResumeProcessor(HalfMessages halves, MessageStore store, BooleanSupplier isSlave) {
        super(Map.of(RequestCode.RESUME_CHECK_HALF_MESSAGE, (request, reply) -> {
            if (isSlave.getAsBoolean()) {
                throw new RefusedException(ResponseCode.SYSTEM_ERROR, "this broker is a slave: its master asks about "
                    + "transactions");
            }
            resume(halves, store, request, reply);
        }));
    }

    private static void resume(HalfMessages halves, MessageStore store, RemotingCommand request, Reply reply) {
        String id = request.fields().required("msgId");
        Optional<NewMessage> resumed = halves.resumed(MessageIds.position(id));
        if (resumed.isEmpty()) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "no half message, open or given up, begins where id "
                + id + " says");
        }
        PutResult put = store.put(resumed.get(), AckPolicy.APPEND_ONLY).join();
        if (!put.status().isStored()) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "half message " + id + " can't be appended again: "
                + put.reason());
        }
        log.info("half message {} is asked about again, now at position {}", id, put.position());
        Answers.done(reply);
    }
}
