/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.outer.OwnRequestCode;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/** From whom a master that begins learns nothing. */
class ReturningMasterTest {

    @TempDir
    private Path folder;
    private final AtomicLong wallMs = new AtomicLong(1_700_000_000_000L);
    private Node master;
    private Node slave;

    @BeforeEach
    void open() {
        master = new Node(folder.resolve("master"), true, wallMs);
        slave = new Node(folder.resolve("slave"), false, wallMs);
    }

    /** Both are started at once: the one that takes over knows the former master from an earlier exchange of roles. */
    @Test
    void shouldNotLearnFromAFormerMaster() {
        master.topics.update(List.of(TopicConfig.of("T", 3, 6)));
        slave.topics.update(List.of(TopicConfig.of("T", 3, 6)));
        slave.offsets.commit("G", "T", 0, 100);
        master.offsets.commit("G", "T", 0, 110);
        master.offsets.deleteTopic("T", 900);
        master.offsets.commit("G", "T", 0, 120);
        master.offsets.persist();
        MasterTwin way = new MasterTwin();
        way.serve(new Node(master.folder, false, wallMs).processor(false));
        MasterApi api = new MasterApi(way, "broker-a", "s1:10911");
        assertThat(new ReturningMaster("broker-a", api, slave).learn(List.of("m1:10911"), 1_000)).isZero();
        assertThat(slave.offsets.offset("G", "T", 0)).isEqualTo(100);
        assertThat(slave.offsets.deletions().isKnown("T")).isFalse();
    }

    @Test
    void shouldNotLearnFromBrokersOfAnotherNameNorWaitForDeadOnes() {
        slave.offsets.commit("G", "SELF_TEST_TOPIC", 0, 7_000);
        MasterTwin way = new MasterTwin();
        way.serve(slave.processor(false));
        ReturningMaster other = new ReturningMaster("broker-b", new MasterApi(way, "broker-a", "m1:10911"), master);
        assertThat(other.learn(List.of("s1:10911"), 1_000)).isZero();
        way.hang(OwnRequestCode.TABLE_VERSIONS);
        assertThat(other.learn(List.of("s1:10911"), 10)).isZero();
        assertThat(master.offsets.offset("G", "SELF_TEST_TOPIC", 0)).isEqualTo(-1);
    }
}
