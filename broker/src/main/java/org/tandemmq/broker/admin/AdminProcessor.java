/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin;

import java.util.Map;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.ResponseCode;

/**
 * Carries out admin requests of one subject. Runs on the admin thread, the only one that changes tables on a master.
 * Every answer of a subject is a {@link Task} under its request code.
 */
public abstract class AdminProcessor implements RequestProcessor {

    /** What is done for one request code. */
    protected interface Task {

        /**
         * Carries out the request and answers it.
         *
         * @param request the request, valid until this returns
         * @param reply used once
         * @throws RefusedException to answer with its code and text
         */
        void run(RemotingCommand request, Reply reply);
    }

    private final Map<Integer, Task> tasks;

    /**
     * Creates the processor.
     *
     * @param tasks request code to task
     */
    protected AdminProcessor(Map<Integer, Task> tasks) {
        this.tasks = Map.copyOf(tasks);
    }

    /** Request codes that are answered here. */
    public final Iterable<Integer> codes() {
        return tasks.keySet();
    }

    @Override
    public final void process(Connection connection, RemotingCommand request, Reply reply) {
        Task task = tasks.get(request.code());
        if (task == null) {
            reply.send(ResponseCode.REQUEST_CODE_NOT_SUPPORTED, "request code " + request.code() + " is not supported");
            return;
        }
        try {
            task.run(request, reply);
        } catch (RefusedException refused) {
            reply.send(refused.code(), refused.getMessage());
        }
    }
}
