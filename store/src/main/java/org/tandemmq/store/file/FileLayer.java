/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The files below a store, as far as log and queues use them. {@link DiskFileLayer} is the real one; a simulator behind
 * the same port can forget what was not forced. All methods may be called from any thread.
 */
public interface FileLayer {

    /**
     * Regular files of a directory.
     *
     * @param directory directory; one that does not exist counts as empty
     * @return paths, ascending by name
     * @throws IOException when it can't be listed
     */
    List<Path> files(Path directory) throws IOException;

    /**
     * Directories of a directory.
     *
     * @param directory directory; one that does not exist counts as empty
     * @return paths, ascending by name
     * @throws IOException when it can't be listed
     */
    List<Path> directories(Path directory) throws IOException;

    /**
     * Whether there is a file or directory.
     *
     * @param path path
     * @return true when it exists
     */
    boolean exists(Path path);

    /**
     * Creates a file of zeros at its full length without taking disk space, its directories too, and makes its name
     * and length durable.
     *
     * @param path path; must not exist
     * @param lengthBytes length
     * @return the open file
     * @throws IOException when it can't be made; nothing is left behind
     */
    StoreFile create(Path path, long lengthBytes) throws IOException;

    /**
     * The same without making name and length durable: that costs forces, which the creator does later for many files
     * at once ({@link #forceNames}); until then the file may be gone or short when the machine goes down.
     *
     * @param path path; must not exist
     * @param lengthBytes length
     * @return the open file
     * @throws IOException when it can't be made; nothing is left behind
     */
    default StoreFile createUnforced(Path path, long lengthBytes) throws IOException {
        return create(path, lengthBytes);
    }

    /**
     * Opens an existing file for reading and writing.
     *
     * @param path path
     * @return the open file
     * @throws IOException when it is not there or can't be opened
     */
    StoreFile open(Path path) throws IOException;

    /**
     * Length of an existing file.
     *
     * @param path path
     * @return its bytes
     * @throws IOException when it is not there
     */
    default long lengthBytes(Path path) throws IOException {
        try (StoreFile file = open(path)) {
            return file.lengthBytes();
        }
    }

    /**
     * Deletes a file or an empty directory; nothing happens when it is not there.
     *
     * @param path path
     * @throws IOException when it is still there afterwards
     */
    void delete(Path path) throws IOException;

    /**
     * Gives back the memory that the content of a large file takes, a little at a time, before it is deleted: otherwise
     * all of it goes in one go. Does nothing where that is not possible.
     *
     * @param path path; nothing happens when it is not there
     * @throws IOException when it can't be asked for its length
     */
    default void forget(Path path) throws IOException {
        // a layer without memory of its own has nothing to give back
    }

    /**
     * Moves a file, replacing what has the name, as one step, and makes the names durable.
     *
     * @param from present path
     * @param to new path, on the same file system
     * @throws IOException when it could not be moved
     */
    void move(Path from, Path to) throws IOException;

    /**
     * Makes deletions in a directory durable: until then a file may come back when the machine goes down.
     *
     * @param directory directory; nothing happens when it is not there
     * @throws IOException when the disk did not confirm
     */
    void forceNames(Path directory) throws IOException;
}
