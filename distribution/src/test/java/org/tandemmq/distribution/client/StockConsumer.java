/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.tandemmq.distribution.driver.Line;
import org.tandemmq.distribution.process.DriverProcess;

/** A consumer in a stock client. */
public final class StockConsumer implements AutoCloseable {
    private static final Duration WITHIN = Duration.ofSeconds(40);
    private static final Duration POLL = Duration.ofMillis(50);

    private final DriverProcess driver;
    private final String role;
    private final RoleLines lines;
    private final Events<Got> got;

    StockConsumer(DriverProcess driver, String role) {
        this.driver = driver;
        this.role = role;
        this.lines = new RoleLines(driver, role);
        this.got = lines.events("got", Got::of);
    }

    /** What it was handed so far, in that order. */
    public List<Got> got() {
        return got.all();
    }

    /** Number of messages it was handed so far. */
    public int count() {
        return got.count();
    }

    /** Waits until this many messages arrived and returns all. */
    public List<Got> awaitCount(int count) {
        Awaitility.await(count + " messages at " + role + " of " + driver.process()).atMost(WITHIN).pollInterval(POLL)
            .pollDelay(Duration.ZERO).until(() -> got.count() >= count);
        return got();
    }

    /** Waits for the messages {@code from} to {@code from + count - 1} and checks: each once, unharmed, no other. */
    public List<Got> awaitEachOnce(long from, int count) {
        awaitCount(count);
        assertEachOnce(got(), from, count);
        return got();
    }

    /** Checks that these are exactly the messages of this range, each once and with its bytes unharmed. */
    public static void assertEachOnce(List<Got> got, long from, int count) {
        assertThat(got).allMatch(Got::unharmed, "body as it was sent");
        List<Long> numbers = got.stream().map(Got::number).sorted().toList();
        assertThat(numbers).isEqualTo(LongStream.range(from, from + count).boxed().toList());
    }

    /** Checks that the messages of each queue came in the order of their offsets and numbers. */
    public static void assertQueueOrder(List<Got> got) {
        Map<String, List<Got>> queues = new HashMap<>();
        got.forEach(g -> queues.computeIfAbsent(g.topic() + "/" + g.queue(), key -> new ArrayList<>()).add(g));
        queues.forEach((queue, messages) -> {
            assertThat(messages).as(queue).extracting(Got::offset).isSorted();
            assertThat(messages).as(queue).extracting(Got::number).isSorted();
        });
    }

    /** Checks that the messages of each queue came in the order of their offsets. */
    public static void assertOffsetOrder(List<Got> got) {
        Map<String, Long> last = new HashMap<>();
        got.forEach(g -> {
            Long before = last.put(g.topic() + "/" + g.queue(), g.offset());
            assertThat(g.offset()).as(g.toString()).isGreaterThan(before == null ? -1 : before);
        });
    }

    /** Gives one of the other commands of the driver's consumer. */
    public Line ask(String verb, String... options) {
        return driver.call(StockClient.options(Line.of(verb).with("role", role), options));
    }

    @Override
    public void close() {
        driver.call(Line.of("shutdown").with("role", role));
        lines.end();
    }
}
