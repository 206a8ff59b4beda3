/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.RemotingCommand;

/** A connection that exists in memory only; it remembers what was sent to the client. */
public final class ConnectionTwin implements Connection {

    /** Codes of the one-way requests sent to the client. */
    public final List<Integer> notices = new ArrayList<>();
    /** Codes of the requests that the client was to answer. */
    public final List<Integer> questions = new ArrayList<>();
    /** The client's answer to all of them, open until a test completes it. */
    public final CompletableFuture<RemotingCommand> answer = new CompletableFuture<>();
    /** Why it was closed, null while it is open. */
    public String closeReason;

    /** Takes what is to run on the event loop; at once unless it is replaced. */
    public Executor eventLoop = Runnable::run;

    private final Map<Object, Object> attachments = new HashMap<>();
    private final InetSocketAddress peer;
    private final InetSocketAddress local;

    /** A connection from 10.0.0.9. */
    public ConnectionTwin() {
        this(new InetSocketAddress("10.0.0.9", 4711), new InetSocketAddress("10.0.0.9", 4711));
    }

    /**
     * A connection.
     *
     * @param peer its other end
     * @param local its end here
     */
    public ConnectionTwin(InetSocketAddress peer, InetSocketAddress local) {
        this.peer = peer;
        this.local = local;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return peer;
    }

    @Override
    public InetSocketAddress localAddress() {
        return local;
    }

    @Override
    public boolean isOpen() {
        return closeReason == null;
    }

    @Override
    public CompletableFuture<RemotingCommand> call(int code, CommandHeader header, Payload payload, long timeoutMs) {
        questions.add(code);
        if (payload != null) {
            payload.close();
        }
        return answer;
    }

    @Override
    public void sendOneway(int code, CommandHeader header, Payload payload) {
        notices.add(code);
    }

    @Override
    public void onClose(Runnable action) {
        throw new UnsupportedOperationException("onClose");
    }

    @Override
    public void execute(Runnable work) {
        eventLoop.execute(work);
    }

    @Override
    public void close(String reason) {
        closeReason = reason;
    }

    @Override
    public void attach(Object key, Object value) {
        attachments.put(key, value);
    }

    @Override
    public Object attachment(Object key) {
        return attachments.get(key);
    }
}
