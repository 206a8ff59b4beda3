/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting;

import java.util.concurrent.CompletableFuture;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.RemotingCommand;

/** Calls other servers by address; opens one connection per address on first use and again after a loss. */
public interface RemotingClient extends AutoCloseable {

    /**
     * Sends a request and gives the answer; connecting counts towards the timeout. Never blocks the caller.
     *
     * @param address {@code host:port}
     * @param code request code
     * @param header ext fields or null
     * @param payload body or null
     * @param timeoutMs milliseconds until the future fails with {@link RemotingTimeoutException}
     * @return the answer, its body a copy; fails with {@link RemotingException}
     */
    CompletableFuture<RemotingCommand> call(String address, int code, CommandHeader header, Payload payload,
                                            long timeoutMs);

    /**
     * Sends a one-way request; a failure is logged only.
     *
     * @param address {@code host:port}
     * @param code request code
     * @param header ext fields or null
     * @param payload body or null
     */
    void sendOneway(String address, int code, CommandHeader header, Payload payload);

    /** Closes all connections; calls under way fail with {@link RemotingException}. */
    @Override
    void close();
}
