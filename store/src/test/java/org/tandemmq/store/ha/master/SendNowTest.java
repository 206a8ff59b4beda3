/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.master;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.ha.HaFrames;
import org.tandemmq.store.ha.sim.MemoryLog;
import org.tandemmq.store.ha.sim.ScriptedChannel;

/** What an appender sends to the slaves itself, and what it leaves to the agent. */
class SendNowTest {

    private static final long NOW_MS = 10_000;

    private final MemoryLog log = new MemoryLog(1 << 16);
    private final Random random = new Random(3);
    private final HaConfig config = HaConfig.defaults(10912);
    private long replicated = -1;
    private final ReplicatedCopies copies = new ReplicatedCopies(config.copies(), config.fallBehindMaxBytes(),
        position -> replicated = position);
    private final HaService service = new HaService(log, HaService.Limits.of(config), copies, () -> 1);
    private int port = 40_000;

    @BeforeEach
    void fill() {
        log.appendRecord(300, 1, random);
    }

    private ScriptedChannel connect(String host) {
        ScriptedChannel channel = new ScriptedChannel(host, port++);
        service.accept(channel, NOW_MS);
        return channel;
    }

    private void report(ScriptedChannel channel, long position) {
        channel.feed(HaFrames.report(position));
        service.doWork(NOW_MS);
    }

    private ScriptedChannel inStep(String host) {
        ScriptedChannel slave = connect(host);
        report(slave, log.endPosition());
        slave.takeWritten();
        return slave;
    }

    private long sentTo(ScriptedChannel slave) {
        ByteBuffer frame = slave.takeWritten();
        long bytes = 0;
        while (frame.hasRemaining()) {
            frame.getLong();
            int body = frame.getInt();
            frame.position(frame.position() + body);
            bytes += body;
        }
        return bytes;
    }

    @Test
    void shouldSendAtOnceWhatWasAppended() {
        ScriptedChannel first = inStep("10.0.0.2");
        ScriptedChannel second = inStep("10.0.0.3");
        long before = log.endPosition();
        log.appendRecord(300, 1, random);
        log.appendRecord(300, 1, random);
        assertThat(service.sendNow(NOW_MS)).isTrue();
        assertThat(sentTo(first)).isEqualTo(log.endPosition() - before);
        assertThat(sentTo(second)).isEqualTo(log.endPosition() - before);
        assertThat(service.sendNow(NOW_MS)).as("nothing more").isTrue();
        report(first, log.endPosition());
        assertThat(replicated).isEqualTo(log.endPosition());
        assertThat(sentTo(first)).as("not sent twice").isZero();
    }

    @Test
    void shouldLeaveToTheAgentWhatIsMoreThanALittle() {
        ScriptedChannel slave = inStep("10.0.0.2");
        long before = log.endPosition();
        while (log.endPosition() - before <= HaConnection.LITTLE_BYTES) {
            log.appendRecord(3_000, 1, random);
        }
        assertThat(service.sendNow(NOW_MS)).isFalse();
        assertThat(sentTo(slave)).isZero();
        service.doWork(NOW_MS);
        assertThat(sentTo(slave)).isEqualTo(log.endPosition() - before);
    }

    @Test
    void shouldLeaveManySlavesToTheAgent() {
        List<ScriptedChannel> slaves = List.of(inStep("10.0.0.2"), inStep("10.0.0.3"), inStep("10.0.0.4"));
        log.appendRecord(300, 1, random);
        assertThat(service.sendNow(NOW_MS)).isFalse();
        assertThat(slaves).allSatisfy(slave -> assertThat(sentTo(slave)).isZero());
    }

    @Test
    void shouldSendNothingAtOnceToAStrangerNorForItsSakeWakeTheAgent() {
        ScriptedChannel stranger = connect("10.0.0.9");
        service.doWork(NOW_MS);
        log.appendRecord(300, 1, random);
        assertThat(service.sendNow(NOW_MS)).isTrue();
        assertThat(stranger.takeWritten().hasRemaining()).isFalse();
    }

    @Test
    void shouldLeaveACatchingUpSlaveToTheAgent() {
        while (log.endPosition() < SlaveProgress.IN_STEP_BYTES + (1 << 20)) {
            log.appendRecord(3_000, 1, random);
        }
        ScriptedChannel slave = connect("10.0.0.2");
        slave.writeMost(0);
        report(slave, log.minPosition());
        slave.writeMost(Integer.MAX_VALUE);
        assertThat(service.sendNow(NOW_MS)).isFalse();
        assertThat(slave.takeWritten().hasRemaining()).isFalse();
    }

    @Test
    void shouldLeaveTheRestToTheAgentWhereTheChannelTakesNoMore() {
        ScriptedChannel slave = inStep("10.0.0.2");
        slave.writeMost(100);
        long before = log.endPosition();
        log.appendRecord(300, 1, random);
        assertThat(service.sendNow(NOW_MS)).isFalse();
        slave.writeMost(Integer.MAX_VALUE);
        service.doWork(NOW_MS);
        assertThat(sentTo(slave)).isEqualTo(log.endPosition() - before);
    }

    @Test
    void shouldLeaveWhatIsLeftOfALargerWriteToTheAgent() {
        ScriptedChannel slave = inStep("10.0.0.2");
        slave.writeMost(100);
        long before = log.endPosition();
        // the rest of the segment in a first write, less than half as much behind it
        while (log.endPosition() - before <= HaConnection.LITTLE_BYTES * 5 / 4) {
            log.appendRecord(3_000, 1, random);
        }
        service.doWork(NOW_MS);
        assertThat(slave.takeWritten().remaining()).as("a piece").isEqualTo(100);
        slave.writeMost(Integer.MAX_VALUE);
        assertThat(service.sendNow(NOW_MS)).isFalse();
        assertThat(slave.takeWritten().hasRemaining()).isFalse();
    }

    @Test
    void shouldNotCallASlaveSilentWhoseReportsWereNotReadYet() {
        ScriptedChannel slave = inStep("10.0.0.2");
        slave.feed(HaFrames.report(log.endPosition()));
        log.appendRecord(300, 1, random);
        long late = NOW_MS + config.timing().housekeepingMs() + 1;
        assertThat(service.sendNow(late)).isFalse();
        service.doWork(late);
        assertThat(slave.isClosed()).isFalse();
        assertThat(sentTo(slave)).isPositive();
    }

    @Test
    void shouldLeaveABrokenChannelToTheAgent() {
        ScriptedChannel slave = inStep("10.0.0.2");
        slave.breakWrites();
        log.appendRecord(300, 1, random);
        assertThat(service.sendNow(NOW_MS)).isFalse();
        assertThat(slave.isClosed()).as("by the agent only").isFalse();
        service.doWork(NOW_MS);
        assertThat(slave.isClosed()).isTrue();
        assertThat(service.sendNow(NOW_MS)).isTrue();
    }

    @Test
    void shouldNotWaitForWhoHasTheTurn() throws Exception {
        ScriptedChannel slave = inStep("10.0.0.2");
        log.appendRecord(300, 1, random);
        AtomicBoolean meanwhile = new AtomicBoolean(true);
        slave.onWrite(() -> {
            Thread appender = new Thread(() -> meanwhile.set(service.sendNow(NOW_MS)));
            appender.start();
            appender.join();
        });
        service.doWork(NOW_MS);
        assertThat(meanwhile).isFalse();
        assertThat(service.sendNow(NOW_MS)).isTrue();
    }

    @Test
    void shouldSendNothingOnceClosed() {
        ScriptedChannel slave = inStep("10.0.0.2");
        service.close();
        log.appendRecord(300, 1, random);
        assertThat(service.sendNow(NOW_MS)).isTrue();
        assertThat(slave.takeWritten().hasRemaining()).isFalse();
    }
}
