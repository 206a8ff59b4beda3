/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.remoting.protocol.body.DataVersion;

/** Consumer offsets of one broker: commits, file, versions. */
class ConsumerOffsetManagerTest {

    @TempDir
    private Path folder;

    private ConsumerOffsetManager open() {
        ConsumerOffsetManager offsets = new ConsumerOffsetManager(
            new TableFile(folder.resolve("consumerOffset.json")),
            () -> Instant.ofEpochMilli(1_700_000_000_000L), 1 << 20);
        offsets.load(true);
        return offsets;
    }

    @Test
    void shouldKeepCommitsOverARestart() {
        ConsumerOffsetManager offsets = open();
        offsets.commit("g", "T", 0, 5);
        offsets.commit("g", "T", 9, 0);
        offsets.commit("g", "T", 0, 3);
        assertThat(offsets.persist()).isTrue();
        assertThat(offsets.persist()).isFalse();
        ConsumerOffsetManager again = open();
        assertThat(again.offset("g", "T", 0)).isEqualTo(3);
        assertThat(again.offset("g", "T", 9)).isZero();
        assertThat(again.offset("g", "T", 1)).isEqualTo(ConsumerOffsetManager.NONE);
        assertThat(again.offset("other", "T", 0)).isEqualTo(ConsumerOffsetManager.NONE);
        assertThat(again.offset("g", "T", -1)).isEqualTo(ConsumerOffsetManager.NONE);
    }

    @Test
    void shouldRefuseNewPairsAndQueuesBeyondItsMemory() {
        ConsumerOffsetManager offsets = open();
        int taken = 0;
        while (offsets.refusal("g" + taken, "T", 0) == null) {
            offsets.commit("g" + taken, "T", 0, 1);
            taken++;
        }
        assertThat(taken).isBetween(2_000, 4_000);
        assertThat(offsets.refusal("g" + taken, "T", 0)).contains(taken + " pairs", "1048576");
        assertThat(offsets.refusal("g0", "T", 0)).as("a queue that has an offset").isNull();
        assertThat(offsets.refusal("g0", "T", 5)).isNotNull();
        offsets.deleteTopic("T", 1);
        assertThat(offsets.refusal("g0", "T", 5)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.9.8", "5.3.3"})
    void shouldReadTheFilesOfBothLines(String version) throws IOException {
        Files.write(folder.resolve("consumerOffset.json"),
            getClass().getResourceAsStream("/tables/" + version + "/consumerOffset.json").readAllBytes());
        ConsumerOffsetManager offsets = open();
        assertThat(offsets.offset("cg-orders", "Orders", 0)).isPositive();
        assertThat(offsets.topicsOf("cg-orders")).contains("Orders", "%RETRY%cg-orders");
    }

    @Test
    void shouldWriteBareQueueIdsAsTheReferenceDoes() throws IOException {
        ConsumerOffsetManager offsets = open();
        offsets.commit("cg1", "T1", 0, 5);
        offsets.commit("cg1", "T1", 1, 7);
        assertThat(new String(offsets.snapshot(), StandardCharsets.UTF_8))
            .contains("\"offsetTable\":{\"T1@cg1\":{0:5,1:7}}", "\"groupTopicMap\":{\"cg1\":[\"T1\"]}");
    }

    @Test
    void shouldMoveItsVersionOncePerLookAfterChanges() {
        ConsumerOffsetManager offsets = open();
        DataVersion before = offsets.version();
        offsets.commit("g", "T", 0, 1);
        offsets.commit("g", "T", 0, 2);
        DataVersion after = offsets.version();
        assertThat(after.counter()).isEqualTo(before.counter() + 1);
        offsets.commit("g", "T", 0, 2);
        assertThat(offsets.version()).isEqualTo(after);
    }

    @Test
    void shouldForgetTopicsAndGroups() {
        ConsumerOffsetManager offsets = open();
        offsets.commit("g", "T", 0, 1);
        offsets.commit("h", "T", 0, 1);
        offsets.commit("g", "U", 0, 1);
        offsets.deleteGroup("g");
        assertThat(offsets.groupsOf("T")).containsExactly("h");
        assertThat(offsets.topicsOf("g")).isEmpty();
        offsets.deleteTopic("T", 1);
        offsets.persist();
        assertThat(open().groupsOf("T")).isEmpty();
    }

    @Test
    void shouldIgnoreQueuesBeyondItsLimit() {
        ConsumerOffsetManager offsets = open();
        offsets.commit("g", "T", Integer.MAX_VALUE, 1);
        offsets.commit("g", "T", -1, 1);
        assertThat(offsets.offsets("g", "T")).isEmpty();
    }
}
