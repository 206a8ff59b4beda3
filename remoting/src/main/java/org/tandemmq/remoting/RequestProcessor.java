/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting;

import org.tandemmq.remoting.protocol.RemotingCommand;

/**
 * Carries out the requests of the codes it is registered for. Runs on the connection's event loop or, where registered
 * with an executor, on one of its threads. It never waits: what takes longer keeps the {@link Reply} and uses it later.
 * An exception that leaves {@link #process} becomes code 1 with its text as remark.
 */
public interface RequestProcessor {

    /**
     * Carries out one request.
     *
     * @param connection where the request came from
     * @param request the request; its fields and body are valid until this method returns
     * @param reply used exactly once, now or later, from any thread
     */
    void process(Connection connection, RemotingCommand request, Reply reply);
}
