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
                : Long.MAX_VALUE;
            segments.add(new RetentionPolicy.Segment(files.get(i).startPosition(), files.get(i).endPosition(), newest));
        }
        return segments;
    }

    /** Store time of a segment's first record; what can't be read counts as new. */
    private long firstStoreTimestampMs(long position) {
        Long known = firstStoreTimestamps.get(position);
        if (known != null) {
            return known;
        }
        long read = read(log.reader, position);
        if (read >= 0) {
            firstStoreTimestamps.put(position, read);
        }
        return read < 0 ? Long.MAX_VALUE : read;
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
            ? firstStoreTimestampMs(log.reader.minPosition()) : Long.MAX_VALUE;
        return time == Long.MAX_VALUE ? -1 : time;
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
