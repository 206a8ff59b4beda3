/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting;

import java.util.concurrent.Executor;

/** A listening port and the processors behind it. */
public interface RemotingServer extends AutoCloseable {

    /**
     * Sets the processor of a code; before {@link #start} only.
     *
     * @param code request code
     * @param processor carries out the requests
     * @param executor runs the processor; null runs it on the event loop. When the executor rejects, the request is
     *     answered with code 2 and the remark [OVERLOAD], with the limit
     */
    void register(int code, RequestProcessor processor, Executor executor);

    /**
     * Sets a listener of accepted and closed connections; before {@link #start} only.
     *
     * @param listener told on the connection's event loop
     */
    void onConnections(ConnectionListener listener);

    /**
     * Does something once for all requests that an event loop has read together, after the last of them. Asked for by
     * processors; any thread.
     *
     * @param work quick, must not throw; the same object each time
     * @return false where it will not be done: on a thread that is not just carrying out what it has read
     */
    default boolean afterRequests(Runnable work) {
        return false;
    }

    /** Binds the port and begins to accept; throws {@link RemotingException} that names the port when it is taken. */
    void start();

    /** The port that was bound; useful where 0 was asked for. */
    int port();

    /** Stops accepting, answers what is under way, closes all connections. Bounded in time. */
    @Override
    void close();
}
