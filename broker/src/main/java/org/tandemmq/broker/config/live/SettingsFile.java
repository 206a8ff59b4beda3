/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.tandemmq.store.place.DiskSync;
import org.tandemmq.store.place.PlainFile;

/**
 * The properties file that changed settings are kept in. It belongs to an operator, so it changes as a whole and as
 * bytes. What else stands beside it is the operator's too: nothing is read or made there but one hidden name that
 * nobody else uses, above all no {@code .bak}. The file keeps its permissions, and where it is a link the link stays.
 * One writer at a time.
 */
public final class SettingsFile implements LiveSettings.ConfigText {

    private final Path path;

    /**
     * Names the file; nothing is touched yet.
     *
     * @param path such as {@code conf/broker.conf}
     */
    public SettingsFile(Path path) {
        this.path = path;
    }

    /**
     * The file that a process was started with.
     *
     * @param path where it is, or null
     * @return the file, or null when the process was started without one
     */
    public static SettingsFile at(Path path) {
        return path == null ? null : new SettingsFile(path);
    }

    @Override
    public byte[] load() {
        try {
            return PlainFile.read(path);
        } catch (NoSuchFileException missing) {
            return null;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(path + " can't be read: " + unreadable.getMessage(), unreadable);
        }
    }

    /** When this returns the content is on disk; if it can't be written, the file is as before. */
    @Override
    public void save(byte[] content) {
        try {
            replace(content);
        } catch (IOException failed) {
            throw new UncheckedIOException(path + " can't be written: " + failed.getMessage(), failed);
        }
    }

    private void replace(byte[] content) throws IOException {
        boolean present = Files.exists(path);
        Path target = present ? path.toRealPath() : path.toAbsolutePath();
        Path directory = target.getParent();
        Files.createDirectories(directory);
        Path beside = directory.resolve("." + target.getFileName() + ".new");
        try {
            try (FileChannel out = PlainFile.openNew(beside)) {
                if (present) {
                    Files.setPosixFilePermissions(beside, Files.getPosixFilePermissions(target));
                }
                for (ByteBuffer left = ByteBuffer.wrap(content); left.hasRemaining();) {
                    out.write(left);
                }
                out.force(true);
            }
            Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside);
        }
        DiskSync.force(directory);
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
