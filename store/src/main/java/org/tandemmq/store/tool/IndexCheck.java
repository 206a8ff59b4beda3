/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.tool;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tandemmq.store.index.IndexImage;
import org.tandemmq.store.index.IndexKeys;
import org.tandemmq.store.offline.OfflineStore;
import org.tandemmq.store.record.RecordView;

/** Index files beside the log: each on its own, and whether each has as many entries as the log has keys. */
final class IndexCheck {

    private static final String INDEX = "index";

    private final Report report;
    private final List<Counted> files = new ArrayList<>();
    /** Keys that no file can have: in front of each file, and behind the last. */
    private final List<Lacking> lacking = new ArrayList<>();
    private long entries;

    private static final class Counted {
        private final IndexImage image;
        private long keys;
        private long straddling;

        Counted(IndexImage image) {
            this.image = image;
        }

        boolean covers(long position) {
            return position >= image.beginPosition() && position <= image.endPosition();
        }
    }

    private static final class Lacking {
        private long records;
        private long firstPosition;
        private long lastPosition;
    }

    IndexCheck(OfflineStore store, Report report) throws IOException {
        this.report = report;
        OfflineStore.Measures measures = store.measures();
        List<Path> paths = OfflineStore.indexFiles(store.paths().index());
        if (!paths.isEmpty() && measures.indexSlots() == 0) {
            report.note(INDEX, store.paths().index().getFileName(), "not checked: the files have not the default size;"
                + " say --index-slots and --index-entries (maxHashSlotNum, maxIndexNum)");
            return;
        }
        for (Path path : paths) {
            IndexImage image = IndexImage.open(path, measures.indexSlots(), measures.indexEntries());
            String damage = image.damage();
            if (damage != null) {
                report.error(INDEX, path.getFileName(), -1, damage);
            }
            files.add(new Counted(image));
            entries += image.entries();
            lacking.add(new Lacking());
        }
        lacking.add(new Lacking());
    }

    long entries() {
        return entries;
    }

    /** Counts the keys of a record for the file that has to hold them. */
    void record(RecordView record) {
        if (files.isEmpty()) {
            return;
        }
        long position = record.position();
        long[] keys = new long[1];
        IndexKeys.forEachHash(record, hash -> keys[0]++);
        boolean covered = keys[0] == 0;
        for (Counted file : files) {
            covered |= file.covers(position);
            if (position > file.image.beginPosition() && position < file.image.endPosition()) {
                file.keys += keys[0];
            } else if (position == file.image.beginPosition() || position == file.image.endPosition()) {
                // the keys of one record may be in two files
                file.straddling += keys[0];
            }
        }
        if (!covered) {
            lacks(position);
        }
    }

    private void lacks(long position) {
        int before = (int) files.stream().filter(file -> file.image.endPosition() < position).count();
        Lacking place = lacking.get(before);
        place.firstPosition = place.records == 0 ? position : place.firstPosition;
        place.lastPosition = position;
        place.records++;
    }

    private void tellLacking() {
        for (int i = 0; i < lacking.size(); i++) {
            Lacking place = lacking.get(i);
            String what = "no index file has the keys of " + place.records + " messages from position "
                + place.firstPosition + " to " + place.lastPosition;
            if (place.records > 0 && i < files.size()) {
                report.error(INDEX, files.get(i).image.name(), place.firstPosition, what
                    + ": a file before this one is lost");
            } else if (place.records > 0) {
                report.note(INDEX, files.get(i - 1).image.name(), what
                    + ", behind the last file: the next start takes them from the log");
            }
        }
    }

    void finish(long logBegin, long logEnd) {
        if (!files.isEmpty()) {
            tellLacking();
        }
        for (Counted file : files) {
            IndexImage image = file.image;
            if (image.entries() > 0 && image.endPosition() >= logEnd) {
                report.error(INDEX, image.name(), image.endPosition(), "entries point behind the end of the log at "
                    + logEnd);
            } else if (image.entries() > 0 && image.beginPosition() >= logBegin && image.damage() == null
                && (image.entries() < file.keys || image.entries() > file.keys + file.straddling)) {
                report.error(INDEX, image.name(), -1, image.entries() + " entries for " + file.keys + " to "
                    + (file.keys + file.straddling) + " keys of the log between " + image.beginPosition() + " and "
                    + image.endPosition());
            }
        }
    }
}
