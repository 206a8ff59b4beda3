/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.RemotingCommand;

/** One accepted or opened connection. All methods may be called from any thread; equality is identity. */
public interface Connection {

    /** Address of the peer. */
    InetSocketAddress remoteAddress();

    /** Our own end of the socket. */
    InetSocketAddress localAddress();

    /** Whether the socket is still open. */
    boolean isOpen();

    /**
     * Sends a request and gives the answer. The answer's body is a copy and stays valid.
     *
     * @param code request code
     * @param header ext fields or null
     * @param payload body or null
     * @param timeoutMs milliseconds until the future fails with {@link RemotingTimeoutException}
     * @return the answer; fails with {@link RemotingException} when the connection is lost
     */
    CompletableFuture<RemotingCommand> call(int code, CommandHeader header, Payload payload, long timeoutMs);

    /**
     * Sends a one-way request; dropped when the connection is closed or its unsent bytes are above the limit.
     *
     * @param code request code
     * @param header ext fields or null
     * @param payload body or null
     */
    void sendOneway(int code, CommandHeader header, Payload payload);

    /**
     * Sends a one-way request that is to arrive however slowly the other side reads: it waits behind what is unsent. A
     * few of a connection may wait like that, more are dropped.
     *
     * @param code request code
     * @param header ext fields or null
     * @param payload body or null
     * @return whether it is on its way; false when the connection is closed or too many wait
     */
    default boolean deliver(int code, CommandHeader header, Payload payload) {
        sendOneway(code, header, payload);
        return isOpen();
    }

    /**
     * Registers what happens once after the connection was closed, for whatever reason.
     *
     * @param action runs on the event loop; at once if it is closed already
     */
    void onClose(Runnable action);

    /**
     * Runs work on the connection's event loop, where answers are written without a further hand-over.
     *
     * @param work short, never waits
     * @throws java.util.concurrent.RejectedExecutionException when the event loop has ended
     */
    default void execute(Runnable work) {
        work.run();
    }

    /**
     * Closes the connection.
     *
     * @param reason told in the log
     */
    void close(String reason);

    /**
     * Keeps one value per key with the connection, for state whose life is the connection's.
     *
     * @param key identity of the attachment
     * @param value the value, null removes it
     */
    void attach(Object key, Object value);

    /**
     * Value kept by {@link #attach}.
     *
     * @param key identity of the attachment
     * @return the value or null
     */
    Object attachment(Object key);
}
