/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.store.config.AllowedPeers;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.ha.history.HistoryRepair;
import org.tandemmq.store.ha.history.HistoryWitness;
import org.tandemmq.store.ha.history.TailConfirmation;
import org.tandemmq.store.ha.history.TailDump;
import org.tandemmq.store.ha.master.HaService;
import org.tandemmq.store.ha.master.ReplicatedCopies;
import org.tandemmq.store.ha.sim.MemoryLog;
import org.tandemmq.store.ha.slave.HaClient;
import org.tandemmq.store.ha.slave.MasterAddress;

/** A master and slaves over real sockets, all driven by the test's own thread. */
class SocketPairTest {

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @TempDir
    private Path dumps;

    private final Random random = new Random(6);
    private final MemoryLog masterLog = new MemoryLog(1 << 20);
    private final HaConfig config = HaConfig.defaults(0);
    private long replicated = -1;
    private final ReplicatedCopies copies = new ReplicatedCopies(config.copies(), config.fallBehindMaxBytes(),
        position -> replicated = position);
    private final HaSelector masterSelector = new HaSelector();
    private final HaService service = new HaService(masterLog, HaService.Limits.of(config), copies, () -> 1);
    private final HaListener listener = listener(List.of());
    private final HaSelector slaveSelector = new HaSelector();
    private final MemoryLog slaveLog = new MemoryLog(1 << 20);
    private HaClient client;

    private HaListener listener(List<String> allowed) {
        return new HaListener(new InetSocketAddress(LOOPBACK, 0), masterSelector,
            new AllowedPeers("peers", allowed), service);
    }

    private void startClient() {
        TailConfirmation confirmation = question -> CompletableFuture.completedFuture(
            new HistoryWitness(masterLog).answer(question));
        client = new HaClient(slaveLog, config.timing(),
            new MasterAddress("127.0.0.1:" + listener.address().getPort(), Runnable::run),
            new SocketConnector(slaveSelector), confirmation,
            new HistoryRepair(config.resolution(), new TailDump(dumps)), () -> 1);
    }

    /** Drives both sides until something holds; real sockets take real time, but no step here waits. */
    private void until(BooleanSupplier done) {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!done.getAsBoolean()) {
            long nowMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
            int work = listener.doWork(nowMs) + (client == null ? 0 : client.doWork(nowMs));
            if (work == 0) {
                masterSelector.prepareToRest();
                masterSelector.rest(TimeUnit.MILLISECONDS.toNanos(1));
            }
            assertThat(System.nanoTime()).as("master %s%nslave %s", service.status(),
                client == null ? "none" : client.status()).isLessThan(limit);
        }
    }

    @AfterEach
    void close() {
        if (client != null) {
            client.close();
        }
        listener.close();
    }

    @Test
    void shouldCopyALogOfSeveralSegmentsAndGoOnLive() {
        while (masterLog.endPosition() < 5_000_000) {
            masterLog.appendRecord(random.nextInt(60_000), 1, random);
        }
        startClient();
        until(() -> slaveLog.endPosition() == masterLog.endPosition() && replicated == masterLog.endPosition());
        for (int i = 0; i < 50; i++) {
            masterLog.appendRecord(random.nextInt(2_000), 2, random);
            until(() -> replicated == masterLog.endPosition());
        }
        assertThat(slaveLog.firstDifference(masterLog)).isEqualTo(-1);
        assertThat(slaveLog.endPosition()).isEqualTo(masterLog.endPosition());
    }

    @Test
    void shouldComeBackAfterTheMasterDroppedEverything() {
        masterLog.appendRecord(1_000, 1, random);
        startClient();
        until(() -> replicated == masterLog.endPosition());
        service.close();
        masterLog.appendRecord(1_000, 2, random);
        until(() -> replicated == masterLog.endPosition());
        assertThat(slaveLog.firstDifference(masterLog)).isEqualTo(-1);
    }

    @Test
    void shouldGiveNoByteToAPeerThatIsNotAllowed() throws IOException {
        listener.close();
        HaSelector selector = new HaSelector();
        HaService other = new HaService(masterLog, HaService.Limits.of(config), copies, () -> 1);
        masterLog.appendRecord(1_000, 1, random);
        try (HaListener closedTo = new HaListener(new InetSocketAddress(LOOPBACK, 0), selector,
            new AllowedPeers("peers", List.of("203.0.113.0/24")), other);
            Socket stranger = new Socket(LOOPBACK, closedTo.address().getPort())) {
            stranger.getOutputStream().write(new byte[8]);
            stranger.setSoTimeout(5_000);
            for (int i = 0; i < 300 && other.status().refused().isEmpty(); i++) {
                selector.prepareToRest();
                selector.rest(TimeUnit.MILLISECONDS.toNanos(10));
                closedTo.doWork(1_000L * i);
            }
            assertThat(other.status().refused()).hasSize(1);
            assertThat(readToEnd(stranger)).isZero();
        }
    }

    private static int readToEnd(Socket socket) {
        try {
            return socket.getInputStream().readAllBytes().length;
        } catch (IOException reset) {
            return reset.getMessage() == null ? -1 : 0;
        }
    }

    @Test
    void shouldLeaveNothingBehindOfProbes() throws IOException {
        startClient();
        until(() -> client.status().client() != null && client.status().client().isActivated());
        for (int i = 0; i < 300; i++) {
            try (Socket probe = new Socket(LOOPBACK, listener.address().getPort())) {
                OutputStream out = probe.getOutputStream();
                if (i % 3 == 1) {
                    out.write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                } else if (i % 3 == 2) {
                    out.write(ByteBuffer.allocate(8).putLong(Long.MAX_VALUE).array());
                    probe.setSoLinger(true, 0);
                }
            }
            long nowMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
            listener.doWork(nowMs);
        }
        masterLog.appendRecord(500, 1, random);
        until(() -> service.status().slaves().size() == 1 && replicated == masterLog.endPosition());
        assertThat(service.status().slaves().get(0).state()).isEqualTo("in step");
    }
}
