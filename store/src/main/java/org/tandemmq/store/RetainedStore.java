/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.tandemmq.store.file.MappedFile;
import org.tandemmq.store.log.LogReader;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.record.RecordScanner;
import org.tandemmq.store.record.RecordView;
import org.tandemmq.store.retention.RetainedLog;
import org.tandemmq.store.retention.RetentionPolicy;

/**
 * The log as retention sees it. A segment is as old as the first record of the next one; the newest never expires.
 * Upkeep thread.
 */
final class RetainedStore implements RetainedLog {

    /** Newer than all. */
    private static final long UNREADABLE = Long.MAX_VALUE;

    private final StoreLog log;
    private final StoreQueues queues;
    private final ConcurrentMap<Long, Long> firstStoreTimestamps = new ConcurrentHashMap<>();

    RetainedStore(StoreLog log, StoreQueues queues) {
        this.log = log;
        this.queues = queues;
    }

    @Override
    public List<RetentionPolicy.Segment> segments() {
        List<MappedFile> files = log.files.files();
        List<RetentionPolicy.Segment> segments = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            long newest = i + 1 < files.size() ? firstStoreTimestampMs(files.get(i + 1).startPosition())
                : UNREADABLE;
            segments.add(new RetentionPolicy.Segment(files.get(i).startPosition(), files.get(i).endPosition(), newest));
        }
        return segments;
    }

    /**
     * Store time of a segment's first record; what can't be read counts as new. A full segment that shows no record is
     * not looked at again: where the disk does not give the page, compiled code reads zeros and is told later, with an
     * error at wherever it is then, and each further look would end the same way.
     */
    private long firstStoreTimestampMs(long position) {
        Long known = firstStoreTimestamps.get(position);
        if (known != null) {
            return known;
        }
        boolean full = position + log.reader.segmentBytes() <= log.reader.endPosition();
        if (full) {
            firstStoreTimestamps.put(position, UNREADABLE);
        }
        long read = read(log.reader, position);
        if (read >= 0) {
            firstStoreTimestamps.put(position, read);
        }
        return read < 0 ? UNREADABLE : read;
    }

    private static long read(LogReader reader, long position) {
        try (LogSlice slice = reader.slice(position, Integer.MAX_VALUE)) {
            RecordScanner scanner = new RecordScanner(reader.segmentBytes(), false);
            return slice != null && scanner.check(slice.bytes(), 0, slice.sizeBytes(), position)
                == RecordScanner.Verdict.RECORD ? new RecordView().wrap(slice.bytes(), 0).storeTimestampMs() : -1;
        } catch (InternalError unreadable) { // the disk does not give the page
            return -1;
        }
    }

    /** Store time of the oldest record, -1 when there is none. */
    long earliestStoreTimestampMs() {
        long time = log.reader.endPosition() > log.reader.minPosition()
            ? firstStoreTimestampMs(log.reader.minPosition()) : UNREADABLE;
        return time == UNREADABLE ? -1 : time;
    }

    @Override
    public boolean deleteOldest() throws IOException {
        firstStoreTimestamps.remove(log.files.minPosition());
        return log.files.removeFirst();
    }

    @Override
    public void follow() throws IOException {
        long min = log.files.minPosition();
        queues.queues.advanceMin(min);
        queues.index.deleteBelow(min);
    }
}
