/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.pair;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.MemoryStore;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.NewMessage;

/** What is left of deleted topics goes, whenever the deletion is heard of, and nothing that came after it. */
class FormerLivesTest {

    @TempDir
    private Path folder;
    private final MemoryStore mastersStore = new MemoryStore();
    private final MemoryStore slavesStore = new MemoryStore();
    private ConsumerOffsetManager master;
    private ConsumerOffsetManager slave;

    @BeforeEach
    void open() {
        master = table("master");
        slave = table("slave");
    }

    private ConsumerOffsetManager table(String name) {
        ConsumerOffsetManager table = new ConsumerOffsetManager(new TableFile(folder.resolve(name + ".json")),
            Instant::now, 1 << 20);
        table.load(name.equals("master"));
        return table;
    }

    private static void put(MemoryStore store, String topic, int queueId) {
        store.put(new NewMessage(topic, queueId, 0, 0, 0,
            new InetSocketAddress("127.0.0.1", 1), 0, 0, ByteBuffer.allocate(0), ByteBuffer.allocate(1)),
            AckPolicy.APPEND_ONLY);
    }

    private void putOnBoth(String topic, int queueId) {
        put(mastersStore, topic, queueId);
        put(slavesStore, topic, queueId);
    }

    @Test
    void shouldDropOnASlaveThatWasDownWhatCameBeforeTheDeletion() {
        putOnBoth("T", 0);
        putOnBoth("T", 1);
        master.deleteTopic("T", mastersStore.status().endPosition());
        put(mastersStore, "T", 1);
        FormerLives lives = new FormerLives(slavesStore, slave);
        assertThat(lives.doWork()).as("nobody told it").isZero();
        slave.replaceWith(master.snapshot());
        assertThat(lives.doWork()).isEqualTo(1);
        assertThat(slavesStore.queueIds("T")).isEmpty();
        put(slavesStore, "T", 1);
        assertThat(lives.doWork()).as("once").isZero();
        slave.persist();
        FormerLives afterwards = new FormerLives(slavesStore, table("slave"));
        assertThat(afterwards.doWork()).isZero();
        assertThat(slavesStore.queueIds("T")).containsExactly(1);
    }

    @Test
    void shouldWaitUntilTheSlavesLogIsWhereTheTopicWasDeleted() {
        putOnBoth("T", 0);
        put(mastersStore, "T", 0);
        master.deleteTopic("T", mastersStore.status().endPosition());
        slave.replaceWith(master.snapshot());
        FormerLives lives = new FormerLives(slavesStore, slave);
        assertThat(lives.doWork()).isZero();
        put(slavesStore, "T", 0);
        assertThat(lives.doWork()).isEqualTo(1);
        assertThat(slavesStore.queueIds("T")).isEmpty();
    }

    @Test
    void shouldFinishOnAMasterWhatAKillInterrupted() {
        put(mastersStore, "T", 0);
        master.deleteTopic("T", mastersStore.status().endPosition());
        put(mastersStore, "U", 0);
        master = table("master");
        new FormerLives(mastersStore, master).dropAll(1_000);
        assertThat(mastersStore.queueIds("T")).isEmpty();
        assertThat(mastersStore.queueIds("U")).containsExactly(0);
        assertThat(master.deletions().topics()).as("its slaves have to hear of it").containsOnlyKeys("T");
    }

    @Test
    void shouldNotDropWhatIsWrittenAgainAfterTheLogLostItsEnd() {
        master.deleteTopic("T", 1_000_000);
        new FormerLives(mastersStore, master).dropAll(1_000);
        put(mastersStore, "T", 0);
        new FormerLives(mastersStore, master).dropAll(1_000);
        assertThat(mastersStore.queueIds("T")).containsExactly(0);
    }
}
