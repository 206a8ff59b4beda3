/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tandemmq.distribution.process.BuildOutput;

/**
 * Brings the machine's memory into use, as on one that has run for a day: reads a file without blocks until the page
 * cache is full. What a broker writes then takes pages from the cache; on an idle virtual machine it would wait for the
 * host to hand out each of them, which costs ten times as much and says nothing about the broker.
 */
final class PageCacheFill implements AutoCloseable {

    private static final Path MEMORY = Path.of("/proc/meminfo");
    private static final long KEPT_FREE_BYTES = 1L << 30;
    private static final int PIECE_BYTES = 1 << 20;

    private final Path folder = BuildOutput.workFolder("page-cache");
    private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);

    /** Reads until less than a gibibyte is free; what is in use already stays. */
    void fill() throws IOException {
        long begin = System.nanoTime();
        Path file = folder.resolve("hole");
        try (RandomAccessFile hole = new RandomAccessFile(file.toFile(), "rw")) {
            hole.setLength(Math.max(hole.length(), bytesOf("MemTotal")));
        }
        long read = 0;
        try (FileChannel channel = FileChannel.open(file)) {
            while (bytesOf("MemFree") > KEPT_FREE_BYTES && read < channel.size()) {
                for (int i = 0; i < 64; i++) {
                    read += Math.max(0, channel.read(piece.clear(), read));
                }
            }
        }
        Report.say("page cache: read %,d MiB in %.1f s", read >> 20, (System.nanoTime() - begin) / 1e9);
    }

    private static long bytesOf(String name) throws IOException {
        for (String line : Files.readAllLines(MEMORY)) {
            if (line.startsWith(name + ":")) {
                return Long.parseLong(line.replaceAll("\\D", "")) << 10;
            }
        }
        throw new IOException("no " + name + " in " + MEMORY);
    }

    @Override
    public void close() {
        BuildOutput.deleteTree(folder);
    }
}
