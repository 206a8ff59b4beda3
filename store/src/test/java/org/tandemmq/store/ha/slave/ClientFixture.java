/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.slave;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.ha.HaChannel;
import org.tandemmq.store.ha.HaStatus;
import org.tandemmq.store.ha.history.HistoryRepair;
import org.tandemmq.store.ha.history.TailAnswer;
import org.tandemmq.store.ha.history.TailConfirmation;
import org.tandemmq.store.ha.history.TailDump;
import org.tandemmq.store.ha.history.TailQuestion;
import org.tandemmq.store.ha.sim.MemoryLog;
import org.tandemmq.store.ha.sim.ScriptedChannel;

/** A slave's side on a scripted channel; the clock is moved by hand. */
abstract class ClientFixture {

    @TempDir
    private Path dumps;

    final MemoryLog log = new MemoryLog(4_096);
    final MasterAddress address = new MasterAddress("", Runnable::run);
    final List<InetSocketAddress> attempts = new ArrayList<>();
    final Random random = new Random(9);
    TailConfirmation confirmation = question -> CompletableFuture.completedFuture(
        new TailAnswer(TailAnswer.Verdict.SAME, 0, 1 << 20, "same"));
    HaConfig.Resolution resolution = new HaConfig.Resolution(false, false, false);
    ScriptedChannel channel;
    boolean refuse;
    long first;
    long nowMs = 1_000;
    HaClient client;

    final void start() {
        HaConnector connector = new HaConnector() {
            @Override
            public HaChannel connect(InetSocketAddress peer) throws IOException {
                attempts.add(peer);
                if (refuse) {
                    throw new IOException("Connection refused");
                }
                channel = new ScriptedChannel(peer.getHostString(), peer.getPort());
                return channel;
            }

            @Override
            public void poll() {
                // always ready
            }

            @Override
            public void close() {
                // owns nothing
            }
        };
        client = new HaClient(log, HaConfig.defaults(0).timing(), address, connector, asks(),
            new HistoryRepair(resolution, new TailDump(dumps)), () -> 1_700_000_000_000L);
    }

    TailConfirmation asks() {
        return new TailConfirmation() {
            @Override
            public CompletableFuture<TailAnswer> ask(TailQuestion question) {
                return confirmation.ask(question);
            }

            @Override
            public CompletableFuture<Long> firstPosition(int segmentBytes) {
                return CompletableFuture.completedFuture(first);
            }
        };
    }

    final void work(int times) {
        for (int i = 0; i < times; i++) {
            client.doWork(nowMs);
        }
    }

    final HaStatus.Client pass(long ms) {
        nowMs += ms;
        work(6);
        nowMs += 201;
        work(1);
        return client.status().client();
    }
}
