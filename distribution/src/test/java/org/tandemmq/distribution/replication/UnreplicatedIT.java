/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.LogFolder;
import org.tandemmq.distribution.process.Pair;
import org.tandemmq.distribution.process.Product;

/** What readers see of messages the slave does not have: were it master next, it would give their offsets again. */
class UnreplicatedIT {
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final String TOPIC = "unreplicated";
    private static final int PATIENT_MS = 12_000;

    @Test
    void shouldShowAMessageWhenTheSlaveHasIt() throws Exception {
        try (Pair pair = new Pair("unreplicated", Product.OURS, Product.OURS)) {
            pair.masterSettings().with("slaveTimeout", PATIENT_MS).with("syncFlushTimeout", PATIENT_MS);
            pair.startMaster().startSlave();
            RawAdmin admin = new RawAdmin(pair.master().address(), pair.nameServers());
            admin.createTopic(TOPIC, 1);
            Awaitility.await("a slave in step").atMost(WITHIN).until(() -> admin.send(TOPIC, 0, "first").code() == 0);
            Awaitility.await("what the slave has").atMost(WITHIN).until(() -> admin.maxOffset(TOPIC, 0) > 0);
            long seen = admin.maxOffset(TOPIC, 0);
            long end = new LogFolder(pair.master()).end();
            pair.slave().process().suspend();
            CompletableFuture<RawFrame> sending = CompletableFuture.supplyAsync(() -> admin.send(TOPIC, 0, "second"));
            try {
                Awaitility.await("it is stored").atMost(WITHIN).until(() -> endOf(pair) > end);
                Awaitility.await("nobody sees it").during(Duration.ofMillis(500)).atMost(Duration.ofSeconds(5))
                    .until(() -> admin.maxOffset(TOPIC, 0) == seen);
                assertThat(sending).isNotDone();
            } finally {
                pair.slave().process().resume();
            }
            Awaitility.await("everybody sees it").atMost(WITHIN).until(() -> admin.maxOffset(TOPIC, 0) == seen + 1);
            assertThat(sending.join().code()).isIn(0, 12);
        }
    }

    private static long endOf(Pair pair) throws IOException {
        return new LogFolder(pair.master()).end();
    }
}
