/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.file.MappedFileQueue;
import org.tandemmq.store.file.space.FileAllocator;
import org.tandemmq.store.position.Position;
import org.tandemmq.store.record.RecordDraft;

/**
 * The writing end of the log: one append at a time, under one short lock, straight into the mapped segment; the end is
 * published last. A segment that has no room for a record and the blank behind it is closed with a blank
 * (storage 3.6).
 *
 * <pre>
 * segment n                                   segment n + 1
 * | record | record | blank, rest unused |    | record ...        end
 * </pre>
 *
 * <p>Writer: on a master any thread that puts, on a slave the thread of its HA client; the lock makes them one.
 */
public final class CommitLog {

    private static final Logger log = LoggerFactory.getLogger(CommitLog.class);

    private final OpenSegment segment;
    private final AppendGate gate;
    private final QueueOffsets offsets;
    private final Position end;
    private final InstantSource clock;
    private final RecordDraft.Place place = new RecordDraft.Place();
    private volatile long lastStoreTimestampMs;
    private volatile boolean copying;

    /**
     * Creates the log over segments that end where {@code end} says; {@link #open} comes before the first append.
     *
     * @param files segments
     * @param allocator has the next segment and space ready
     * @param gate the lock and the reasons to refuse
     * @param offsets next offset of each queue
     * @param end end of the log; written here only
     * @param clock wall clock for store times
     */
    public CommitLog(MappedFileQueue files, FileAllocator allocator, AppendGate gate, QueueOffsets offsets,
                     Position end, InstantSource clock) {
        this.segment = new OpenSegment(files, allocator, end);
        this.gate = gate;
        this.offsets = offsets;
        this.end = end;
        this.clock = clock;
    }

    /**
     * Sets the end after recovery: segments behind it are deleted, the bytes behind it erased. Also cuts the log of a
     * slave that has diverged. Nobody may be reading behind the new end.
     *
     * @param newEnd position behind the last record that is kept
     * @throws IOException when a file can't be changed or mapped
     */
    public void open(long newEnd) throws IOException {
        locked(() -> {
            segment.open(newEnd);
            return null;
        });
    }

    /**
     * Appends records.
     *
     * @param draft what to write
     * @param topic counters of its topic
     * @param result filled with what became of it
     * @return whether it was written
     */
    public boolean append(RecordDraft draft, QueueOffsets.TopicOffsets topic, AppendResult result) {
        if (gate.refusal() != null) {
            result.failed(AppendResult.Outcome.REFUSED, gate.refusal());
            return false;
        }
        if (gate.isBusy() || !gate.enter()) {
            result.failed(AppendResult.Outcome.BUSY, "the log's lock has been held for " + gate.heldMs()
                + " ms, the limit is " + gate.busyMs() + " ms (osPageCacheBusyTimeOutMills)");
            return false;
        }
        try {
            appendLocked(draft, topic, result);
        } catch (IOException thrown) {
            result.failed(AppendResult.Outcome.NO_FILE,
                "the log can't get more room at position " + end.value() + ": " + thrown);
        } catch (RuntimeException | InternalError thrown) {
            log.error("append of {} bytes at position {} failed", draft.totalBytes(), end.value(), thrown);
            result.failed(AppendResult.Outcome.FAILED, "the append failed: " + thrown);
        } finally {
            gate.leave();
        }
        if (result.isDone()) {
            end.wake();
        }
        return result.isDone();
    }

    private void appendLocked(RecordDraft draft, QueueOffsets.TopicOffsets topic, AppendResult result)
        throws IOException {
        String refusal = gate.refusal();
        if (refusal != null) {
            // Refused while this thread waited for the lock: whoever refuses and then takes the lock has the last word.
            result.failed(AppendResult.Outcome.REFUSED, refusal);
            return;
        }
        if (topic.isDropped()) {
            result.failed(AppendResult.Outcome.REFUSED, "the topic is just being deleted");
            return;
        }
        int sizeBytes = draft.totalBytes();
        int index = segment.roomFor(sizeBytes);
        long position = end.value();
        long now = clock.millis();
        boolean counted = draft.entersQueue();
        long queueOffset = counted ? topic.next(draft.queueId()) : 0;
        try {
            draft.write(segment.bytes(), index, place.set(position, queueOffset, now));
        } catch (RuntimeException | InternalError thrown) {
            segment.zero(index, sizeBytes);
            throw thrown;
        }
        if (counted) {
            topic.set(draft.queueId(), queueOffset + draft.records());
        }
        lastStoreTimestampMs = now;
        if (copying) {
            copying = false;
        }
        end.publish(position + sizeBytes);
        segment.written(index + sizeBytes);
        result.done(position, position + sizeBytes, queueOffset, now);
    }

    /**
     * Appends bytes of the master's log as they are: same positions, same bytes. They are of one segment and may begin
     * and end inside of records. Nobody is woken: a slave tells its master first.
     *
     * @param position where they belong; must be the end of the log, or a begin of a segment when the log is empty
     * @param bytes the bytes, between position and limit; not moved
     * @throws IOException when there is no room; nothing was appended
     * @throws IllegalArgumentException when they do not belong at the end of the log, or cross a segment
     */
    public void appendRaw(long position, ByteBuffer bytes) throws IOException {
        if (!bytes.hasRemaining()) {
            return;
        }
        locked(() -> {
            copying = true;
            segment.putRaw(position, bytes);
            return null;
        });
    }

    /**
     * Says what comes next with {@link #appendRaw}. By who calls that.
     *
     * @param large true for a backlog, false for little at a time
     */
    public void expectBacklog(boolean large) {
        segment.layAhead(!large);
    }

    /**
     * Forgets the offsets of a topic, so that its next message begins at 0.
     *
     * @param topic topic
     * @return end of the log at that moment: records before it belong to the old life of the topic
     */
    public long dropTopic(String topic) {
        try {
            return locked(() -> {
                offsets.drop(topic);
                return end.value();
            });
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Sets the next offset of a queue, when the store opens or becomes a master.
     *
     * @param topic topic
     * @param queueId queue
     * @param nextOffset offset of its next message
     */
    public void nextOffset(String topic, int queueId, long nextOffset) {
        try {
            locked(() -> {
                offsets.topic(topic).set(queueId, nextOffset);
                return null;
            });
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Next offset of a queue by what is in the log, whether readers are shown it yet or not. Any thread.
     *
     * @param topic topic
     * @param queueId queue
     * @return the offset; 0 for a queue without messages, and on a slave, whose queues alone know it
     */
    public long appendedOffset(String topic, int queueId) {
        QueueOffsets.TopicOffsets known = copying ? null : offsets.find(topic);
        if (known == null) {
            return 0;
        }
        try {
            return locked(() -> known.next(queueId));
        } catch (IOException busy) {
            log.debug("next offset of {}-{} not known: {}", topic, queueId, busy.toString());
            return 0;
        }
    }

    /** Store time of the last record appended here, in epoch milliseconds; 0 when there was none since the start. */
    public long lastStoreTimestampMs() {
        return lastStoreTimestampMs;
    }

    /** Whether the last bytes came from a master. */
    public boolean isCopying() {
        return copying;
    }

    /** Lets go of the present segment; nothing is appended afterwards. */
    public void close() {
        try {
            locked(() -> {
                segment.release();
                return null;
            });
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private interface Work<T> {
        T run() throws IOException;
    }

    private <T> T locked(Work<T> work) throws IOException {
        if (!gate.enter()) {
            throw new IOException("the log's lock has been held for " + gate.heldMs() + " ms");
        }
        try {
            return work.run();
        } finally {
            gate.leave();
        }
    }
}
