/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.store.config.FlushConfig;
import org.tandemmq.store.file.DiskFileLayer;
import org.tandemmq.store.position.Awaited;
import org.tandemmq.store.simulation.ForgetfulFileLayer;

/** When the log is forced, for whom, and what happens when the disk fails. */
class FlushAgentTest {

    private static final int SEGMENT = 65_536;

    private final ForgetfulFileLayer layer = new ForgetfulFileLayer();
    private LogFixture fixture;

    @BeforeEach
    void open() throws Exception {
        fixture = new LogFixture(layer, Path.of("/log"), SEGMENT).open(0);
    }

    @Test
    void shouldServeAllWhoWaitWithOneForce() {
        FlushAgent agent = fixture.flushAgent(FlushConfig.defaults().withSync(true), FlushListener.NONE);
        List<CompletableFuture<Awaited>> waits = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waits.add(fixture.waiters.await(fixture.append("T", 0, 100).endPosition(), 5_000));
        }
        int before = layer.forces();
        assertThat(agent.doWork(0)).isEqualTo(1);
        assertThat(layer.forces() - before).isEqualTo(1);
        assertThat(waits).allMatch(wait -> wait.join() == Awaited.REACHED);
        assertThat(fixture.flushed.value()).isEqualTo(fixture.end.value());
        assertThat(agent.doWork(1)).isZero();
    }

    @Test
    void shouldForceAcrossTheEndsOfSegments() {
        FlushAgent agent = fixture.flushAgent(FlushConfig.defaults().withSync(true), FlushListener.NONE);
        for (int i = 0; i < 10; i++) {
            fixture.append("T", 0, 20_000);
        }
        assertThat(fixture.files.size()).isGreaterThan(3);
        agent.doWork(0);
        assertThat(fixture.flushed.value()).isEqualTo(fixture.end.value());
    }

    @Test
    void shouldWaitForIntervalAndPagesUnlessThoroughIsDue() {
        FlushAgent agent = fixture.flushAgent(FlushConfig.defaults(), FlushListener.NONE);
        fixture.append("T", 0, 100);
        assertThat(agent.doWork(0)).as("the first look is thorough").isEqualTo(1);
        fixture.append("T", 0, 100);
        assertThat(agent.doWork(600)).as("less than four pages").isZero();
        fixture.append("T", 0, 17_000);
        assertThat(agent.doWork(600)).isEqualTo(1);
        fixture.append("T", 0, 17_000);
        assertThat(agent.doWork(1_000)).as("too soon").isZero();
        assertThat(agent.doWork(1_100)).isEqualTo(1);
        fixture.append("T", 0, 1);
        assertThat(agent.doWork(9_999)).isZero();
        assertThat(agent.doWork(10_000)).isEqualTo(1);
    }

    /** What the disk does not have yet, the master still has. */
    @Test
    void shouldForceABacklogFromAMasterByTheThoroughIntervalOnly(@TempDir Path directory) throws Exception {
        LogFixture slave = new LogFixture(new DiskFileLayer(), directory, 1 << 30).open(0);
        FlushAgent agent = slave.flushAgent(FlushConfig.defaults(), FlushListener.NONE);
        slave.log.appendRaw(0, ByteBuffer.allocate(100_000));
        assertThat(agent.doWork(0)).as("the first look is thorough").isEqualTo(1);
        come(slave, FlushAgent.BACKLOG_BYTES);
        assertThat(agent.doWork(600)).as("a backlog").isZero();
        come(slave, FlushAgent.BACKLOG_BYTES);
        assertThat(agent.doWork(1_200)).as("still a backlog").isZero();
        come(slave, 100_000);
        assertThat(agent.doWork(1_800)).as("in step").isEqualTo(1);
        assertThat(slave.flushed.value()).isEqualTo(slave.end.value());
        come(slave, FlushAgent.BACKLOG_BYTES);
        assertThat(agent.doWork(2_400)).as("a backlog").isZero();
        assertThat(agent.doWork(3_000)).as("nothing came since").isEqualTo(1);
        come(slave, FlushAgent.BACKLOG_BYTES);
        assertThat(agent.doWork(10_000)).as("thorough").isEqualTo(1);
        FlushAgent atOnce = slave.flushAgent(FlushConfig.defaults().withSync(true), FlushListener.NONE);
        come(slave, FlushAgent.BACKLOG_BYTES);
        assertThat(atOnce.doWork(10_001)).as("SYNC_FLUSH").isEqualTo(1);
        FlushAgent master = fixture.flushAgent(FlushConfig.defaults(), FlushListener.NONE);
        fixture.append("T", 0, 100);
        master.doWork(0);
        come(fixture, FlushAgent.BACKLOG_BYTES);
        assertThat(master.doWork(600)).as("a master").isEqualTo(1);
    }

    /** The segment is a hole of the right size: how far it is written is all that counts here. */
    private static void come(LogFixture slave, long bytes) {
        slave.end.publish(slave.end.value() + bytes);
    }

    @Test
    void shouldStopTakingWritesWhenTheDiskDoesNotConfirmAndNeverClaimIt() {
        FlushAgent agent = fixture.flushAgent(FlushConfig.defaults().withSync(true), FlushListener.NONE);
        AppendResult stored = fixture.append("T", 0, 100);
        CompletableFuture<Awaited> wait = fixture.waiters.await(stored.endPosition(), 5_000);
        layer.fail(new IOException("Input/output error"));
        agent.doWork(0);
        assertThat(wait).isCompletedWithValue(Awaited.GIVEN_UP);
        assertThat(fixture.flushed.value()).isZero();
        layer.fail(null);
        assertThat(agent.doWork(1)).as("what the disk has is unknown for good").isZero();
        AppendResult refused = fixture.append("T", 0, 100);
        assertThat(refused.outcome()).isEqualTo(AppendResult.Outcome.REFUSED);
        assertThat(refused.reason()).contains("Input/output error").contains("position 0");
    }

    @Test
    void shouldTellAStoreTimeWhoseRecordsAreAllOnDisk() {
        List<Long> told = new ArrayList<>();
        FlushAgent agent = fixture.flushAgent(FlushConfig.defaults().withSync(true), (position, timeMs) -> {
            told.add(position);
            told.add(timeMs);
        });
        fixture.wallMs = 77;
        fixture.append("T", 0, 100);
        agent.doWork(0);
        assertThat(told).containsExactly(fixture.end.value(), 77L);
    }
}
