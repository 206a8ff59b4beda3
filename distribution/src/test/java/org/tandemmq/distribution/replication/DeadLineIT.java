/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.driver.Line;
import org.tandemmq.distribution.net.NetworkNamespace;
import org.tandemmq.distribution.net.TcpTable;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.LogFolder;
import org.tandemmq.distribution.process.OurBroker;

/**
 * Master and slave in two networks, and the line between them dies under load without a farewell: no RST, no FIN, both
 * ends of the connection look alive. Never left out where CI is set.
 */
class DeadLineIT {
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final int HOUSEKEEPING_MS = 6_000;
    /** The limit, and what a loaded machine takes to show it; without us TCP would take a quarter of an hour. */
    private static final Duration NOTICED_WITHIN = Duration.ofMillis(HOUSEKEEPING_MS + 20_000);
    private static final Duration SHORT_BREAK = Duration.ofMillis(400);
    private static final int ENDLESS = 10_000_000;
    private static final int HEX = 16;

    private static NetworkNamespace network;
    private static OurBroker master;
    private static OurBroker slave;

    /** What is lost. */
    enum Loss {
        /** Everything: the cable is pulled out. */
        BOTH_WAYS,
        /** What the slave says. */
        FROM_SLAVE,
        /** What the master says. */
        FROM_MASTER;

        void begin() {
            switch (this) {
                case BOTH_WAYS -> network.pullOut();
                case FROM_SLAVE -> network.muteInside(true);
                default -> network.muteOutside(true);
            }
        }

        void end() {
            switch (this) {
                case BOTH_WAYS -> network.plugIn();
                case FROM_SLAVE -> network.muteInside(false);
                default -> network.muteOutside(false);
            }
        }
    }

    @BeforeAll
    static void start() {
        boolean possible = System.getenv("CI") != null || NetworkNamespace.isPossible();
        if (!possible) {
            System.out.println("DeadLineIT left out: network namespaces need root and the command ip (iproute2)");
        }
        assumeTrue(possible, "no network namespaces");
        network = new NetworkNamespace();
        BrokerSettings masterSettings = settings("line-master", network.outerAddress())
            .with("brokerRole", "SYNC_MASTER").with("inSyncReplicas", 2).with("slaveTimeout", 1_500)
            .with("syncFlushTimeout", 1_500);
        master = new OurBroker(masterSettings);
        master.start();
        BrokerSettings slaveSettings = settings("line-slave", network.innerAddress()).with("brokerRole", "SLAVE")
            .with("brokerId", 1);
        slave = new OurBroker(slaveSettings, network.outerAddress() + ":" + (masterSettings.port() + 3)).in(network);
        slave.start();
    }

    private static BrokerSettings settings(String folder, String address) {
        return BrokerSettings.inNewFolder(folder).with("brokerName", "line").with("brokerIP1", address)
            .with("brokerIP2", address).with("haSendHeartbeatInterval", 500)
            .with("haHousekeepingInterval", HOUSEKEEPING_MS).with("mappedFileSizeCommitLog", 8 << 20);
    }

    @AfterAll
    static void stop() {
        for (AutoCloseable part : new AutoCloseable[] {slave, master, network}) {
            try {
                if (part != null) {
                    part.close();
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeNoticedOnBothSidesAndHeal(Loss loss) throws Exception {
        try (StockProducer producer = producer()) {
            CompletableFuture<Line> sending = startSending(producer);
            awaitAcknowledged(producer, 200);
            loss.begin();
            try {
                Awaitility.await("both sides to drop the connection").atMost(NOTICED_WITHIN)
                    .until(() -> connections(master).isEmpty() && connections(slave).isEmpty());
                Awaitility.await("sends that find no slave").atMost(WITHIN).until(() -> last(producer.sent()).status()
                    .equals("SLAVE_NOT_AVAILABLE"));
                assertThatTheSlaveHoldsWhatCounted(producer.sent());
            } finally {
                loss.end();
            }
            awaitAcknowledged(producer, 200);
            endSending(producer, sending);
            awaitEqualLogs();
            assertThatTheSlaveHoldsWhatCounted(producer.sent());
        }
    }

    @Test
    void shouldLiveThroughAShortBreak() throws Exception {
        try (StockProducer producer = producer()) {
            CompletableFuture<Line> sending = startSending(producer);
            awaitAcknowledged(producer, 200);
            Set<String> before = connections(slave);
            network.pullOut();
            Awaitility.await("a moment without a line").pollDelay(SHORT_BREAK).until(() -> true);
            network.plugIn();
            awaitAcknowledged(producer, 200);
            endSending(producer, sending);
            awaitEqualLogs();
            assertThat(connections(slave)).as("the same connection").isEqualTo(before).hasSize(1);
        }
    }

    private static StockProducer producer() {
        StockProducer producer = SharedCluster.client(Variant.PREVIOUS_JSON, master.nameServers())
            .producer(SharedCluster.name("line-producers"), "retries=0", "timeoutMs=4000");
        Awaitility.await("a slave that counts").atMost(WITHIN)
            .until(() -> producer.send("line", 0, 1).get(0).acknowledged());
        return producer;
    }

    private static CompletableFuture<Line> startSending(StockProducer producer) {
        return producer.startSend("line", 1, ENDLESS, "mode=async", "window=32", "size=2000", "rate=500");
    }

    private static void endSending(StockProducer producer, CompletableFuture<Line> sending) throws Exception {
        producer.ask("quit-sending");
        sending.get(60, TimeUnit.SECONDS);
    }

    private static void awaitAcknowledged(StockProducer producer, int more) {
        long before = producer.acknowledged();
        Awaitility.await(more + " more messages acknowledged").atMost(WITHIN).pollInterval(Duration.ofMillis(100))
            .until(() -> producer.acknowledged() >= before + more);
    }

    private static Set<String> connections(OurBroker broker) {
        return new TcpTable(broker.process().pid()).established(master.haPort());
    }

    private static Sent last(List<Sent> sent) {
        return sent.get(sent.size() - 1);
    }

    private static void assertThatTheSlaveHoldsWhatCounted(List<Sent> sent) {
        long end = new LogFolder(slave).end();
        assertThat(sent.stream().filter(Sent::acknowledged).mapToLong(DeadLineIT::position).max().getAsLong())
            .as("position of the last message that counted").isLessThan(end);
    }

    /** The id that a broker gives ends with the position in its log. */
    private static long position(Sent sent) {
        String id = sent.offsetMsgId();
        return Long.parseLong(id.substring(id.length() - HEX), HEX);
    }

    private static void awaitEqualLogs() {
        LogFolder copy = new LogFolder(slave);
        new LogFolder(master).awaitEqual(copy, WITHIN);
        assertThat(copy.start()).as("begin of the slave's log").isZero();
    }
}
