/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** What a test does to the files of a store that is closed. */
final class StoreFiles {

    private StoreFiles() {
    }

    /** Files of a directory in the order of their names. */
    static List<Path> of(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Deletes a file, or a directory with all that is in it. */
    static void delete(Path path) throws IOException {
        if (Files.exists(path)) {
            try (Stream<Path> all = Files.walk(path)) {
                for (Path each : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    /** Cuts a file. */
    static void truncate(Path path, long length) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            file.truncate(length);
        }
    }
}
