/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.StockTool;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.process.Pair;
import org.tandemmq.distribution.process.Product;

/** The master is killed: stock consumers go on at the slave, and back at the master go on from there. */
class SlaveReadsIT {
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final int QUEUES = 4;

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_JSON"})
    void shouldReadOnAtTheSlaveAndBackAtTheMaster(Variant variant) {
        try (Pair pair = new Pair("reads", Product.OURS, Product.OURS).startMaster().startSlave()) {
            StockClient client = SharedCluster.client(variant, pair.nameServers());
            String topic = SharedCluster.name("reads");
            String group = SharedCluster.name("readers");
            try (StockProducer producer = client.producer(SharedCluster.name("producers"), "retries=0",
                    "timeoutMs=25000")) {
                sendAll(producer, topic, 0, 200);
                StockConsumer before = client.push(group, topic, "persistOffsetMs=200", "finishMs=5000");
                before.awaitEachOnce(0, 200);
                before.close();
                awaitAllCommitted(pair, group, topic);
                awaitSameOffsets(pair, group, topic);
                sendAll(producer, topic, 200, 100);
                pair.awaitEqualLogs();
                pair.master().kill();
                StockConsumer meanwhile = client.push(group, topic, "persistOffsetMs=200", "finishMs=5000");
                awaitNumbers(meanwhile, 200, 100);
                assertThat(meanwhile.got()).as("nothing that was read before comes again").hasSize(100);
                pair.master().start();
                Awaitility.await("sends to the returned master").atMost(WITHIN)
                    .until(() -> producer.send(topic, 300, 1).get(0).acknowledged());
                sendAll(producer, topic, 301, 99);
                awaitNumbers(meanwhile, 300, 100);
                meanwhile.close();
                // a client that still believes in the slave commits there, and the slave tells the master
                awaitAllCommitted(pair, group, topic);
                assertNothingComesAgain(client, group, topic);
                assertResetWins(client.tool(), pair, group, topic);
            }
        }
    }

    private static void sendAll(StockProducer producer, String topic, long from, int count) {
        assertThat(producer.send(topic, from, count, "mode=async")).hasSize(count).allMatch(Sent::acknowledged);
    }

    private static void awaitAllCommitted(Pair pair, String group, String topic) {
        new TablesOf(pair.master()).admin().awaitCommitted(group, topic, QUEUES);
    }

    private static void awaitSameOffsets(Pair pair, String group, String topic) {
        TablesOf master = new TablesOf(pair.master());
        TablesOf slave = new TablesOf(pair.slave());
        TablesOf.await("the slave's tables to follow", WITHIN, () -> slave.hasTopic(topic)
            && slave.hasGroup(group) == master.hasGroup(group)
            && IntStream.range(0, QUEUES).allMatch(queue ->
                slave.committed(group, topic, queue) == master.committed(group, topic, queue)));
    }

    private static void awaitNumbers(StockConsumer consumer, long from, int count) {
        Awaitility.await(count + " messages from " + from).atMost(WITHIN).until(() -> {
            Set<Long> numbers = new HashSet<>();
            consumer.got().forEach(g -> numbers.add(g.number()));
            for (long n = from; n < from + count; n++) {
                if (!numbers.contains(n)) {
                    return false;
                }
            }
            return true;
        });
    }

    /** To an older time by the tool: on both, for good. */
    private static void assertResetWins(StockTool tool, Pair pair, String group, String topic) {
        assertThat(tool.run("resetOffsetByTime", "-g", group, "-t", topic, "-s", "1000", "-f", "true"))
            .doesNotContain("Exception");
        TablesOf master = new TablesOf(pair.master());
        TablesOf slave = new TablesOf(pair.slave());
        Awaitility.await("the reset on both for several looks at the tables").during(Duration.ofSeconds(2))
            .atMost(WITHIN).pollInterval(Duration.ofMillis(50)).until(() -> IntStream.range(0, QUEUES).allMatch(queue ->
                master.committed(group, topic, queue) == 0 && slave.committed(group, topic, queue) == 0));
    }

    /** What was read at the slave is known to the master. */
    private static void assertNothingComesAgain(StockClient client, String group, String topic) {
        try (StockConsumer after = client.push(group, topic)) {
            Awaitility.await("time to be handed old messages").pollDelay(Duration.ofSeconds(3)).atMost(WITHIN)
                .until(() -> true);
            assertThat(after.got()).isEmpty();
        }
    }
}
