/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.master;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.ha.HaFrames;
import org.tandemmq.store.ha.HaStatus;
import org.tandemmq.store.ha.sim.MemoryLog;
import org.tandemmq.store.ha.sim.ScriptedChannel;

/** All connections of a master: slaves, former selves, strangers, limits. */
class HaServiceTest {

    private final MemoryLog log = new MemoryLog(1 << 16);
    private final Random random = new Random(3);
    private long replicated = -1;
    private long nowMs = 10_000;
    private ReplicatedCopies copies;
    private HaService service;
    private int port = 40_000;

    @BeforeEach
    void fill() {
        for (int i = 0; i < 50; i++) {
            log.appendRecord(300, 1, random);
        }
        service(2);
    }

    private void service(int inSync) {
        HaConfig defaults = HaConfig.defaults(10912);
        HaConfig config = new HaConfig("10.0.0.1", 10912, "", defaults.timing(), defaults.transferBytes(),
            defaults.fallBehindMaxBytes(), new HaConfig.Copies(inSync, 1, false), List.of(), 3, defaults.resolution());
        copies = new ReplicatedCopies(config.copies(), config.fallBehindMaxBytes(), position -> replicated = position);
        service = new HaService(log, HaService.Limits.of(config), copies, () -> 1_700_000_000_000L + nowMs);
    }

    private ScriptedChannel connect(String host) {
        ScriptedChannel channel = new ScriptedChannel(host, port++);
        service.accept(channel, nowMs);
        return channel;
    }

    private void report(ScriptedChannel channel, long position) {
        channel.feed(HaFrames.report(position));
        service.doWork(nowMs);
    }

    private void pass(long ms) {
        nowMs += ms;
        service.doWork(nowMs);
    }

    @Test
    void shouldServeACopyAndCountItsAcknowledgements() {
        ScriptedChannel slave = connect("10.0.0.2");
        report(slave, 0);
        report(slave, log.endPosition());
        assertThat(replicated).isEqualTo(log.endPosition());
        pass(1_000);
        HaStatus.Slave status = service.status().slaves().get(0);
        assertThat(status.state()).isEqualTo("in step");
        assertThat(status.behindBytes()).isZero();
        assertThat(status.inReach()).isTrue();
        assertThat(status.sentBytes()).isEqualTo(log.endPosition());
        assertThat(status.lastAckMs()).isPositive();
        assertThat(service.neededPosition()).isEqualTo(log.endPosition());
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc",
        "EHLO probe\r\n", "\r\n\r\n\r\n\r\n", "\u007f\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff"})
    void shouldNeverTakeJunkForASlave(String junk) {
        ScriptedChannel probe = connect("10.9.9.9");
        probe.feed(ByteBuffer.wrap(junk.getBytes(StandardCharsets.ISO_8859_1)));
        service.doWork(nowMs);
        service.doWork(nowMs);
        assertThat(probe.isClosed()).isTrue();
        assertThat(probe.takeWritten().remaining()).isZero();
        assertThat(replicated).isEqualTo(-1);
        assertThat(copies.inReach(log.endPosition())).isZero();
        assertThat(service.status().slaves()).isEmpty();
        assertThat(service.status().refused()).hasSize(1);
    }

    @Test
    void shouldLeaveNothingBehindOfThousandsOfProbes() {
        ScriptedChannel slave = connect("10.0.0.2");
        report(slave, 0);
        for (int i = 0; i < 5_000; i++) {
            ScriptedChannel probe = connect("10.9.9." + i % 250);
            probe.feed(ByteBuffer.wrap("probe".getBytes(StandardCharsets.US_ASCII)));
            probe.end();
            pass(1);
            pass(1);
            assertThat(probe.isClosed()).isTrue();
        }
        pass(300);
        assertThat(service.status().slaves()).hasSize(1);
        assertThat(service.status().refused().size()).isLessThanOrEqualTo(32);
        assertThat(slave.isClosed()).isFalse();
    }

    @Test
    void shouldMakeRoomForASlaveByDroppingWhoNeverReported() {
        ScriptedChannel first = connect("10.9.9.9");
        connect("10.9.9.9");
        connect("10.9.9.9");
        ScriptedChannel slave = connect("10.0.0.2");
        assertThat(first.isClosed()).isTrue();
        report(slave, 0);
        assertThat(slave.isClosed()).isFalse();
    }

    @Test
    void shouldTurnAwayWhoComesAfterTheLastPlace() {
        for (int i = 2; i < 5; i++) {
            report(connect("10.0.0." + i), 0);
        }
        ScriptedChannel late = connect("10.0.0.5");
        assertThat(late.isClosed()).isTrue();
        pass(300);
        assertThat(service.status().refused().get(0).reason()).contains("haMaxConnections 3");
    }

    @Test
    void shouldNotCountAReconnectedSlaveTwice() {
        service(3);
        ScriptedChannel old = connect("10.0.0.2");
        report(old, 0);
        report(old, log.endPosition());
        ScriptedChannel again = connect("10.0.0.2");
        report(again, log.endPosition());
        assertThat(replicated).as("one slave, twice").isEqualTo(-1);
        for (int i = 0; i < 9; i++) {
            pass(1_000);
            report(again, log.endPosition());
        }
        assertThat(old.isClosed()).as("replaced").isTrue();
        assertThat(again.isClosed()).isFalse();
        assertThat(replicated).isEqualTo(-1);
    }

    @Test
    void shouldCountTwoSlavesOfOneHost() {
        service(3);
        ScriptedChannel one = connect("10.0.0.2");
        report(one, 0);
        ScriptedChannel two = connect("10.0.0.2");
        report(two, 0);
        for (int i = 0; i < 10; i++) {
            pass(2_000);
            report(one, log.endPosition());
            report(two, log.endPosition());
        }
        assertThat(one.isClosed()).isFalse();
        assertThat(two.isClosed()).isFalse();
        assertThat(replicated).isEqualTo(log.endPosition());
    }

    @Test
    void shouldNotLetASlaveThatDoesNotReadHoldUpAnother() {
        ScriptedChannel stuck = connect("10.0.0.2").writeMost(0);
        report(stuck, 0);
        ScriptedChannel quick = connect("10.0.0.3");
        report(quick, 0);
        report(quick, log.endPosition());
        assertThat(replicated).isEqualTo(log.endPosition());
    }

    @Test
    void shouldLetASlaveGoOnInsideARecordThatItWasSent() {
        log.appendRecord(5_000, 1, random);
        long inside = log.endPosition() - 2_000;
        ScriptedChannel stranger = connect("10.0.0.2");
        report(stranger, inside);
        service.doWork(nowMs);
        assertThat(stranger.isClosed()).isTrue();
        ScriptedChannel slave = connect("10.0.0.2");
        report(slave, 0);
        slave.end();
        pass(1);
        pass(1);
        ScriptedChannel again = connect("10.0.0.2");
        report(again, inside);
        assertThat(again.isClosed()).isFalse();
        service.doWork(nowMs);
        ByteBuffer frame = again.takeWritten();
        assertThat(HaFrames.position(frame, 0)).isEqualTo(inside);
        assertThat(HaFrames.bodyBytes(frame, 0)).isEqualTo(2_000);
    }

    @Test
    void shouldTellHowLongAgoASlaveWasInStep() {
        ScriptedChannel slave = connect("10.0.0.2").writeMost(0);
        report(slave, log.endPosition());
        for (int i = 0; i < 5; i++) {
            pass(1_000);
            log.appendRecord(300, 1, random);
        }
        pass(1_000);
        assertThat(service.status().slaves().get(0).behindMs()).isBetween(4_000L, 6_000L);
    }
}
