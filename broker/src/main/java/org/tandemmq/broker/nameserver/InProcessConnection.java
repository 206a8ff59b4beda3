/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.RemotingCommand;

/** What stands for the socket between two parts of one process: open until it is closed, and never calls back. */
final class InProcessConnection implements Connection {

    private static final InetSocketAddress HERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final Map<Object, Object> attachments = new ConcurrentHashMap<>();
    private final List<Runnable> closeActions = new CopyOnWriteArrayList<>();
    private boolean closed;

    @Override
    public InetSocketAddress remoteAddress() {
        return HERE;
    }

    @Override
    public InetSocketAddress localAddress() {
        return HERE;
    }

    @Override
    public synchronized boolean isOpen() {
        return !closed;
    }

    @Override
    public CompletableFuture<RemotingCommand> call(int code, CommandHeader header, Payload payload, long timeoutMs) {
        return CompletableFuture.failedFuture(new RemotingException("nobody answers calls in this direction"));
    }

    @Override
    public void sendOneway(int code, CommandHeader header, Payload payload) {
        if (payload != null) {
            payload.close();
        }
    }

    @Override
    public void onClose(Runnable action) {
        boolean atOnce;
        synchronized (this) {
            atOnce = closed;
            if (!closed) {
                closeActions.add(action);
            }
        }
        if (atOnce) {
            action.run();
        }
    }

    @Override
    public void close(String reason) {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        closeActions.forEach(Runnable::run);
    }

    @Override
    public void attach(Object key, Object value) {
        if (value == null) {
            attachments.remove(key);
        } else {
            attachments.put(key, value);
        }
    }

    @Override
    public Object attachment(Object key) {
        return attachments.get(key);
    }
}
