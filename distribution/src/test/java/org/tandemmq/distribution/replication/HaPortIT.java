/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.net.TcpTable;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.ManagedProcess;
import org.tandemmq.distribution.process.Pair;
import org.tandemmq.distribution.process.Product;

/** Who else knocks at the replication port: nobody leaves anything behind, nobody gets a byte who may not. */
class HaPortIT {
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final int PROBES = 3_000;
    private static final int HOUSEKEEPING_MS = 6_000;
    private static final Duration IDLE = Duration.ofMillis(2 * HOUSEKEEPING_MS);

    private static Pair pair;

    @BeforeAll
    static void start() {
        pair = new Pair("port", Product.OURS, Product.OURS);
        pair.masterSettings().with("haAllowedPeers", "127.0.0.1").with("haTransferBatchSize", 1_024);
        for (BrokerSettings settings : List.of(pair.masterSettings(), pair.slaveSettings())) {
            settings.with("haSendHeartbeatInterval", 500).with("haHousekeepingInterval", HOUSEKEEPING_MS);
        }
        pair.startMaster().startSlave();
    }

    @AfterAll
    static void stop() {
        pair.close();
    }

    @Test
    void shouldForgetProbes() throws IOException {
        try (StockProducer producer = producer()) {
            awaitAcknowledged(producer);
            ManagedProcess master = pair.master().process();
            long threads = master.threads();
            long sockets = master.sockets();
            byte[] text = "what is this, please".getBytes(StandardCharsets.US_ASCII);
            int port = pair.master().port();
            for (int i = 0; i < PROBES; i++) {
                // slaves' port half of the time, clients' port and the one of the VIP channel
                int probed = i % 2 == 0 ? pair.master().haPort() : i % 4 == 1 ? port : port - 2;
                try (Socket probe = new Socket(InetAddress.getLoopbackAddress(), probed)) {
                    if (i % 3 == 1) {
                        probe.setSoLinger(true, 0);
                    } else if (i % 3 == 2) {
                        probe.getOutputStream().write(text);
                    }
                }
            }
            awaitAcknowledged(producer);
            Awaitility.await("threads and sockets as before").atMost(WITHIN)
                .until(() -> master.threads() <= threads + 2 && master.sockets() <= sockets + 4);
            assertThat(master.log().lines().filter(line -> line.contains("turned away")).count())
                .as("log lines about probes").isLessThan(10);
            pair.awaitEqualLogs();
        }
    }

    @Test
    void shouldGiveNoByteToAStrangersAddress() throws IOException {
        try (StockProducer producer = producer()) {
            awaitAcknowledged(producer);
        }
        try (Socket stranger = new Socket()) {
            stranger.bind(new InetSocketAddress("127.0.0.2", 0));
            stranger.connect(new InetSocketAddress("127.0.0.1", pair.master().haPort()), 20_000);
            stranger.setSoTimeout(20_000);
            assertThat(bytesUntilTheEnd(stranger)).isZero();
        }
        assertThat(pair.master().process().log()).contains("127.0.0.2").contains("not among haAllowedPeers");
    }

    @Test
    void shouldKeepTheConnectionWithoutTraffic() {
        try (StockProducer producer = producer()) {
            awaitAcknowledged(producer);
        }
        TcpTable table = new TcpTable(pair.master().process().pid());
        Set<String> before = table.established(pair.master().haPort());
        assertThat(before).as("both ends of one connection").hasSize(2);
        int masterLines = replicationLines(pair.master());
        int slaveLines = replicationLines(pair.slave());
        Awaitility.await("the same connection all the time").during(IDLE).atMost(IDLE.plusSeconds(30))
            .until(() -> table.established(pair.master().haPort()).equals(before));
        assertThat(replicationLines(pair.master())).isEqualTo(masterLines);
        assertThat(replicationLines(pair.slave())).isEqualTo(slaveLines);
    }

    private static int replicationLines(Broker broker) {
        return (int) broker.process().log().lines()
            .filter(line -> line.contains("Slave ") || line.contains("Replication from")).count();
    }

    /** Frames of 1 KiB: the largest body takes thousands of them, and one wait. */
    @Test
    void shouldSayOkForEverySizeInSmallFrames() {
        try (StockProducer producer = producer()) {
            awaitAcknowledged(producer);
            for (int size : new int[] {1, 1_000, 1_100, 100_000, 200_000, 1_000_000, 3_900_000}) {
                assertThat(producer.send("port", size, 1, "size=" + size)).allMatch(Sent::acknowledged);
            }
            pair.awaitEqualLogs();
        }
    }

    private static int bytesUntilTheEnd(Socket socket) {
        try {
            socket.getOutputStream().write(new byte[8]);
            return socket.getInputStream().readAllBytes().length;
        } catch (IOException reset) {
            assertThat(reset).hasMessageMatching("(?i).*(reset|broken pipe).*");
            return 0;
        }
    }

    private static StockProducer producer() {
        return SharedCluster.client(Variant.PREVIOUS_JSON, pair.nameServers())
            .producer(SharedCluster.name("port-producers"), "retries=0", "timeoutMs=25000");
    }

    private static void awaitAcknowledged(StockProducer producer) {
        Awaitility.await("an acknowledged message").atMost(WITHIN)
            .until(() -> producer.send("port", 1, 1).get(0).acknowledged());
    }
}
