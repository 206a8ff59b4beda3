/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** What a name in the file system stands for; links are followed. */
public enum FileKind {

    /** Nothing has the name. */
    NOTHING("nothing"),
    /** A regular file. */
    FILE("a file"),
    /** A directory. */
    DIRECTORY("a directory"),
    /** Whoever opens it waits until somebody writes. */
    PIPE("a named pipe"),
    /** A socket. */
    SOCKET("a socket"),
    /** A device; some of them never end. */
    DEVICE("a device"),
    /** What the link names is not there: a disk that is not mounted, as a rule. */
    DEAD_LINK("a link to nothing"),
    /** Whatever else a platform has. */
    OTHER("neither a file nor a directory");

    private static final int KIND_BITS = 0170000;
    private static final int PIPE_BITS = 0010000;
    private static final int CHARACTER_DEVICE_BITS = 0020000;
    private static final int BLOCK_DEVICE_BITS = 0060000;
    private static final int SOCKET_BITS = 0140000;

    private final String words;

    FileKind(String words) {
        this.words = words;
    }

    /**
     * Looks without opening anything.
     *
     * @param path path
     * @return what it is
     * @throws IOException when that can't be seen: a directory above may not be searched, or links go in a circle
     */
    public static FileKind of(Path path) throws IOException {
        try {
            BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
            if (found.isRegularFile()) {
                return FILE;
            }
            return found.isDirectory() ? DIRECTORY : special(path);
        } catch (NoSuchFileException missing) {
            return Files.isSymbolicLink(path) ? DEAD_LINK : NOTHING;
        }
    }

    private static FileKind special(Path path) throws IOException {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return OTHER;
        }
        return switch ((Integer) Files.getAttribute(path, "unix:mode") & KIND_BITS) {
            case PIPE_BITS -> PIPE;
            case SOCKET_BITS -> SOCKET;
            case CHARACTER_DEVICE_BITS, BLOCK_DEVICE_BITS -> DEVICE;
            default -> OTHER;
        };
    }

    /** As a message says it: {@code a named pipe}. */
    @Override
    public String toString() {
        return words;
    }
}
