/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.simulation.ForgetfulFileLayer;

/** A slave's appends: bytes of the master's log, as they are. */
class RawAppendTest {

    private static final int SEGMENT = 16_384;

    private LogFixture fixture;

    @BeforeEach
    void open() throws Exception {
        fixture = new LogFixture(new ForgetfulFileLayer(), Path.of("/master"), SEGMENT).open(0);
    }

    @Test
    void shouldCopyAMastersBytesToTheSamePositionsAcrossSegments() throws Exception {
        for (int i = 0; i < 60; i++) {
            fixture.append("T", i % 3, 100 * (i % 10));
        }
        LogFixture slave = new LogFixture(new ForgetfulFileLayer(), Path.of("/slave"), SEGMENT).open(0);
        while (slave.end.value() < fixture.end.value()) {
            try (LogSlice slice = fixture.reader.slice(slave.end.value(), 777)) {
                slave.log.appendRaw(slice.position(), slice.bytes());
            }
        }
        for (long at = 0; at < fixture.end.value(); at += SEGMENT) {
            try (LogSlice one = fixture.reader.slice(at, SEGMENT); LogSlice other = slave.reader.slice(at, SEGMENT)) {
                assertThat(other.bytes()).isEqualTo(one.bytes());
            }
        }
        assertThat(slave.files.size()).isEqualTo(fixture.files.size()).isGreaterThan(1);
    }

    /** Zeros are ready or not, the disk fails now and then: the copy is the same. */
    @Test
    void shouldCopyThroughFileAndMappingInTurns() throws Exception {
        for (int i = 0; i < 40; i++) {
            fixture.append("Turns", 0, 1_000 + 37 * i);
        }
        ForgetfulFileLayer disk = new ForgetfulFileLayer();
        LogFixture slave = new LogFixture(disk, Path.of("/slave"), SEGMENT).open(0);
        Random random = new Random(11);
        while (slave.end.value() < fixture.end.value()) {
            try (LogSlice slice = fixture.reader.slice(slave.end.value(), 1 + random.nextInt(9_000))) {
                slave.log.expectBacklog(random.nextBoolean());
                if (random.nextInt(4) == 0) {
                    slave.elapsedMs += 2_000;
                    slave.allocator.doWork(slave.elapsedMs);
                }
                disk.fail(random.nextInt(4) == 0 ? new IOException("full") : null);
                long before = slave.end.value();
                try {
                    slave.log.appendRaw(slice.position(), slice.bytes());
                } catch (IOException full) {
                    assertThat(slave.end.value()).isEqualTo(before);
                    disk.fail(null);
                    slave.elapsedMs += 2_000;
                    slave.allocator.doWork(slave.elapsedMs);
                }
            }
        }
        for (long at = 0; at < fixture.end.value(); at += SEGMENT) {
            try (LogSlice one = fixture.reader.slice(at, SEGMENT); LogSlice other = slave.reader.slice(at, SEGMENT)) {
                assertThat(other.bytes()).isEqualTo(one.bytes());
            }
        }
    }

    @Test
    void shouldWriteABacklogOnceAndLayZerosAheadOfLittle() throws Exception {
        LogFixture slave = new LogFixture(new ForgetfulFileLayer(), Path.of("/slave"), SEGMENT).open(0);
        slave.log.expectBacklog(true);
        slave.log.appendRaw(0, ByteBuffer.allocate(5_000));
        slave.allocator.doWork(slave.elapsedMs);
        assertThat(slave.files.last().allocatedBytes()).as("space is taken by what is written").isEqualTo(5_000);
        slave.log.expectBacklog(false);
        slave.log.appendRaw(5_000, ByteBuffer.allocate(10));
        slave.allocator.doWork(slave.elapsedMs);
        assertThat(slave.files.last().allocatedBytes()).isGreaterThan(5_010);
        slave.log.expectBacklog(true);
        int laid = slave.files.last().allocatedBytes();
        slave.log.appendRaw(5_010, ByteBuffer.allocate(10));
        slave.allocator.doWork(slave.elapsedMs);
        assertThat(slave.files.last().allocatedBytes()).as("what was laid out is used").isEqualTo(laid);
    }

    @Test
    void shouldTakeRawBytesOnlyWhereTheyBelong() throws Exception {
        ByteBuffer bytes = ByteBuffer.allocate(100);
        assertThatThrownBy(() -> fixture.log.appendRaw(50, bytes)).hasMessageContaining("the log ends at 0");
        fixture.log.appendRaw(3L * SEGMENT, bytes);
        assertThat(fixture.files.minPosition()).isEqualTo(3L * SEGMENT);
        assertThat(fixture.end.value()).isEqualTo(3L * SEGMENT + 100);
        assertThatThrownBy(() -> fixture.log.appendRaw(3L * SEGMENT + 99, bytes)).hasMessageContaining("ends at");
        assertThatThrownBy(() -> fixture.log.appendRaw(3L * SEGMENT + 100, ByteBuffer.allocate(SEGMENT)))
            .hasMessageContaining("cross the end of a segment");
    }
}
