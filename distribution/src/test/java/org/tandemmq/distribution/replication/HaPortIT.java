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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.process.ManagedProcess;
import org.tandemmq.distribution.process.Pair;
import org.tandemmq.distribution.process.Product;

/** Who else knocks at the replication port: nobody leaves anything behind, nobody gets a byte who may not. */
class HaPortIT {
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final int PROBES = 3_000;

    private static Pair pair;

    @BeforeAll
    static void start() {
        pair = new Pair("port", Product.OURS, Product.OURS);
        pair.masterSettings().with("haAllowedPeers", "127.0.0.1");
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
            for (int i = 0; i < PROBES; i++) {
                try (Socket probe = new Socket(InetAddress.getLoopbackAddress(), pair.master().haPort())) {
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
            stranger.connect(new InetSocketAddress("127.0.0.1", pair.master().haPort()), 5_000);
            stranger.setSoTimeout(10_000);
            assertThat(bytesUntilTheEnd(stranger)).isZero();
        }
        assertThat(pair.master().process().log()).contains("127.0.0.2").contains("not among haAllowedPeers");
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
            .producer(SharedCluster.name("port-producers"), "retries=0", "timeoutMs=4000");
    }

    private static void awaitAcknowledged(StockProducer producer) {
        Awaitility.await("an acknowledged message").atMost(WITHIN)
            .until(() -> producer.send("port", 1, 1).get(0).acknowledged());
    }
}
