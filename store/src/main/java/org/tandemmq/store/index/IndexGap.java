/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.tandemmq.store.record.RecordView;

/**
 * The place between two index files that stand beside each other, or in front of the first. Where a file is lost, it
 * lacks the keys of records, and new files are made for them. At start, by the opening thread.
 *
 * <pre>
 * file before        lost           file behind
 * ... R1 R2 |  R2 R3 ... R8 R9 |  R9 R10 ...      the keys of one record may be in two files
 * </pre>
 */
public final class IndexGap {

    private final IndexDirectory directory;
    private final IndexFile before;
    private final IndexFile behind;
    private final long logMin;
    private final List<IndexFile> made = new ArrayList<>();
    private long records;

    /**
     * Creates it.
     *
     * @param directory makes files
     * @param before file in front of it, null for none
     * @param behind file behind it
     * @param logMin first position of the log
     */
    IndexGap(IndexDirectory directory, IndexFile before, IndexFile behind, long logMin) {
        this.directory = directory;
        this.before = before;
        this.behind = behind;
        this.logMin = logMin;
    }

    /** Position of the last record of the file before, or the log's begin: from here the log is looked at. */
    public long beginPosition() {
        return before == null ? logMin : Math.max(logMin, before.endPosition());
    }

    /** Position of the first record of the file behind. */
    public long endPosition() {
        return behind.beginPosition();
    }

    /** Whether there can be records in it. */
    boolean isWide() {
        return beginPosition() < endPosition();
    }

    /** Number of records whose keys were taken. */
    public long records() {
        return records;
    }

    /**
     * Whether neither file can have the keys of a record, of which it has some.
     *
     * @param record any record of the log
     * @return true shows that a file is lost
     */
    public boolean lacks(RecordView record) {
        long position = record.position();
        return position >= beginPosition() && position < endPosition()
            && (before == null || position > before.endPosition()) && hasKeys(record);
    }

    /**
     * Whether a record is to be found by any key.
     *
     * @param record a record
     * @return true when the index has to have it
     */
    public static boolean hasKeys(RecordView record) {
        boolean[] any = {false};
        IndexKeys.forEachHash(record, hash -> any[0] = true);
        return any[0];
    }

    /**
     * Takes the keys of a record that neither file has; those of other places are left alone.
     *
     * @param record any record of the log, in its order
     * @throws IOException when they can't be written
     */
    public void take(RecordView record) throws IOException {
        long position = record.position();
        if (position < beginPosition() || position > endPosition()) {
            return;
        }
        boolean[] any = {false};
        try {
            IndexKeys.forEachHash(record, text -> {
                int hash = IndexLayout.notNegative(text);
                if (!has(before, hash, position) && !has(behind, hash, position)) {
                    put(hash, record);
                    any[0] = true;
                }
            });
        } catch (UncheckedIOException thrown) {
            throw thrown.getCause();
        }
        records += any[0] ? 1 : 0;
    }

    private static boolean has(IndexFile file, int hash, long position) {
        return file != null && (file.endPosition() == position || file.beginPosition() == position)
            && !file.find(hash, 0, Long.MAX_VALUE, found -> found != position);
    }

    private void put(int hash, RecordView record) {
        try {
            IndexFile last = made.isEmpty() ? before : made.get(made.size() - 1);
            if (made.isEmpty() || last.isFull()) {
                last = directory.createBetween(last, behind);
                made.add(last);
            }
            last.put(hash, record.position(), record.storeTimestampMs());
        } catch (IOException thrown) {
            throw new UncheckedIOException(thrown);
        }
    }

    /** Brings the new files to the disk; gives them with the one that they stand before. */
    List<IndexFile> forced() throws IOException {
        for (IndexFile file : made) {
            file.force();
        }
        return List.copyOf(made);
    }

    /** The file that new ones stand before. */
    IndexFile behind() {
        return behind;
    }

    /**
     * Takes the new files away again.
     *
     * @throws IOException when one stays
     */
    public void giveUp() throws IOException {
        for (IndexFile file : made) {
            directory.delete(file);
        }
        made.clear();
    }
}
