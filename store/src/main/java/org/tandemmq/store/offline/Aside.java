/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.offline;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import org.tandemmq.store.place.DiskSync;

/**
 * The directory into which a repair puts what it takes away. Directories get there by their names only; a file of
 * another file system is copied, forced and then deleted. So each is whole in one place or the other at any moment, and
 * whether it can be done is known before the first is touched.
 */
public final class Aside {

    private final Path directory;
    private final Deque<Path> moved = new ArrayDeque<>();

    /**
     * Names the directory; touches nothing.
     *
     * @param directory the directory, which need not be there yet
     */
    public Aside(Path directory) {
        this.directory = directory.toAbsolutePath().normalize();
    }

    /** The directory. */
    public Path path() {
        return directory;
    }

    /** Where a file or directory gets. */
    public Path placeOf(Path path) {
        return directory.resolve(path.getFileName());
    }

    /**
     * Looks whether files and directories can be moved here.
     *
     * @param all what is to be moved
     * @return why not, or null when they can
     * @throws IOException when a file system can't be looked at
     */
    public String refusal(Collection<Path> all) throws IOException {
        for (Path path : all) {
            String why = refusal(path);
            if (why != null) {
                return why;
            }
        }
        return null;
    }

    private String refusal(Path path) throws IOException {
        if (directory.startsWith(path)) {
            return directory + " is inside of " + path + ", which is to be moved there";
        }
        if (Files.exists(placeOf(path), LinkOption.NOFOLLOW_LINKS)) {
            return placeOf(path) + " is there already";
        }
        if (!isDirectory(path)) {
            return null;
        }
        if (!Files.getFileStore(path.getParent()).equals(Files.getFileStore(present(directory)))) {
            return directory + " is on another file system than " + path + ", which can be moved within its own only";
        }
        if (!Files.getFileStore(path).equals(Files.getFileStore(path.getParent()))) {
            return path + " is a file system of its own (a mount point) and can't be moved: move what is in it away by"
                + " hand";
        }
        return null;
    }

    /** A link is moved as what it is. */
    private static boolean isDirectory(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static Path present(Path path) {
        Path present = path;
        while (!Files.exists(present)) {
            present = present.getParent();
        }
        return present;
    }

    /**
     * Makes the directory.
     *
     * @throws IOException when it can't be made
     */
    public void make() throws IOException {
        Files.createDirectories(directory);
    }

    /**
     * Moves files and directories here, all or none.
     *
     * @param all what is moved
     * @throws IOException when one can't be moved; those before are back in their places then
     */
    public void take(Collection<Path> all) throws IOException {
        moved.clear();
        try {
            for (Path path : all) {
                move(path, placeOf(path));
                moved.push(path);
            }
        } catch (IOException thrown) {
            putBack(thrown);
            throw thrown;
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException otherFileSystem) {
            if (isDirectory(from)) {
                throw otherFileSystem;
            }
            copy(from, to);
            Files.delete(from);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try {
            Files.copy(from, to);
            DiskSync.force(to);
            DiskSync.force(to.getParent());
        } catch (IOException thrown) {
            Files.deleteIfExists(to);
            throw thrown;
        }
    }

    private void putBack(IOException cause) {
        while (!moved.isEmpty()) {
            Path path = moved.pop();
            try {
                move(placeOf(path), path);
            } catch (IOException stays) {
                cause.addSuppressed(stays);
            }
        }
    }
}
