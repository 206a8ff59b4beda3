/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.outer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.RemotingCommand;

/** A network in memory: addresses that answer, that refuse, and black holes that never answer. */
final class NetworkTwin implements RemotingClient {

    /** Every call as {@code address/code}. */
    final List<String> calls = new ArrayList<>();
    private final Map<String, RemotingClient> reachable = new HashMap<>();
    private final Set<String> blackHoles = new HashSet<>();

    void put(String address, RemotingClient behind) {
        reachable.put(address, behind);
        blackHoles.remove(address);
    }

    /** The process at an address ends; its connections are closed. */
    void kill(String address) {
        RemotingClient behind = reachable.remove(address);
        if (behind != null) {
            behind.close();
        }
    }

    void swallow(String address) {
        blackHoles.add(address);
    }

    @Override
    public CompletableFuture<RemotingCommand> call(String address, int code, CommandHeader header, Payload payload,
                                                   long timeoutMs) {
        calls.add(address + "/" + code);
        if (blackHoles.contains(address)) {
            return new CompletableFuture<>();
        }
        RemotingClient behind = reachable.get(address);
        return behind == null ? CompletableFuture.failedFuture(new RemotingException(address + " refuses"))
            : behind.call(address, code, header, payload, timeoutMs);
    }

    @Override
    public void sendOneway(String address, int code, CommandHeader header, Payload payload) {
        call(address, code, header, payload, 0);
    }

    @Override
    public void close() {
        reachable.clear();
    }
}
