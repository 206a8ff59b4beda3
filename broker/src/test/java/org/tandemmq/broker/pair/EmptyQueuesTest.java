/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.pair;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.processor.BrokerTables;
import org.tandemmq.broker.MemoryStore;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.NewMessage;

/** Queues whose messages all expired, on a broker whose log does not know them. */
class EmptyQueuesTest {

    @TempDir
    private Path folder;
    private final MemoryStore store = new MemoryStore();
    private BrokerTables tables;

    @BeforeEach
    void open() {
        tables = new BrokerTables(folder, true);
        tables.topics.update(List.of(TopicConfig.of("T", 2, 6), TopicConfig.of("U", 2, 6)));
    }

    private ConsumerOffsetManager table(String name, boolean master) {
        ConsumerOffsetManager table = new ConsumerOffsetManager(new TableFile(folder.resolve(name + ".json")),
            Instant::now, 1 << 20);
        table.load(master);
        return table;
    }

    private void put(String topic, int queueId) {
        store.put(new NewMessage(topic, queueId, 0, 0, 0, new InetSocketAddress("127.0.0.1", 1), 0, 0,
            ByteBuffer.allocate(0), ByteBuffer.allocate(1)), AckPolicy.APPEND_ONLY);
    }

    private static Map<String, Map<Integer, Long>> ends(String topic, int queueId, long end) {
        return Map.of(topic, Map.of(queueId, end));
    }

    private EmptyQueues queues(ConsumerOffsetManager offsets) {
        return new EmptyQueues(store, offsets, tables.topics);
    }

    @Test
    void shouldGoOnWhereGroupsAre() {
        ConsumerOffsetManager offsets = table("own", true);
        offsets.commit("G", "T", 0, 1_000);
        offsets.commit("H", "T", 0, 800);
        offsets.commit("G", "T", 1, 10);
        put("T", 1);
        queues(offsets).beginAll(1_000);
        assertThat(store.begun).isEqualTo(ends("T", 0, 1_000));
        offsets.limitTo(store::maxOffset);
        assertThat(offsets.offset("G", "T", 0)).isEqualTo(1_000);
        assertThat(offsets.offset("H", "T", 0)).as("pulled up by its client, nothing is there").isEqualTo(800);
        assertThat(offsets.offset("G", "T", 1)).as("the queue has entries: they are the measure").isEqualTo(1);
    }

    @Test
    void shouldGoOnWhereTheMasterSaidAfterATakeover() {
        ConsumerOffsetManager master = table("master", true);
        master.ends().ownAre(() -> ends("T", 0, 1_000));
        ConsumerOffsetManager slave = table("slave", false);
        slave.replaceWith(master.snapshot());
        ConsumerOffsetManager promoted = table("slave", true);
        queues(promoted).beginAll(1_000);
        assertThat(store.begun).as("though nobody committed anything here").isEqualTo(ends("T", 0, 1_000));
        store.begun = ends("T", 0, 1_001);
        assertThat(new String(promoted.snapshot(), StandardCharsets.UTF_8))
            .as("its own queues are what it tells from then on").contains("\"queueEnds\":{\"T\":{0:1001}}");
    }

    @Test
    void shouldShowOnASlaveWhatTheMasterHas() {
        ConsumerOffsetManager master = table("master", true);
        ConsumerOffsetManager slave = table("slave", false);
        EmptyQueues queues = queues(slave);
        slave.replaceWith(master.snapshot());
        assertThat(queues.doWork()).isZero();
        master.ends().ownAre(() -> ends("T", 0, 1_000));
        slave.replaceWith(master.snapshot());
        assertThat(queues.doWork()).isEqualTo(1);
        assertThat(store.begun).isEqualTo(ends("T", 0, 1_000));
        slave.replaceWith(master.snapshot());
        assertThat(queues.doWork()).as("once").isZero();
    }

    @Test
    void shouldBelieveNoNumberThatAQueueCanNotHave() {
        ConsumerOffsetManager offsets = table("own", true);
        offsets.commit("G", "T", 0, Long.MAX_VALUE);
        offsets.commit("G", "T", 7, 5);
        offsets.commit("G", "unknown", 0, 5);
        queues(offsets).beginAll(1_000);
        assertThat(store.begun).isEmpty();
        offsets.limitTo(store::maxOffset);
        assertThat(offsets.offset("G", "T", 0)).isZero();
    }

    @Test
    void shouldForgetTheEndsOfADeletedTopic() {
        ConsumerOffsetManager master = table("master", true);
        master.ends().ownAre(() -> ends("T", 0, 1_000));
        ConsumerOffsetManager slave = table("slave", false);
        slave.replaceWith(master.snapshot());
        master.commit("G", "U", 0, 3);
        master.ends().ownAre(Map::of);
        master.deleteTopic("T", 500);
        slave.mergeNewest(master.snapshot(), (topic, offsets) -> offsets);
        assertThat(slave.ends().told()).isEmpty();
        queues(slave).beginAll(1_000);
        assertThat(store.begun).isEqualTo(ends("U", 0, 3));
    }
}
