/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawBatch;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.OurBroker;

/**
 * Clients of other languages take some answers as final: no route, no such queue, nothing committed, an offset out of
 * range. A broker that stops or starts under their load gives none of those; what it can't answer yet finds no port.
 */
class EarlyAnswersIT {
    private static final int ROUNDS = 4;
    private static final int MESSAGES = 40;
    private static final int COMMITTED = 25;

    private static String topic;
    private static String group;

    /** One request that clients repeat all the time, and what may be answered to it. */
    private record Probe(boolean nameServer, RawFrame request, Function<RawFrame, String> fault) {
        /** What is wrong with the answer, empty when it is right or when nobody listens. */
        String ask(Broker broker) {
            try (RawClient client = new RawClient(nameServer ? broker.nameServers() : broker.address())) {
                client.send(request.bytes());
                RawFrame answer = client.read();
                while (answer.opaque() != request.opaque() || (answer.flag() & 1) == 0) {
                    answer = client.read();
                }
                return fault.apply(answer);
            } catch (IOException e) {
                return "";
            }
        }
    }

    private static String unless(boolean right, RawFrame answer) {
        return right ? "" : answer.toString();
    }

    private static Map<String, Probe> probes() {
        Map<String, Probe> all = new TreeMap<>();
        all.put("route", new Probe(true, RawFrame.request(105).with("topic", topic), a -> unless(a.code() == 0, a)));
        all.put("cluster", new Probe(true, RawFrame.request(106),
            a -> unless(a.code() == 0 && a.bodyText().contains("broker-a"), a)));
        all.put("pull", new Probe(false, pull(MESSAGES - 1), a -> unless(a.code() == 0, a)));
        all.put("pull at the end", new Probe(false, pull(MESSAGES),
            a -> unless((a.code() == 19 || a.code() == 0) && !"0".equals(a.field("nextBeginOffset")), a)));
        all.put("committed", new Probe(false, offsets(14).with("consumerGroup", group),
            a -> unless(a.code() == 0 && a.field("offset").equals("" + COMMITTED), a)));
        all.put("end", new Probe(false, offsets(30),
            a -> unless(a.code() == 0 && Long.parseLong(a.field("offset")) >= MESSAGES, a)));
        all.put("begin", new Probe(false, offsets(31), a -> unless(a.code() == 0 && a.field("offset").equals("0"), a)));
        all.put("send", new Probe(false, RawBatch.shortNames(310, topic, 1).with("i", "").withBody(new byte[10]),
            a -> unless(Set.of(0, 2, 14).contains(a.code()), a)));
        all.put("heartbeat", new Probe(false, RawFrame.request(34).withBody(("{\"clientID\":\"go\",\"consumerDataSet\":"
            + "[{\"groupName\":\"" + group + "\",\"consumeType\":\"CONSUME_PASSIVELY\",\"messageModel\":\"CLUSTERING\","
            + "\"consumeFromWhere\":\"CONSUME_FROM_FIRST_OFFSET\",\"subscriptionDataSet\":[]}]}")
            .getBytes(StandardCharsets.UTF_8)),
            a -> unless(a.code() == 0, a)));
        return all;
    }

    private static RawFrame offsets(int code) {
        return RawFrame.request(code).with("topic", topic).with("queueId", 0);
    }

    private static RawFrame pull(long offset) {
        return offsets(11).with("consumerGroup", group).with("queueOffset", offset).with("maxMsgNums", 32)
            .with("sysFlag", 4).with("commitOffset", 0).with("suspendTimeoutMillis", 0).with("subscription", "*")
            .with("subVersion", 0);
    }

    @Test
    void shouldAnswerNothingFinalWhileItStopsAndStarts() throws InterruptedException {
        try (OurBroker broker = new OurBroker(BrokerSettings.inNewFolder("early"))) {
            broker.start();
            prepare(new RawAdmin(broker.address(), broker.nameServers()));
            Set<String> faults = new ConcurrentSkipListSet<>();
            Map<String, Probe> probes = probes();
            probes.forEach((name, probe) -> assertThat(probe.ask(broker)).as(name).isEmpty());
            Thread prober = new Thread(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    probes.forEach((name, probe) -> {
                        String fault = probe.ask(broker);
                        if (!fault.isEmpty()) {
                            faults.add(name + ": " + fault);
                        }
                    });
                }
            }, "prober");
            prober.start();
            for (int round = 0; round < ROUNDS; round++) {
                if (round % 2 == 0) {
                    broker.stop();
                } else {
                    broker.kill();
                }
                broker.start();
            }
            prober.interrupt();
            prober.join();
            assertThat(faults).isEmpty();
        }
    }

    private static void prepare(RawAdmin admin) {
        topic = SharedCluster.name("early");
        group = SharedCluster.name("early-readers");
        admin.createTopic(topic, 2);
        for (int i = 0; i < MESSAGES; i++) {
            assertThat(admin.send(topic, 0, "message").code()).isZero();
        }
        admin.awaitMaxOffset(topic, 0, MESSAGES);
        RawFrame commit = offsets(15).with("consumerGroup", group).with("commitOffset", COMMITTED);
        assertThat(admin.ask(commit).code()).isZero();
    }
}
