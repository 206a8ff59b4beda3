/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.dispatch.ShownEnd;
import org.tandemmq.store.file.FileLayer;
import org.tandemmq.store.simulation.ForgetfulFileLayer;

/** Topics that are dropped, whole or up to a position, while messages come. */
@Timeout(60)
class TopicDeletionTest {

    @TempDir
    private Path root;
    private DefaultMessageStore store;

    @BeforeEach
    void open() {
        store = StoreFixture.started(root, BrokerRole.ASYNC_MASTER, false);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private PutResult put(String topic, int queueId) {
        return store.put(StoreFixture.message(topic, queueId, 500, "TAGS\u0001A\u0002KEYS\u0001key\u0002"),
            AckPolicy.AS_CONFIGURED).join();
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    private void dispatched() {
        await(() -> store.status().dispatchBehindBytes() == 0);
    }

    private List<Long> positions(String topic, int queueId) {
        return StoreFixture.positions(store, topic, queueId);
    }

    @Test
    void shouldDropATopicAndBeginItAnew() {
        put("T", 0);
        put("T", 3);
        put("other", 0);
        dispatched();
        store.deleteTopic("T", end -> { });
        await(() -> !store.topics().contains("T") && Files.notExists(root.resolve("consumequeue/T")));
        assertThat(store.maxOffset("T", 0)).isZero();
        assertThat(put("T", 0).queueOffset()).isZero();
        dispatched();
        assertThat(positions("T", 0)).hasSize(1);
        assertThat(positions("other", 0)).hasSize(1);
    }

    @Test
    void shouldKeepWhatIsPutWhileATopicIsDropped() {
        put("T", 0);
        put("T", 3);
        long[] position = new long[1];
        store.deleteTopic("T", end -> {
            position[0] = end;
            assertThat(end).isEqualTo(store.status().endPosition());
            assertThat(put("T", 0).queueOffset()).as("a new life").isZero();
            assertThat(put("T", 4).queueOffset()).isZero();
            dispatched();
        });
        await(() -> store.queueIds("T").equals(List.of(0, 4)));
        assertThat(positions("T", 0)).containsExactly(position[0]);
        assertThat(put("T", 3).queueOffset()).isZero();
        assertThat(put("T", 4).queueOffset()).isEqualTo(1);
        dispatched();
        assertThat(positions("T", 3)).hasSize(1);
        assertThat(positions("T", 4)).hasSize(2);
    }

    @Test
    void shouldDropATopicThoughItCanNotBeNoted() {
        put("T", 0);
        dispatched();
        assertThatThrownBy(() -> store.deleteTopic("T", end -> {
            throw new IllegalStateException("disk full");
        })).hasMessage("disk full");
        await(() -> !store.topics().contains("T"));
        assertThat(put("T", 0).queueOffset()).isZero();
    }

    @Test
    void shouldDropOnlyWhatIsLeftOfALifeThatEndedAtAPosition() {
        put("T", 0);
        put("T", 3);
        long deletedAt = store.status().endPosition();
        put("T", 5);
        dispatched();
        assertThat(store.deleteTopic("T", deletedAt).join()).isEqualTo(2);
        assertThat(store.queueIds("T")).containsExactly(5);
        assertThat(put("T", 3).queueOffset()).as("a new life").isZero();
        dispatched();
        assertThat(store.deleteTopic("T", deletedAt).join()).as("the same again").isZero();
        assertThat(positions("T", 3)).hasSize(1);
        assertThat(positions("T", 5)).hasSize(1);
    }

    @Test
    void shouldBuildAgainWhatWasDropped() {
        List<Long> put = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            put.add(put("T", 0).position());
            put("T", 1);
            put("other", 0);
        }
        dispatched();
        List<Long> others = positions("other", 0);
        store.deleteTopic("T", end -> { });
        await(() -> !store.topics().contains("T"));
        store.buildQueues(Set.of("T")).join();
        assertThat(store.queueIds("T")).containsExactly(0, 1);
        assertThat(positions("T", 0)).isEqualTo(put);
        assertThat(positions("other", 0)).isEqualTo(others);
        store.close();
        open();
        assertThat(positions("T", 0)).isEqualTo(put);
        put.add(put("T", 0).position());
        dispatched();
        assertThat(positions("T", 0)).as("and goes on behind it").isEqualTo(put);
    }

    @Test
    void shouldBuildAgainWhatIsBeforeNewMessages() {
        List<Long> put = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            put.add(put("T", 0).position());
        }
        dispatched();
        store.deleteTopic("T", end -> { });
        await(() -> !store.topics().contains("T"));
        store.beginQueues(Map.of("T", Map.of(0, 5L))).join();
        PutResult next = put("T", 0);
        assertThat(next.queueOffset()).isEqualTo(5);
        put.add(next.position());
        dispatched();
        assertThat(store.minOffset("T", 0)).isEqualTo(5);
        store.buildQueues(Set.of("T")).join();
        assertThat(store.minOffset("T", 0)).isZero();
        assertThat(positions("T", 0)).isEqualTo(put);
    }

    /** What lies behind is taken in once, by the dispatch that tells pulls of it. */
    @Test
    void shouldBuildAgainNoFurtherThanTheDispatchHasCome() throws Exception {
        FileLayer layer = new ForgetfulFileLayer();
        StoreFixture fixture = new StoreFixture(layer, Path.of("/store"), BrokerRole.ASYNC_MASTER, false, 1L << 40)
            .open();
        List<Long> told = new ArrayList<>();
        StoreQueues queues = new StoreQueues(fixture.config, layer, fixture.log.reader, ShownEnd.ALL,
            (topic, queueId, nextOffset, tagsCode, record) -> told.add(nextOffset), InstantSource.system(), () -> 0);
        fixture.put("T", 0, 10, "");
        fixture.put("T", 0, 10, "");
        queues.catchUp(fixture.log.end.value(), fixture.log.flush);
        fixture.put("T", 0, 10, "");
        told.clear();
        CompletableFuture<Void> built = new CompletableFuture<>();
        queues.buildAgain(Set.of("T"), built);
        assertThat(built).isCompleted();
        assertThat(queues.queues.find("T", 0).maxOffset()).isEqualTo(2);
        told.clear();
        queues.catchUp(fixture.log.end.value(), fixture.log.flush);
        assertThat(told).containsExactly(3L);
        assertThat(queues.queues.find("T", 0).maxOffset()).isEqualTo(3);
    }

    @Test
    void shouldSayThatQueuesAreBuiltWhenTheDiskHasThem() throws Exception {
        ForgetfulFileLayer layer = new ForgetfulFileLayer();
        StoreFixture fixture = new StoreFixture(layer, Path.of("/store"), BrokerRole.ASYNC_MASTER, false, 1L << 40)
            .open();
        fixture.put("T", 0, 10, "");
        fixture.dispatch();
        layer.failForces(new IOException("no answer"));
        CompletableFuture<Void> built = new CompletableFuture<>();
        fixture.queues.buildAgain(Set.of("T"), built);
        assertThat(built).isCompletedExceptionally();
        layer.failForces(null);
        CompletableFuture<Void> again = new CompletableFuture<>();
        fixture.queues.buildAgain(Set.of("T"), again);
        assertThat(again).isCompleted();
        assertThat(layer.files(Path.of("/store/consumequeue/T/0"))).hasSize(1);
    }
}
