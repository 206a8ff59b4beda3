/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.admin.info.LostMessages;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.broker.offset.ConsumerOffsetManager;

/** Groups that had not read what a full disk made go. */
class LostMessagesTest {

    @TempDir
    private Path folder;

    private static final class QueuesTwin implements LostMessages.Queues {
        private final Map<String, Long> minOffsets = new HashMap<>();
        private long deletions;

        @Override
        public long forcedDeletions() {
            return deletions;
        }

        @Override
        public Collection<String> topics() {
            return List.of("Orders", "Payments");
        }

        @Override
        public long minOffset(String topic, int queueId) {
            return minOffsets.getOrDefault(topic + queueId, 0L);
        }
    }

    @Test
    void shouldCountEachMessageOncePerGroupThatHadNotReadIt() {
        ConsumerOffsetManager offsets = new ConsumerOffsetManager(new TableFile(folder.resolve("offsets.json")),
            Instant::now, 1 << 20);
        QueuesTwin queues = new QueuesTwin();
        LostMessages lost = new LostMessages(offsets, queues);
        offsets.commit("late", "Orders", 0, 10);
        offsets.commit("late", "Orders", 1, 500);
        offsets.commit("prompt", "Orders", 0, 400);
        offsets.commit("late", "Payments", 0, 0);

        queues.minOffsets.put("Orders0", 100L);
        lost.look();
        assertThat(figures(lost)).as("nothing was forced").containsExactly("0", "0");

        queues.deletions = 1;
        queues.minOffsets.put("Orders1", 400L);
        lost.look();
        lost.look();
        assertThat(figures(lost)).containsExactly("1", "90");

        queues.deletions = 3;
        queues.minOffsets.put("Orders0", 450L);
        queues.minOffsets.put("Payments0", 7L);
        lost.look();
        assertThat(figures(lost)).containsExactly("3", Integer.toString(90 + 350 + 50 + 7));

        queues.deletions = 4;
        lost.look();
        assertThat(figures(lost)).as("nothing new").containsExactly("3", "497");
    }

    private static Collection<String> figures(LostMessages lost) {
        Map<String, String> table = new TreeMap<>();
        lost.addTo(table);
        assertThat(table).containsOnlyKeys("groupsThatLostMessages", "messagesLostUnread");
        return table.values();
    }
}
