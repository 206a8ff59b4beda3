/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** What the build made that the process tests use: the archive, unpacked once, class paths and a place to work in. */
public final class BuildOutput {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static Path unpacked;

    private BuildOutput() {
    }

    /** The module's target folder. */
    static Path folder() {
        String tests = System.getProperty("tandemmq.drivers");
        return tests == null ? Path.of("target").toAbsolutePath() : Path.of(tests).getParent();
    }

    /** Compiled test classes: the drivers are in there. */
    static Path drivers() {
        return folder().resolve("test-classes");
    }

    /** A file of the tests' resources. */
    public static Path testResource(String name) {
        return drivers().resolve(name);
    }

    /** A new folder for one process test, kept until the next build for a look at the logs. */
    public static Path workFolder(String name) {
        Path folder = folder().resolve("process").resolve(name + "-" + ProcessHandle.current().pid() + "-"
            + NUMBER.incrementAndGet());
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The unpacked archive's top folder, the same for all JVMs of a build: what the scripts cache belongs to one place
     * of the jars.
     */
    public static synchronized Path product() {
        if (unpacked == null) {
            try (FileChannel lock = FileChannel.open(folder().resolve("unpacked.lock"), StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE)) {
                // until the channel is closed
                lock.lock();
                unpacked = unpackOnce();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return unpacked;
    }

    private static Path unpackOnce() throws IOException {
        Path archive = archive();
        String build = Files.getLastModifiedTime(archive).toMillis() + "-" + Files.size(archive);
        Path into = folder().resolve("unpacked");
        Path mark = into.resolve("build");
        if (!Files.exists(mark) || !Files.readString(mark).equals(build)) {
            if (Files.exists(into)) {
                deleteTree(into);
            }
            Path unpacking = unpack(archive, into);
            Files.writeString(mark, build);
            return unpacking;
        }
        return onlyFolder(into);
    }

    /** The archive unpacked once more, for a test that stops whatever runs from an installation. */
    public static Path installation(String name) {
        try {
            Path into = folder().resolve(name + "-" + ProcessHandle.current().pid());
            Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteTree(into), "delete-unpacked"));
            return unpack(archive(), into);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path unpack(Path archive, Path into) throws IOException {
        try {
            Files.createDirectories(into);
            Process tar = new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", into.toString()).inheritIO()
                .start();
            if (!tar.waitFor(60, TimeUnit.SECONDS) || tar.exitValue() != 0) {
                throw new IllegalStateException("tar -xzf " + archive + " failed");
            }
            return onlyFolder(into);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Path onlyFolder(Path parent) throws IOException {
        try (Stream<Path> children = Files.list(parent)) {
            return children.filter(Files::isDirectory).findFirst().orElseThrow();
        }
    }

    private static Path archive() throws IOException {
        String given = System.getProperty("tandemmq.archive");
        if (given != null) {
            return Path.of(given);
        }
        try (Stream<Path> children = Files.list(folder())) {
            return children.filter(f -> f.toString().endsWith(".tar.gz"))
                .max(Comparator.comparingLong(f -> f.toFile().lastModified()))
                .orElseThrow(() -> new IllegalStateException("no archive in target, run 'mvn package' first"));
        }
    }

    /** Deletes a folder with all that is in it, as far as it goes. */
    public static void deleteTree(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
