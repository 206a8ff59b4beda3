/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.pair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.tandemmq.broker.MemoryStore;

/** When a slave drops what belonged to topics that its master deleted. */
class DeletedTopicsTest {

    private final MemoryStore store = new MemoryStore();
    private final Set<String> existing = new HashSet<>();
    private final Set<String> dropped = new HashSet<>();
    private final Set<String> lost = new HashSet<>();
    private boolean follows = true;
    private final DeletedTopics topics = new DeletedTopics(store, existing::contains, topic -> !lost.contains(topic),
        () -> follows,
        change -> dropped.addAll(change.removed()));

    @Test
    void shouldDropATopicThatStaysAway() {
        topics.removed(Set.of("T"), 1_000);
        assertThat(topics.doWork(1_000 + DeletedTopics.QUIET_MS - 1)).isZero();
        assertThat(topics.doWork(1_000 + DeletedTopics.QUIET_MS)).isEqualTo(1);
        assertThat(dropped).containsExactly("T");
        assertThat(topics.doWork(100_000)).isZero();
    }

    @Test
    void shouldKeepATopicThatCameBack() {
        topics.removed(Set.of("T"), 1_000);
        existing.add("T");
        assertThat(topics.doWork(10_000)).isZero();
        assertThat(dropped).isEmpty();
    }

    @Test
    void shouldKeepWhatTheMasterLostFromItsTable() {
        lost.add("T");
        topics.removed(Set.of("T", "Other"), 1_000);
        assertThat(topics.doWork(1_000_000)).isEqualTo(1);
        assertThat(dropped).containsExactly("Other");
        existing.add("T");
        assertThat(topics.doWork(1_000_100)).isZero();
        existing.clear();
        topics.removed(Set.of("T"), 1_000_200);
        assertThat(topics.doWork(1_010_000)).isZero();
        lost.clear();
        assertThat(topics.doWork(1_010_100)).as("told later: the table of deletions comes behind").isEqualTo(1);
    }

    @Test
    void shouldDropNothingWhileNoMasterIsFollowed() {
        topics.removed(Set.of("T"), 1_000);
        follows = false;
        assertThat(topics.doWork(100_000)).isZero();
        follows = true;
        existing.add("T");
        assertThat(topics.doWork(200_000)).isZero();
        assertThat(dropped).isEmpty();
    }
}
