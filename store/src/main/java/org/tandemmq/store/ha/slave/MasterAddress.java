/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.slave;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/**
 * Where the master's replication port is: set by whoever hears of it, from any thread, and looked up anew for every
 * attempt, away from the replication thread.
 */
public final class MasterAddress {

    private final Executor lookups;
    private volatile Runnable onChange = () -> { };
    private volatile String text;

    /**
     * Creates the address.
     *
     * @param text host and port as in {@code 10.0.0.1:10912}; empty when unknown
     * @param lookups runs look-ups of names, which may take seconds
     */
    public MasterAddress(String text, Executor lookups) {
        this.text = text == null ? "" : text.trim();
        this.lookups = lookups;
    }

    /**
     * Whom to tell about a change.
     *
     * @param waker ends the rest of the replication thread
     */
    public void onChange(Runnable waker) {
        onChange = waker;
    }

    /**
     * Follows another address.
     *
     * @param hostAndPort host and port; empty or null for none
     */
    public void follow(String hostAndPort) {
        String trimmed = hostAndPort == null ? "" : hostAndPort.trim();
        if (!trimmed.equals(text)) {
            text = trimmed;
            onChange.run();
        }
    }

    /** Host and port; empty when unknown. */
    public String text() {
        return text;
    }

    /**
     * Looks an address up.
     *
     * @param hostAndPort host and port
     * @return the address; fails with {@link UnknownHostException} or {@link IllegalArgumentException}
     */
    CompletableFuture<InetSocketAddress> lookUp(String hostAndPort) {
        int colon = hostAndPort.lastIndexOf(':');
        if (colon <= 0 || !hostAndPort.substring(colon + 1).matches("[0-9]{1,5}")) {
            return CompletableFuture.failedFuture(
                new IllegalArgumentException("'" + hostAndPort + "' is not host:port"));
        }
        String host = hostAndPort.substring(0, colon);
        int port = Integer.parseInt(hostAndPort.substring(colon + 1));
        boolean literal = host.matches("[0-9.]+") || host.indexOf(':') >= 0;
        return CompletableFuture.supplyAsync(() -> resolve(host, port), literal ? Runnable::run : lookups);
    }

    private static InetSocketAddress resolve(String host, int port) {
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException e) {
            throw new CompletionException(e);
        }
    }
}
