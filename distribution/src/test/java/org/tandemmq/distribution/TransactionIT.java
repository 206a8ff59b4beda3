/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tandemmq.distribution.client.Got;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.Brokers;

/**
 * Stock transactional producers: committed at once, rolled back, asked back, over restart and kill -9. Ended ones that
 * nobody may be asked about afterwards: {@code -Dtandemmq.transactions.ended}, 300 of each kind by default.
 */
class TransactionIT {
    private static final Duration WITHIN = Duration.ofSeconds(40);

    private static final int ENDED = Integer.getInteger("tandemmq.transactions.ended", 300);
    private static final String OP_TOPIC = "RMQ_SYS_TRANS_OP_HALF_TOPIC";
    private static final long COMMITTED = 1_000_000;
    private static final long ROLLED_BACK = 2_000_000;

    private static Broker broker;

    @BeforeAll
    static void start() {
        broker = started("transactions", 2_000);
    }

    private static Broker started(String folder, int timeOutMs) {
        BrokerSettings settings = BrokerSettings.inNewFolder(folder).with("transactionTimeOut", timeOutMs)
            .with("transactionCheckInterval", 1_000).with("transactionCheckMax", 4);
        if (Brokers.peer()) {
            // it notes down what ended only now and then, and asks meanwhile
            settings.with("transactionOpBatchInterval", 100);
        }
        return Brokers.started(settings);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldDeliverWhatWasCommittedAndNothingElse(Variant variant) {
        StockClient client = SharedCluster.client(variant, broker.nameServers());
        String topic = SharedCluster.name("paid");
        try (StockProducer producer = client.transactional(SharedCluster.name("payers"));
                StockConsumer consumer = client.push(SharedCluster.name("readers"), topic)) {
            assertThat(producer.send(topic, 0, 5, "first=commit")).hasSize(5).allMatch(Sent::acknowledged);
            producer.send(topic, 100, 5, "first=rollback");
            producer.send(topic, 5, 3, "first=unknown", "later=commit");
            producer.send(topic, 200, 2, "first=unknown", "later=rollback");
            Awaitility.await("questions about both kinds").atMost(WITHIN)
                .until(() -> producer.asked(5) > 0 && producer.asked(200) > 0 && producer.asked(201) > 0);
            Awaitility.await("all that was committed").atMost(WITHIN)
                .until(() -> consumer.got().stream().map(Got::number).distinct().count() == 8);
            assertCommittedOnce(producer, consumer.got());
            assertThat(consumer.got()).extracting(Got::topic).containsOnly(topic);
        }
    }

    /** A question may cross its answer on the way; what nobody asked about comes exactly once. */
    private static void assertCommittedOnce(StockProducer producer, List<Got> got) {
        for (long number = 0; number < 8; number++) {
            long wanted = number;
            long times = got.stream().filter(g -> g.number() == wanted).count();
            assertThat(times).as("deliveries of " + number).isBetween(1L, 1 + producer.asked(number));
        }
        assertThat(got).allMatch(g -> g.unharmed() && g.number() < 8, "committed and unharmed");
    }

    @Test
    void shouldAskAgainAfterRestartAndKill() {
        // asks later than others: each end has to come before the question, on a busy machine too
        try (Broker stopped = started("stopped-transactions", 5_000)) {
            StockClient client = SharedCluster.client(Variant.PREVIOUS_JSON, stopped.nameServers());
            try (StockProducer producer = client.transactional(SharedCluster.name("payers"))) {
                askAgain(stopped, client, producer);
            }
        }
    }

    private static void askAgain(Broker stopped, StockClient client, StockProducer producer) {
        String topic = SharedCluster.name("carried");
        end(stopped, producer, topic);
        awaitNumbers(client, topic, ENDED);
        producer.send(topic, 0, 3, "first=unknown", "later=commit");
        stopped.kill();
        stopped.start();
        awaitNumbers(client, topic, ENDED + 3);
        producer.send(topic, 3, 1, "first=unknown", "later=commit");
        stopped.stop();
        stopped.start();
        awaitNumbers(client, topic, ENDED + 4);
        for (long number = 0; number < ENDED; number++) {
            assertThat(producer.asked(COMMITTED + number)).as("questions about what was committed").isZero();
            assertThat(producer.asked(ROLLED_BACK + number)).as("about what was rolled back").isZero();
        }
    }

    /** Ends transactions of both kinds, and waits until the broker has noted that. */
    private static void end(Broker at, StockProducer producer, String topic) {
        RawAdmin admin = new RawAdmin(at.address(), at.nameServers());
        assertThat(producer.send(topic, ROLLED_BACK, ENDED, "first=rollback", "later=rollback")).hasSize(ENDED);
        assertThat(producer.send(topic, COMMITTED, ENDED, "first=commit")).hasSize(ENDED)
            .allMatch(Sent::acknowledged);
        if (!Brokers.peer()) {
            // the peer notes many ends in one record
            Awaitility.await("a note of each end").atMost(WITHIN)
                .until(() -> admin.maxOffset(OP_TOPIC, 0) >= 2 * ENDED);
        }
    }

    /** Reads from the begin: a consumer whose pull was held by a killed broker would wait for it half a minute. */
    private static void awaitNumbers(StockClient client, String topic, int count) {
        try (StockConsumer consumer = client.push(SharedCluster.name("readers"), topic)) {
            Awaitility.await(count + " committed messages").atMost(WITHIN)
                .until(() -> consumer.got().stream().map(Got::number).distinct().count() == count);
        }
    }

    @Test
    void shouldGiveUpAfterTheLastQuestion() {
        StockClient client = SharedCluster.client(Variant.PREVIOUS_JSON, broker.nameServers());
        String topic = SharedCluster.name("doubtful");
        try (StockProducer producer = client.transactional(SharedCluster.name("payers"));
                StockConsumer consumer = client.push(SharedCluster.name("readers"), topic)) {
            producer.send(topic, 0, 1, "first=unknown", "later=unknown", "size=8000");
            producer.send(topic, 1, 1, "first=unknown", "later=commit");
            Awaitility.await("four questions").atMost(WITHIN).until(() -> producer.asked(0) >= 4);
            Awaitility.await("no more questions").during(Duration.ofSeconds(4)).atMost(Duration.ofSeconds(34))
                .until(() -> producer.asked(0) <= 5);
            assertThat(consumer.awaitCount(1)).extracting(Got::number).containsOnly(1L);
            assertThat(producer.asked(-1)).as("questions with a damaged body").isZero();
            try (StockConsumer reader = client.pull(SharedCluster.name("readers"))) {
                Awaitility.await("what was given up").atMost(WITHIN).ignoreExceptions().until(() -> {
                    reader.ask("drain", "topic=TRANS_CHECK_MAX_TIME_TOPIC");
                    return !reader.got().isEmpty();
                });
                assertThat(reader.got()).allMatch(Got::unharmed, "body as it was sent");
            }
        }
    }
}
