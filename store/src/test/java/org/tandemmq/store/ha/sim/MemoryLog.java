/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.sim;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.tandemmq.store.ha.ReplicaLog;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.record.RecordLayout;

/** A log in memory that can lose its unflushed end. */
public final class MemoryLog implements ReplicaLog {

    private final int segmentBytes;
    private final TreeMap<Long, byte[]> segments = new TreeMap<>();
    private final TreeMap<Long, Integer> records = new TreeMap<>();
    private final List<String> asides = new ArrayList<>();
    private long end;
    private long flushed;
    private long ownFrom = Long.MAX_VALUE;
    private boolean staysOwn;
    private Boolean backlog;

    /** Creates an empty log. */
    public MemoryLog(int segmentBytes) {
        this.segmentBytes = segmentBytes;
    }

    @Override
    public long minPosition() {
        return segments.isEmpty() ? end : segments.firstKey();
    }

    @Override
    public long endPosition() {
        return end;
    }

    @Override
    public int segmentBytes() {
        return segmentBytes;
    }

    @Override
    public LogSlice slice(long position, int bytesMax) {
        byte[] segment = position >= 0 && position < end ? segments.get(position - position % segmentBytes) : null;
        if (segment == null) {
            return null;
        }
        int index = (int) (position % segmentBytes);
        int size = (int) Math.min(bytesMax, Math.min(segmentBytes - index, end - position));
        ByteBuffer bytes = ByteBuffer.wrap(segment, index, size).slice().asReadOnlyBuffer();
        return new LogSlice() {
            @Override
            public long position() {
                return position;
            }

            @Override
            public ByteBuffer bytes() {
                return bytes;
            }

            @Override
            public void close() {
                // nothing is held
            }
        };
    }

    @Override
    public void append(long position, ByteBuffer bytes) {
        if (isEmpty()) {
            segments.clear();
            end = position;
            flushed = position;
        }
        if (position != end || position % segmentBytes + bytes.remaining() > segmentBytes) {
            throw new IllegalArgumentException("append at " + position + ", end is " + end);
        }
        int size = bytes.remaining();
        byte[] segment = segments.computeIfAbsent(position - position % segmentBytes, start -> new byte[segmentBytes]);
        bytes.get(segment, (int) (position % segmentBytes), size);
        end += size;
        noteRecords(position, segment);
    }

    @Override
    public void expectBacklog(boolean large) {
        backlog = large;
    }

    /** Whether it was told last that a backlog comes; null when nothing was told since this was asked. */
    public Boolean takeBacklog() {
        Boolean told = backlog;
        backlog = null;
        return told;
    }

    private void noteRecords(long from, byte[] segment) {
        ByteBuffer view = ByteBuffer.wrap(segment);
        long at = from;
        while (at < end) {
            int size = view.getInt((int) (at % segmentBytes));
            records.put(at, size);
            at += size;
        }
        if (at != end) {
            throw new IllegalStateException("log ends at " + end + ", its last record at " + at);
        }
    }

    /** Appends a record, a blank before it where the segment has no room. */
    public void appendRecord(int bodyBytes, long storeMs, Random random) {
        int left = segmentBytes - (int) (end % segmentBytes);
        ByteBuffer record = RecordBytes.record(end, bodyBytes, storeMs, random);
        if (record.remaining() + RecordLayout.BLANK_BYTES > left) {
            byte[] blank = new byte[left];
            ByteBuffer.wrap(blank).putInt(left).putInt(RecordLayout.MAGIC_BLANK);
            append(end, ByteBuffer.wrap(blank));
            record = RecordBytes.record(end, bodyBytes, storeMs, random);
        }
        append(end, record);
    }

    @Override
    public long ownFrom() {
        return ownFrom;
    }

    @Override
    public void shared() {
        ownFrom = staysOwn ? ownFrom : Long.MAX_VALUE;
    }

    /** This log is written by a master from a position on. */
    public MemoryLog writtenFrom(long position) {
        ownFrom = position;
        return this;
    }

    /** All of this log stays a master's own, whoever has the same. */
    public MemoryLog staysOwn() {
        staysOwn = true;
        return writtenFrom(0);
    }

    @Override
    public void truncate(long position) {
        if (position != end && !records.containsKey(position)) {
            throw new IllegalArgumentException("cut at " + position + " inside a record");
        }
        records.tailMap(position, true).clear();
        segments.tailMap(position, position % segmentBytes == 0).clear();
        end = position;
        flushed = Math.min(flushed, end);
    }

    @Override
    public String setAside(String why) {
        asides.add(why);
        segments.clear();
        records.clear();
        end = 0;
        flushed = 0;
        return "aside/" + why;
    }

    /** Whatever there is now survives a crash. */
    public void flush() {
        flushed = end;
    }

    /** Loses some of what was not flushed, from the begin of a record on. */
    public void crash(Random random) {
        List<Long> starts = new ArrayList<>(records.tailMap(flushed, true).keySet());
        starts.add(end);
        truncate(starts.get(random.nextInt(starts.size())));
    }

    /** Deletes the oldest segment unless it is the last. */
    public void expireOldest() {
        if (segments.size() > 1) {
            segments.pollFirstEntry();
            records.headMap(segments.firstKey()).clear();
        }
    }

    /** Begins of all records and blanks. */
    public List<Long> recordStarts() {
        return new ArrayList<>(records.keySet());
    }

    /** Words with which data were set aside. */
    public List<String> asides() {
        return asides;
    }

    /** First position at which this log, as far as both reach, differs from another; -1 when it does not. */
    public long firstDifference(MemoryLog other) {
        long at = Math.max(minPosition(), other.minPosition());
        long to = Math.min(end, other.end);
        while (at < to) {
            int from = (int) (at % segmentBytes);
            int bytes = (int) Math.min(segmentBytes - from, to - at);
            int differs = Arrays.mismatch(segments.get(at - from), from, from + bytes, other.segments.get(at - from),
                from, from + bytes);
            if (differs >= 0) {
                return at + differs;
            }
            at += bytes;
        }
        return -1;
    }

    /** The bytes of a segment, zeros behind the end. */
    public byte[] segment(long start) {
        return segments.get(start).clone();
    }

    /** Begins of the segments. */
    public List<Long> segmentStarts() {
        return new ArrayList<>(segments.keySet());
    }
}
