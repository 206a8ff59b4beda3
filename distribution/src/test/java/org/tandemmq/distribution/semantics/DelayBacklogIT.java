/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.OurBroker;

/**
 * Sends one at a time: alone, beside delayed messages that wait, and beside their delivery. Delayed messages:
 * {@code -Dtandemmq.delay.backlog}, 20,000 by default.
 */
class DelayBacklogIT {
    private static final int BACKLOG = Integer.getInteger("tandemmq.delay.backlog", 20_000);
    private static final int DELAY_S = BACKLOG > 100_000 ? 60 : 15;
    private static final int SENDS = BACKLOG > 100_000 ? 20_000 : 2_000;
    private static final int PIECE = 100;
    private static final int ONE_WAY = 2;
    private static final Duration WITHIN = Duration.ofSeconds(120);
    private static final double LATE_MICROS = 500_000;
    /** What the others of a busy machine do differs from one moment to the next. */
    private static final int TIMES_ALONE = 20;

    @Test
    void shouldServeOthersBesideABacklogOfDelayedMessages() throws IOException {
        try (Broker broker = new OurBroker(BrokerSettings.inNewFolder("backlog").with("messageDelayLevel",
                DELAY_S + "s"))) {
            broker.start();
            RawAdmin admin = new RawAdmin(broker.address(), broker.nameServers());
            admin.createTopic("Now", 1);
            admin.createTopic("Later", 1);
            send(broker, "warm-up");
            double alone = send(broker, "alone");
            fill(broker, admin);
            double waiting = send(broker, "beside " + BACKLOG + " that wait");
            Awaitility.await("the first delivery").atMost(WITHIN).pollInterval(Duration.ofMillis(20))
                .until(() -> admin.maxOffset("Later", 0) > 0);
            long beganNs = System.nanoTime();
            double delivering = send(broker, "beside their delivery");
            Awaitility.await("all of them").atMost(WITHIN).pollInterval(Duration.ofMillis(20))
                .until(() -> admin.maxOffset("Later", 0) == BACKLOG);
            System.out.printf("delivered %.0f a second%n", BACKLOG / ((System.nanoTime() - beganNs) / 1e9));
            assertThat(Math.max(waiting, delivering)).as("p99 in microseconds, alone it is " + alone)
                .isLessThan(LATE_MICROS + TIMES_ALONE * alone);
        }
    }

    private static void fill(Broker broker, RawAdmin admin) throws IOException {
        byte[] one = RawAdmin.sendRequest("Later", 0).with("properties", "DELAY\u00011\u0002").withTop("flag", ONE_WAY)
            .withBody(new byte[256]).bytes();
        ByteArrayOutputStream piece = new ByteArrayOutputStream();
        for (int i = 0; i < PIECE; i++) {
            piece.writeBytes(one);
        }
        try (RawClient client = new RawClient(broker.address())) {
            for (int sent = 0; sent < BACKLOG; sent += PIECE) {
                client.send(piece.toByteArray());
            }
            Awaitility.await("the backlog").atMost(WITHIN).pollInterval(Duration.ofMillis(50))
                .until(() -> admin.maxOffset("SCHEDULE_TOPIC_XXXX", 0) == BACKLOG);
        }
        assertThat(admin.maxOffset("Later", 0)).as("all of them wait").isZero();
    }

    /** Sends one after the other; gives the 99th percentile in microseconds. */
    private static double send(Broker broker, String when) throws IOException {
        RawFrame request = RawAdmin.sendRequest("Now", 0).withBody(new byte[1024]);
        long[] nanos = new long[SENDS];
        try (RawClient client = new RawClient(broker.address())) {
            for (int i = 0; i < SENDS; i++) {
                long beganNs = System.nanoTime();
                assertThat(client.call(request).code()).isZero();
                nanos[i] = System.nanoTime() - beganNs;
            }
        }
        Arrays.sort(nanos);
        double p99 = nanos[SENDS * 99 / 100] / 1e3;
        System.out.printf("sends %s: p50 %.0f µs, p99 %.0f µs%n", when, nanos[SENDS / 2] / 1e3, p99);
        return p99;
    }
}
