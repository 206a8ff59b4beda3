/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One store in a directory at a time. */
class StoreLockTest {

    @TempDir
    private Path directory;

    @Test
    void shouldKeepASecondStoreOut() throws Exception {
        Path path = directory.resolve("lock");
        StoreLock lock = StoreLock.take(path);
        assertThat(Files.readString(path)).isEqualTo("lock");
        assertThatThrownBy(() -> StoreLock.take(path)).isInstanceOf(IOException.class)
            .hasMessageContaining("in use").hasMessageContaining(path.toString());
        lock.close();
        StoreLock.take(path).close();
    }
}
