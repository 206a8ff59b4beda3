/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.CalmWait;
import org.tandemmq.distribution.process.Pair;
import org.tandemmq.distribution.process.Product;

/**
 * A pair with 10,000 topics and 100,000 consumer offsets: what it costs to follow, and how soon a change is there.
 * Changes under pulls: {@code -Dtandemmq.many.changes}, 30 by default, with {@code -Dtandemmq.many.pauseMs} in between.
 */
class ManyEntriesIT {
    private static final int TOPICS = 10_000;
    private static final int GROUPS = 10;
    private static final int CHANGES = Integer.getInteger("tandemmq.many.changes", 30);
    private static final int PAUSE_MS = Integer.getInteger("tandemmq.many.pauseMs", 0);
    private static final long IDLE_MS = 5_000;
    private static final Duration FOLLOWS_WITHIN = Duration.ofSeconds(2);
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final double TICKS_PER_SECOND = 100;

    @Test
    void shouldFollowTenThousandTopicsAndAHundredThousandOffsets() throws Exception {
        Pair pair = new Pair("many", Product.OURS, Product.OURS);
        pair.masterSettings().with("brokerRole", "ASYNC_MASTER");
        writeTables(pair.masterSettings().storeFolder().resolve("config"));
        try (pair) {
            pair.startMaster().startSlave();
            TablesOf master = new TablesOf(pair.master());
            TablesOf slave = new TablesOf(pair.slave());
            String last = topic(TOPICS - 1);
            TablesOf.await("the last topic and offset", WITHIN, () -> slave.hasTopic(last)
                && slave.committed("group-9", last, 0) == 0);
            slave.awaitReady(WITHIN);

            awaitNearlyNothing(pair);

            master.commit("group-3", topic(77), 0, 5);
            CalmWait.await("an offset", FOLLOWS_WITHIN, () -> slave.committed("group-3", topic(77), 0) == 5);
            changeTopicsWhileOthersPull(pair, master, slave);
        }
    }

    /** Waits for a span in which both use under a tenth of a core: the compiler is busy for a while after the start. */
    private static void awaitNearlyNothing(Pair pair) throws IOException {
        double[] before = {cpuSeconds(pair)};
        Awaitility.await("intervals without a change that cost nearly nothing").atMost(WITHIN)
            .pollDelay(Duration.ofMillis(IDLE_MS)).pollInterval(Duration.ofMillis(IDLE_MS)).until(() -> {
                double now = cpuSeconds(pair);
                double used = now - before[0];
                before[0] = now;
                System.out.printf("both idle brokers: %.0f ms of CPU a second%n", used * 1_000 * 1_000 / IDLE_MS);
                return used < 0.1 * IDLE_MS / 1_000;
            });
    }

    private static double cpuSeconds(Pair pair) throws IOException {
        return cpuSeconds(pair.master().process().pid()) + cpuSeconds(pair.slave().process().pid());
    }

    private static void changeTopicsWhileOthersPull(Pair pair, TablesOf master, TablesOf slave) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Map<Integer, Integer> codes = new TreeMap<>();
        Thread puller = new Thread(() -> pullUntil(over, pair.slave().address(), codes));
        puller.start();
        try {
            for (int i = 0; i < CHANGES; i++) {
                String changed = "changed-" + i;
                master.admin().ask(RawFrame.request(17).with("topic", changed).with("defaultTopic", "TBW102")
                    .with("readQueueNums", 1).with("writeQueueNums", 1).with("perm", 6)
                    .with("topicFilterType", "SINGLE_TAG").with("topicSysFlag", 0).with("order", false));
                if (PAUSE_MS > 0) {
                    Awaitility.await("the next change").pollDelay(Duration.ofMillis(PAUSE_MS)).until(() -> true);
                }
                if (i % 10 == 9) {
                    CalmWait.await("the topic " + changed, FOLLOWS_WITHIN, () -> slave.hasTopic(changed));
                }
            }
        } finally {
            over.set(true);
            puller.join(10_000);
        }
        assertThat(codes.keySet()).as("pulls of topics and groups that are there all the time: " + codes)
            .isNotEmpty().doesNotContain(17, 26);
    }

    private static void pullUntil(AtomicBoolean over, String address, Map<Integer, Integer> codes) {
        SplittableRandom random = new SplittableRandom(3);
        try (RawClient client = new RawClient(address)) {
            while (!over.get()) {
                int code = client.call(RawFrame.request(11).with("consumerGroup", "group-" + random.nextInt(GROUPS))
                    .with("topic", topic(random.nextInt(TOPICS))).with("queueId", 0).with("queueOffset", 0)
                    .with("maxMsgNums", 1).with("sysFlag", 4).with("commitOffset", 0)
                    .with("suspendTimeoutMillis", 0).with("subscription", "*").with("subVersion", 0)).code();
                codes.merge(code, 1, Integer::sum);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String topic(int number) {
        return String.format("a-topic-of-this-pair-%05d", number);
    }

    private static void writeTables(Path config) throws IOException {
        Files.createDirectories(config);
        String version = "\"dataVersion\":{\"counter\":1,\"timestamp\":1700000000000}";
        StringBuilder topics = new StringBuilder("{" + version + ",\"topicConfigTable\":{");
        StringBuilder offsets = new StringBuilder("{" + version + ",\"offsetTable\":{");
        StringBuilder groups = new StringBuilder("{" + version + ",\"subscriptionGroupTable\":{");
        for (int i = 0; i < TOPICS; i++) {
            topics.append(i == 0 ? "" : ",").append('"').append(topic(i)).append("\":{\"order\":false,\"perm\":6,")
                .append("\"readQueueNums\":4,\"topicFilterType\":\"SINGLE_TAG\",\"topicName\":\"").append(topic(i))
                .append("\",\"topicSysFlag\":0,\"writeQueueNums\":4}");
            for (int group = 0; group < GROUPS; group++) {
                offsets.append(i + group == 0 ? "" : ",").append('"').append(topic(i)).append("@group-").append(group)
                    .append("\":{0:0}");
            }
        }
        for (int group = 0; group < GROUPS; group++) {
            groups.append(group == 0 ? "" : ",").append("\"group-").append(group).append("\":{\"groupName\":\"group-")
                .append(group).append("\"}");
        }
        Files.writeString(config.resolve("topics.json"), topics.append("}}"));
        Files.writeString(config.resolve("consumerOffset.json"), offsets.append("}}"));
        Files.writeString(config.resolve("subscriptionGroup.json"), groups.append("}}"));
    }

    private static double cpuSeconds(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
    }
}
