/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.OurBroker;
import org.tandemmq.distribution.process.Pair;
import org.tandemmq.distribution.process.Product;

/** A master that registers a replication address at which it does not listen, and that listens on one address only. */
class HaAddressIT {
    private static final Duration NAMED_WITHIN = Duration.ofSeconds(20);
    private static final Duration WITHIN = Duration.ofSeconds(40);
    private static final String MASTER_HOST = "127.0.0.3";
    /** Where nobody listens; an address beyond this machine may be answered by whatever watches its network. */
    private static final String UNREACHABLE = "127.0.0.4";
    private static final int RUNTIME_INFO = 28;

    @Test
    void shouldNameAddressAndErrorAndTakeTheAddressOfTheSettings() {
        Pair pair = new Pair("address", Product.OURS, Product.OURS);
        pair.masterSettings().with("brokerIP1", MASTER_HOST).with("brokerIP2", UNREACHABLE)
            .with("bindAddress", MASTER_HOST);
        try (pair) {
            pair.startMaster();
            String told = UNREACHABLE + ":" + pair.master().haPort();
            try (Broker lost = new OurBroker(pair.slaveSettings(), pair.nameServers());
                    StockProducer producer = producer(pair)) {
                lost.start();
                Pattern line = Pattern.compile("Replication from " + told + ": .* waiting \\d+ ms: \\S+");
                Awaitility.await("the slave's log to name address and error").atMost(NAMED_WITHIN)
                    .until(() -> line.matcher(lost.process().log()).find());
                Awaitility.await("the slave's status to name address and error").atMost(NAMED_WITHIN)
                    .until(() -> info(lost, pair).contains("\"haMasterAddress\":\"" + told + "\"")
                        && info(lost, pair).matches("(?s).*\"haReason\":\"[^\"]*refused[^\"]*\".*"));
                assertThat(info(pair.master(), pair)).contains("no slave connected");
                assertThat(producer.send("address", 0, 1).get(0).status()).isEqualTo("SLAVE_NOT_AVAILABLE");
                Awaitility.await("the slave to say that it lacks that message").atMost(WITHIN).until(() ->
                    info(lost, pair).matches("(?s).*\"readyForTakeover\":\"no because of the log: [0-9]+ bytes.*"));
            }
            pair.slaveSettings().with("haMasterAddress", MASTER_HOST + ":" + pair.master().haPort());
            pair.startSlave();
            try (StockProducer producer = producer(pair)) {
                Awaitility.await("a slave that counts").atMost(WITHIN)
                    .until(() -> producer.send("address", 1, 1).get(0).acknowledged());
            }
            assertThatThrownBy(() -> connect(pair.master().haPort())).as("another address of the machine")
                .isInstanceOf(IOException.class);
        }
    }

    private static void connect(int port) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            assertThat(socket.isConnected()).isTrue();
        }
    }

    private static String info(Broker broker, Pair pair) {
        return new RawAdmin(broker.address(), pair.nameServers()).ask(RawFrame.request(RUNTIME_INFO)).bodyText();
    }

    private static StockProducer producer(Pair pair) {
        return SharedCluster.client(Variant.PREVIOUS_JSON, pair.nameServers())
            .producer(SharedCluster.name("address-producers"), "retries=0", "timeoutMs=25000");
    }
}
