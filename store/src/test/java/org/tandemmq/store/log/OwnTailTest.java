/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of the log is this broker's own, over restarts. */
class OwnTailTest {

    private Path file;

    @BeforeEach
    void place(@TempDir Path root) {
        file = root.resolve("owntail");
    }

    private OwnTail restarted() throws IOException {
        OwnTail tail = new OwnTail(file);
        tail.load();
        return tail;
    }

    @Test
    void shouldBeginWhereTheFirstOfSeveralMastersLivesBegan() throws IOException {
        OwnTail tail = restarted();
        assertThat(tail.from()).isEqualTo(OwnTail.NONE);
        tail.writtenFrom(1_000);
        assertThat(restarted().from()).isEqualTo(1_000);
        restarted().writtenFrom(2_000);
        assertThat(restarted().from()).as("nobody is known to have what came before").isEqualTo(1_000);
        restarted().writtenFrom(900);
        assertThat(restarted().from()).as("the end was lost, and written anew").isEqualTo(900);
    }

    @Test
    void shouldForgetWhatTheMasterHasAsWell() throws IOException {
        restarted().writtenFrom(0);
        restarted().shared();
        assertThat(restarted().from()).isEqualTo(OwnTail.NONE);
        restarted().writtenFrom(5_000);
        assertThat(restarted().from()).isEqualTo(5_000);
    }

    @Test
    void shouldOwnNothingWhereTheFileIsMissingOrDamaged() throws IOException {
        restarted().writtenFrom(0);
        restarted().shared();
        for (String content : new String[] {"", "-1", "12x", "99999999999999999999", "\0\0\0"}) {
            Files.writeString(file, content);
            assertThat(restarted().from()).as("content '%s', and not the copy's", content).isEqualTo(OwnTail.NONE);
        }
        Files.delete(file);
        assertThat(restarted().from()).isEqualTo(OwnTail.NONE);
    }
}
