/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.OurBroker;

/**
 * Message ids name the address that is told to clients, not the one that is listened on, in both kinds of addresses;
 * look-ups by id, key and time find the message whatever the length of its hosts.
 */
class StoreHostIT {
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final Duration START_WITHIN = Duration.ofSeconds(30);
    private static final int SYS_FLAG = 36;
    private static final int STORE_HOST_V6 = 0x20;
    private static final int BORN_HOST_V6 = 0x10;
    private static final int STORE_HOST = 64;
    private static final int V6_LONGER = 12;

    private static RawFrame ask(OurBroker broker, RawFrame request) {
        RawFrame answer = new RawAdmin(broker.address(), broker.nameServers()).ask(request);
        assertThat(answer.code()).as(answer.toString()).isZero();
        return answer;
    }

    @ParameterizedTest
    @CsvSource({"0.0.0.0, 127.0.0.2", "'::', ::1"})
    void shouldNameTheAddressThatIsToldToClients(String bound, String told) throws Exception {
        BrokerSettings settings = BrokerSettings.inNewFolder("told-" + told.length()).with("bindAddress", bound)
            .with("brokerIP1", told).with("brokerIP2", told);
        try (OurBroker broker = new OurBroker(settings)) {
            broker.launch();
            Awaitility.await("the broker at " + told).atMost(START_WITHIN).ignoreExceptions()
                .until(() -> ask(broker, RawFrame.request(28)).code() == 0);
            byte[] address = InetAddress.getByName(told).getAddress();
            String host = HexFormat.of().withUpperCase().formatHex(ByteBuffer.allocate(address.length + 4).put(address)
                .putInt(broker.port()).array());
            long before = System.currentTimeMillis();
            String id = ask(broker, RawAdmin.sendRequest("Told", 1).with("properties", "KEYS\u0001k1\u0002")
                .withBody("hello".getBytes(StandardCharsets.UTF_8))).field("msgId");
            assertThat(id).startsWith(host).hasSize(host.length() + 16);
            long position = Long.parseLong(id.substring(host.length()), 16);
            ByteBuffer record = ByteBuffer.wrap(ask(broker, RawFrame.request(33).with("offset", position)).body());
            assertThat((record.getInt(SYS_FLAG) & STORE_HOST_V6) != 0).isEqualTo(address.length == 16);
            int storeHost = STORE_HOST + ((record.getInt(SYS_FLAG) & BORN_HOST_V6) == 0 ? 0 : V6_LONGER);
            byte[] stored = new byte[address.length];
            record.get(storeHost, stored);
            assertThat(stored).isEqualTo(address);
            assertThat(record.getInt(storeHost + address.length)).isEqualTo(broker.port());
            Awaitility.await("the message by its key").atMost(WITHIN)
                .ignoreExceptionsInstanceOf(AssertionError.class).untilAsserted(
                    () -> assertThat(ask(broker, RawFrame.request(12).with("topic", "Told").with("key", "k1")
                    .with("maxNum", 8).with("beginTimestamp", before - 1_000).with("endTimestamp", Long.MAX_VALUE))
                    .body()).hasSize(record.capacity()));
            RawFrame queue = RawFrame.request(32).with("topic", "Told").with("queueId", 1);
            assertThat(Long.parseLong(ask(broker, queue).field("timestamp"))).isBetween(before - 1_000,
                System.currentTimeMillis() + 1_000);
            assertThat(ask(broker, RawFrame.request(29).with("topic", "Told").with("queueId", 1).with("timestamp",
                before - 1_000)).field("offset")).isEqualTo("0");
        }
    }
}
