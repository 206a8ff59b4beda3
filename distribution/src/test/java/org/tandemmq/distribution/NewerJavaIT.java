/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.Brokers;
import org.tandemmq.distribution.process.OurBroker;

/** The packed product on Java 25, where one is installed beside the JVM of the build. */
class NewerJavaIT {
    @Test
    void shouldRunOnJava25() throws IOException {
        assumeFalse(Brokers.peer());
        Optional<Path> java = java25();
        if (java.isEmpty()) {
            System.out.println("NewerJavaIT left out: no Java 25 beside " + System.getProperty("java.home"));
        }
        assumeTrue(java.isPresent(), "no Java 25 installed");
        try (OurBroker broker = new OurBroker(BrokerSettings.inNewFolder("java25")).on(java.get())) {
            broker.start();
            assertThat(Files.readSymbolicLink(Path.of("/proc", Long.toString(broker.process().pid()), "exe"))
                .startsWith(java.get().toRealPath())).as("runs on " + java.get()).isTrue();
            StockClient client = SharedCluster.client(Variant.CURRENT_JSON, broker.nameServers());
            String topic = SharedCluster.name("newer");
            try (StockProducer producer = client.producer("producers");
                    StockConsumer consumer = client.push("readers", topic)) {
                assertThat(producer.send(topic, 0, 100, "mode=async")).allMatch(Sent::acknowledged);
                consumer.awaitEachOnce(0, 100);
            }
            broker.stop();
            assertThat(broker.process().log()).doesNotContain("WARNING: ");
        }
    }

    private static Optional<Path> java25() throws IOException {
        Path folder = Path.of(System.getProperty("java.home")).toRealPath().getParent();
        try (Stream<Path> siblings = Files.list(folder)) {
            return siblings.filter(NewerJavaIT::is25).findFirst();
        }
    }

    private static boolean is25(Path home) {
        Path release = home.resolve("release");
        try {
            return Files.exists(release) && Files.readString(release).contains("JAVA_VERSION=\"25");
        } catch (IOException e) {
            return false;
        }
    }
}
