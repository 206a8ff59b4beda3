/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.MemoryStore;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.broker.offset.ConsumerOffsetManager;

/** A former master comes back as the slave of one that never heard of what it deleted. */
class UndoneDeletionsTest {

    @TempDir
    private Path folder;
    private final MemoryStore store = new MemoryStore();
    private final Set<String> topics = new TreeSet<>(Set.of("T"));
    private boolean topicsTaken = true;
    private ConsumerOffsetManager promoted;
    private ConsumerOffsetManager returned;

    private ConsumerOffsetManager table(String name, boolean master) {
        ConsumerOffsetManager table = new ConsumerOffsetManager(new TableFile(folder.resolve(name + ".json")),
            Instant::now, 1 << 20);
        table.load(master);
        return table;
    }

    @BeforeEach
    void takeOver() {
        ConsumerOffsetManager master = table("former", true);
        master.commit("G", "T", 0, 5);
        master.deleteTopic("Both", 300);
        promoted = table("promoted", false);
        promoted.replaceWith(master.snapshot());
        promoted = table("promoted", true);
        promoted.commit("G", "T", 0, 9);
        master.commit("G", "T", 0, 5);
        master.deleteTopic("T", 500);
        returned = open();
    }

    private ConsumerOffsetManager open() {
        ConsumerOffsetManager table = table("former", false);
        table.deletions().whenUndone(new UndoneDeletions(store, topics::contains, () -> topicsTaken)::undo);
        return table;
    }

    @Test
    void shouldBuildTheQueuesBeforeItGivesItsDeletionUp() {
        topicsTaken = false;
        for (int attempt = 0; attempt < 3; attempt++) {
            assertThatThrownBy(() -> returned.replaceWith(promoted.snapshot()))
                .hasMessageContaining("topics of the master");
        }
        assertThat(store.builtAgain).isEmpty();
        topicsTaken = true;
        assertThatThrownBy(() -> returned.replaceWith(promoted.snapshot())).hasMessageContaining("built again");
        assertThat(store.builtAgain).as("what both know stays deleted").containsExactly("T");
        assertThat(new FormerLives(store, returned).doWork()).as("not by a deletion that may never have been").isZero();
        assertThat(returned.offset("G", "T", 0)).isEqualTo(-1);
        store.building.complete(null);
        returned.replaceWith(promoted.snapshot());
        assertThat(returned.offset("G", "T", 0)).isEqualTo(9);
        assertThat(returned.returned()).isFalse();
        assertThat(returned.deletions().topics()).containsOnlyKeys("Both");
    }

    @Test
    void shouldBeginAnewAfterAKillOrAFailure() {
        assertThatThrownBy(() -> returned.replaceWith(promoted.snapshot())).hasMessageContaining("built again");
        store.builtAgain.clear();
        returned = open();
        store.building.completeExceptionally(new IllegalStateException("can't be read"));
        assertThatThrownBy(() -> returned.replaceWith(promoted.snapshot())).hasMessageContaining("can't be read");
        store.building = CompletableFuture.completedFuture(null);
        returned.replaceWith(promoted.snapshot());
        assertThat(store.builtAgain).containsExactly("T");
        assertThat(returned.offset("G", "T", 0)).isEqualTo(9);
    }

    @Test
    void shouldBuildNothingOfTopicsThatTheMasterDoesNotHave() {
        topics.clear();
        returned.replaceWith(promoted.snapshot());
        assertThat(store.builtAgain).isEmpty();
        assertThat(returned.offset("G", "T", 0)).isEqualTo(9);
    }
}
