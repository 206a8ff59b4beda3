/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.place;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What nobody has open is brought to disk: the names in a directory, or a file that was copied. */
public final class DiskSync {

    private DiskSync() {
    }

    /**
     * Makes what is there durable: of a directory the names of files made, moved or deleted in it, of a file its
     * content.
     *
     * @param path directory or file
     * @throws IOException when the disk does not confirm
     */
    public static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
