/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.place;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A file that is read or written as a whole. Something else in its place is refused by name before it is opened: a
 * named pipe would make the reader wait for ever, a link to nothing would count as a file that was never there.
 */
public final class PlainFile {

    private PlainFile() {
    }

    /**
     * Whether there is a file.
     *
     * @param path path
     * @return false when nothing has the name
     * @throws IOException when something else has it, or that can't be seen
     */
    public static boolean exists(Path path) throws IOException {
        FileKind kind = FileKind.of(path);
        if (kind != FileKind.FILE && kind != FileKind.NOTHING) {
            throw new FileSystemException(path.toString(), null, "is " + kind + ", where a file belongs");
        }
        return kind == FileKind.FILE;
    }

    /**
     * Reads a file.
     *
     * @param path path
     * @return all bytes
     * @throws NoSuchFileException when nothing has the name
     * @throws IOException when something else than a file has it, or it can't be read
     */
    public static byte[] read(Path path) throws IOException {
        if (!exists(path)) {
            throw new NoSuchFileException(path.toString());
        }
        return Files.readAllBytes(path);
    }

    /**
     * Reads a file that need not be there.
     *
     * @param path path
     * @return all bytes; empty when nothing has the name
     * @throws IOException when something else than a file has it, or it can't be read
     */
    public static Optional<byte[]> find(Path path) throws IOException {
        try {
            return Optional.of(read(path));
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        }
    }

    /**
     * Opens a new file in place of what an earlier attempt left there, or of anything else but a directory: a named
     * pipe would not even open.
     *
     * @param path path
     * @return the file, empty, to be written
     * @throws IOException when it can't be made
     */
    public static FileChannel openNew(Path path) throws IOException {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            Files.deleteIfExists(path);
        }
        return FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }
}
