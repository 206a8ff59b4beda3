/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** The commit log files of a broker, read from outside while it runs or not. */
public final class LogFolder {
    private static final int BLANK_MAGIC = 0xCBD43194;
    private static final int CHUNK = 1 << 20;

    private final Path folder;

    /** The log of this broker. */
    public LogFolder(Broker broker) {
        this.folder = broker.storeFolder().resolve("commitlog");
    }

    private List<Path> segments() {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.getFileName().toString().matches("\\d{20}")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Position of the oldest byte. */
    public long start() {
        List<Path> all = segments();
        return all.isEmpty() ? 0 : position(all.get(0));
    }

    /** Number of segment files. */
    public int count() {
        return segments().size();
    }

    /** Position behind the last record, found by walking from the oldest segment. */
    public long end() {
        long end = 0;
        for (Path segment : segments()) {
            long contentEnd = contentEnd(segment);
            end = position(segment) + contentEnd;
            if (contentEnd < segment.toFile().length()) {
                break;
            }
        }
        return end;
    }

    private static long position(Path segment) {
        return Long.parseLong(segment.getFileName().toString());
    }

    private static long contentEnd(Path segment) {
        try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.READ)) {
            ByteBuffer head = ByteBuffer.allocate(8);
            long at = 0;
            while (at + 8 <= channel.size()) {
                head.clear();
                channel.read(head, at);
                int size = head.getInt(0);
                if (size <= 0) {
                    return at;
                }
                if (head.getInt(4) == BLANK_MAGIC) {
                    return channel.size();
                }
                at += size;
            }
            return at;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Waits until a copy ends where this log does, with the same bytes from the later of both starts on. All is looked
     * at anew each time: a record may just be written, and the broker may append on its own.
     */
    public void awaitEqual(LogFolder copy, Duration within) {
        Awaitility.await("the slave's log to be the master's").atMost(within).pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(100)).ignoreExceptions().untilAsserted(() -> {
                long end = end();
                assertThat(copy.end()).as("end of the slave's log").isEqualTo(end);
                long start = Math.max(start(), copy.start());
                assertThat(copy.digest(start, end)).as("bytes from " + start + " to " + end)
                    .isEqualTo(digest(start, end));
            });
    }

    /** SHA-256 of the bytes from one position to another. */
    public String digest(long from, long to) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Path segment : segments()) {
                long start = Math.max(from, position(segment));
                long end = Math.min(to, position(segment) + segment.toFile().length());
                if (start < end) {
                    digest(digest, segment, start - position(segment), end - position(segment));
                }
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void digest(MessageDigest digest, Path segment, long from, long to) throws IOException {
        try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.READ)) {
            ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
            for (long at = from; at < to; at += chunk.limit()) {
                chunk.clear().limit((int) Math.min(CHUNK, to - at));
                channel.read(chunk, at);
                chunk.flip();
                digest.update(chunk.duplicate());
            }
        }
    }
}
