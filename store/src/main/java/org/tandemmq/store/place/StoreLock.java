/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.place;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps a second process out of a store directory: an exclusive lock on the first byte of its file (storage 1). */
public final class StoreLock implements AutoCloseable {

    private static final byte[] CONTENT = "lock".getBytes(StandardCharsets.US_ASCII);

    private final FileChannel channel;
    private final FileLock lock;

    private StoreLock(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Takes the lock.
     *
     * @param path file of the lock; made when it is not there
     * @return the lock, held until closed
     * @throws IOException when another process, or another store of this one, has it, or the file can't be written
     */
    public static StoreLock take(Path path) throws IOException {
        Files.createDirectories(path.getParent());
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ,
            StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock(0, 1, false);
            if (lock == null) {
                throw new IOException("the store is in use by another process: " + path + " is locked");
            }
            channel.write(ByteBuffer.wrap(CONTENT), 0);
            channel.force(true);
            return new StoreLock(channel, lock);
        } catch (OverlappingFileLockException thrown) {
            channel.close();
            throw new IOException("the store is in use by this process already: " + path + " is locked", thrown);
        } catch (IOException | RuntimeException thrown) {
            channel.close();
            throw thrown;
        }
    }

    /** Gives the lock back. */
    @Override
    public void close() {
        try {
            lock.release();
            channel.close();
        } catch (IOException thrown) {
            throw new IllegalStateException("can't release the store's lock", thrown);
        }
    }
}
