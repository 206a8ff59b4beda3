/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.ha.HaChannel;
import org.tandemmq.store.ha.history.HistoryRepair;
import org.tandemmq.store.ha.history.HistoryWitness;
import org.tandemmq.store.ha.history.TailDump;
import org.tandemmq.store.ha.master.HaService;
import org.tandemmq.store.ha.master.ReplicatedCopies;
import org.tandemmq.store.ha.slave.HaClient;
import org.tandemmq.store.ha.slave.HaConnector;
import org.tandemmq.store.ha.slave.MasterAddress;

/** A pair over which hours pass: heartbeats alone keep the one connection, and little else happens. */
class IdlePairTest {

    private static final long HOURS = 3;

    private final Random random = new Random(5);
    private final MemoryLog masterLog = new MemoryLog(8_192);
    private final MemoryLog slaveLog = new MemoryLog(8_192);
    private final SimNetwork network = new SimNetwork(random);
    private HaService master;
    private HaClient slave;
    private long nowMs = 5_000;
    private int connects;
    private int questions;

    @BeforeEach
    void pair(@TempDir Path dumps) {
        network.heal();
        HaConfig config = HaConfig.defaults(10912);
        ReplicatedCopies copies = new ReplicatedCopies(config.copies(), config.fallBehindMaxBytes(), position -> { });
        master = new HaService(masterLog, HaService.Limits.of(config), copies, () -> nowMs);
        network.listener(channel -> master.accept(channel, nowMs));
        slave = new HaClient(slaveLog, config.timing(), new MasterAddress("10.0.0.1:10912", Runnable::run), counting(),
            question -> {
                questions++;
                return CompletableFuture.completedFuture(new HistoryWitness(masterLog).answer(question));
            }, new HistoryRepair(config.resolution(), new TailDump(dumps)), () -> nowMs);
        masterLog.appendRecord(100, 1, random);
        pass(1_000, 50);
        assertThat(slaveLog.endPosition()).isEqualTo(masterLog.endPosition());
    }

    private HaConnector counting() {
        HaConnector connector = network.connector("10.0.0.2");
        return new HaConnector() {
            @Override
            public HaChannel connect(InetSocketAddress peer) throws IOException {
                connects++;
                return connector.connect(peer);
            }

            @Override
            public void poll() {
                connector.poll();
            }

            @Override
            public void close() {
                connector.close();
            }
        };
    }

    private void pass(long ms, long stepMs) {
        for (long end = nowMs + ms; nowMs < end; nowMs += stepMs) {
            master.doWork(nowMs);
            slave.doWork(nowMs);
        }
    }

    /** Steps stand for how seldom a thread gets to run on a busy machine. */
    @ParameterizedTest
    @ValueSource(longs = {20, 250, 4_000, 9_000})
    void shouldKeepItsConnectionWithoutTraffic(long stepMs) {
        pass(TimeUnit.HOURS.toMillis(HOURS), stepMs);
        assertThat(connects).isEqualTo(1);
        assertThat(slave.status().client().state()).isEqualTo("following");
        assertThat(master.status().slaves()).singleElement()
            .satisfies(seen -> assertThat(seen.state()).isEqualTo("in step"));
        assertThat(questions).as("one each 15 s at most").isLessThanOrEqualTo((int) HOURS * 240 + 2);
    }

    @Test
    void shouldKeepItsConnectionWithTrafficFromTheMasterOnly() {
        for (int second = 0; second < HOURS * 3_600; second++) {
            masterLog.appendRecord(random.nextInt(300), nowMs, random);
            if (second % 600 == 0) {
                masterLog.expireOldest();
                slaveLog.expireOldest();
            }
            pass(1_000, 250);
            assertThat(slaveLog.endPosition()).isEqualTo(masterLog.endPosition());
        }
        assertThat(connects).isEqualTo(1);
        assertThat(questions).as("none while data come").isLessThan(3);
    }

    /** Whoever sleeps longer than the limit is dropped, and back at once. */
    @Test
    void shouldComeBackAfterTheMachineSlept() {
        nowMs += TimeUnit.HOURS.toMillis(8);
        masterLog.appendRecord(300, nowMs, random);
        pass(10_000, 100);
        assertThat(connects).isEqualTo(2);
        assertThat(slaveLog.endPosition()).isEqualTo(masterLog.endPosition());
        assertThat(slave.status().client().state()).isEqualTo("following");
    }
}
