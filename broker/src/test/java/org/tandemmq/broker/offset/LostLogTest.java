/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.metadata.TableFile;

/** What a slave's offsets say about a log that was taken away is no news for its master. */
class LostLogTest {

    @TempDir
    private Path folder;

    private ConsumerOffsetManager table(String name) {
        ConsumerOffsetManager table = new ConsumerOffsetManager(new TableFile(folder.resolve(name + ".json")),
            Instant::now, 1 << 20);
        table.load(name.equals("master"));
        return table;
    }

    @Test
    void shouldLearnWhatTheMasterHas() {
        ConsumerOffsetManager slave = table("slave");
        slave.commit("G", "T", 0, 900);
        slave.commit("Own", "T", 0, 5);
        ConsumerOffsetManager master = table("master");
        master.commit("G", "T", 0, 700);
        slave.learn();
        assertThat(slave.ownCommits().newerThan(master.snapshot(), OffsetFilter.ALL)).isNull();
        slave.replaceWith(master.snapshot());
        assertThat(slave.offset("G", "T", 0)).isEqualTo(700);
        assertThat(slave.topicsOf("Own")).isEmpty();
        slave.commit("G", "T", 0, 800);
        assertThat(slave.ownCommits().newerThan(master.snapshot(), OffsetFilter.ALL)).as("a slave like any other")
            .isNotNull();
    }
}
