/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the files of an index and brings them to a state that can be trusted up to a position. Opening thread. */
final class IndexRecovery {

    private static final Logger log = LoggerFactory.getLogger(IndexRecovery.class);

    private final IndexDirectory directory;
    private final long trustedEnd;
    private final boolean intact;
    private final List<IndexFile> kept = new ArrayList<>();

    /**
     * Creates it.
     *
     * @param directory the files
     * @param trustedEnd entries of records from here on are dropped
     * @param intact whether every page is as the last process left it
     */
    IndexRecovery(IndexDirectory directory, long trustedEnd, boolean intact) {
        this.directory = directory;
        this.trustedEnd = trustedEnd;
        this.intact = intact;
    }

    /** Recovers; gives the position from which records have to be indexed again, at most the trusted end. */
    long run() throws IOException {
        List<IndexFile> opened = directory.open();
        long from = trustedEnd;
        for (IndexFile file : opened) {
            boolean keep = from == trustedEnd;
            boolean last = file == opened.get(opened.size() - 1);
            if (keep && !follows(file, last)) {
                from = contradicted(file);
                keep = false;
            } else if (keep) {
                from = recover(file, last);
            }
            if (keep && !file.isEmpty()) {
                kept.add(file);
            } else {
                directory.delete(file);
            }
        }
        return from;
    }

    /** Files that can be trusted, oldest first. */
    List<IndexFile> kept() {
        return List.copyOf(kept);
    }

    /** The order of positions has to hold over all files, and one with others behind it is as its header says. */
    private boolean follows(IndexFile file, boolean last) {
        boolean ordered = file.isEmpty() ? last : file.beginPosition() >= end();
        return ordered && (last || file.endPosition() >= trustedEnd || new IndexRepair(file).agreesWithHeader());
    }

    /** A whole file that is not behind those before it shows that they were exchanged: none of them is believed. */
    private long contradicted(IndexFile file) throws IOException {
        if (!file.isEmpty() && new IndexRepair(file).agreesWithHeader()) {
            while (!kept.isEmpty() && kept.get(kept.size() - 1).beginPosition() >= file.beginPosition()) {
                directory.delete(kept.remove(kept.size() - 1));
            }
        }
        long from = Math.min(trustedEnd, end());
        log.warn("index file {} contradicts itself or the one before: keys are taken from the log again from {}",
            file.path(), from);
        return from;
    }

    private long recover(IndexFile file, boolean last) {
        if (!last && file.endPosition() < trustedEnd) {
            return trustedEnd;
        }
        int counted = file.nextEntry() - 1;
        IndexRepair repair = new IndexRepair(file);
        long from = intact && repair.cut(trustedEnd) ? trustedEnd : repair.recover(trustedEnd);
        if (from < trustedEnd) {
            from = file.isEmpty() ? end() : from;
            log.warn("index file {} is damaged behind {} of {} entries: keys are taken from the log again from {}",
                file.path(), file.nextEntry() - 1, counted, from);
        } else if (counted >= file.nextEntry()) {
            log.info("index file {}: {} of {} entries kept, the others are for records from {} on", file.path(),
                file.nextEntry() - 1, counted, trustedEnd);
        }
        return from;
    }

    private long end() {
        return kept.isEmpty() ? 0 : kept.get(kept.size() - 1).endPosition();
    }
}
