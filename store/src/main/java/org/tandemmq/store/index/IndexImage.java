/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.tandemmq.store.file.MappedRegion;

/** An index file as an offline check sees it: read only. */
public final class IndexImage {

    private final IndexFile file;
    private final String damage;

    private record ReadOnly(ByteBuffer bytes) implements MappedRegion {
        @Override
        public void force(int fromIndex, int toIndex) {
            throw new UnsupportedOperationException("read only");
        }

        @Override
        public boolean isLoaded(int fromIndex, int toIndex) {
            return false;
        }

        @Override
        public void unmap() {
            throw new UnsupportedOperationException("the collector does");
        }
    }

    private IndexImage(IndexFile file, String damage) {
        this.file = file;
        this.damage = damage;
    }

    /**
     * Maps a file for reading.
     *
     * @param path the file
     * @param slots its slots
     * @param entries its entries
     * @return the image, with what is wrong with it
     * @throws IOException when it can't be read
     */
    public static IndexImage open(Path path, int slots, int entries) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            long wanted = IndexLayout.fileBytes(slots, entries);
            boolean whole = channel.size() == wanted;
            ByteBuffer bytes = whole ? channel.map(FileChannel.MapMode.READ_ONLY, 0, wanted)
                : ByteBuffer.allocate(IndexLayout.HEADER_BYTES);
            IndexFile file = new IndexFile(path, new ReadOnly(bytes), null, slots, entries);
            return new IndexImage(file, whole ? new IndexRepair(file).damage()
                : channel.size() + " bytes where " + slots + " slots and " + entries + " entries make " + wanted);
        }
    }

    /** What is wrong with the file on its own, or null. */
    public String damage() {
        return damage;
    }

    /** Name of the file. */
    public String name() {
        return file.path().getFileName().toString();
    }

    /** Number of entries. */
    public int entries() {
        return file.nextEntry() - 1;
    }

    /** Log position of the first entry's record. */
    public long beginPosition() {
        return file.beginPosition();
    }

    /** Log position of the last entry's record. */
    public long endPosition() {
        return file.endPosition();
    }
}
