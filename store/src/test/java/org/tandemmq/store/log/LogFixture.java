/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.log;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import org.tandemmq.store.agent.Wakeup;
import org.tandemmq.store.config.FlushConfig;
import org.tandemmq.store.file.FileLayer;
import org.tandemmq.store.file.MappedFileQueue;
import org.tandemmq.store.file.space.FileAllocator;
import org.tandemmq.store.position.Position;
import org.tandemmq.store.position.PositionWaiters;
import org.tandemmq.store.record.HostBytes;
import org.tandemmq.store.record.MessageDraft;
import org.tandemmq.store.record.RecordLayout;

/** A log put together without threads: agents are called by hand, both clocks are numbers. */
public final class LogFixture {

    public final Position end = new Position("end", 0);
    public final Position flushed = new Position("flushed", 0);
    public final PositionWaiters waiters = new PositionWaiters(flushed);
    public final QueueOffsets offsets = new QueueOffsets();
    public final AppendGate gate;
    public final MappedFileQueue files;
    public final FileAllocator allocator;
    public final CommitLog log;
    public final LogReader reader;
    public long elapsedMs;
    public long wallMs = 1_000_000;
    private final MessageDraft draft = new MessageDraft();

    /** Puts the log together over some files; {@link #open} comes next. */
    public LogFixture(FileLayer layer, Path directory, int segmentBytes) {
        this(layer, directory, segmentBytes, 1_000);
    }

    /** The same with another limit for those who wait for the lock. */
    public LogFixture(FileLayer layer, Path directory, int segmentBytes, long busyMs) {
        gate = new AppendGate(busyMs, () -> elapsedMs);
        files = new MappedFileQueue(layer, directory, segmentBytes);
        allocator = new FileAllocator(files, segmentBytes, false, end::value, new Wakeup());
        log = new CommitLog(files, allocator, gate, offsets, end, () -> Instant.ofEpochMilli(wallMs));
        reader = new LogReader(files, end);
    }

    /** Opens what is on disk, up to a position. */
    public LogFixture open(long position) throws Exception {
        files.load();
        log.open(position);
        return this;
    }

    public FlushAgent flushAgent(FlushConfig config, FlushListener listener) {
        return new FlushAgent(files, new FlushAgent.Progress(end, flushed, log::lastStoreTimestampMs,
            log::isCopying), waiters, config, gate, listener);
    }

    /** Appends a message with a body of so many bytes. */
    public AppendResult append(String topic, int queueId, int bodyBytes) {
        return append(topic, queueId, ByteBuffer.allocate(bodyBytes), "", 0);
    }

    /** Appends a message. */
    public AppendResult append(String topic, int queueId, ByteBuffer body, String properties, int sysFlag) {
        HostBytes host = HostBytes.of(new InetSocketAddress("127.0.0.1", 10911));
        ByteBuffer encoded = ByteBuffer.wrap(properties.getBytes(StandardCharsets.UTF_8));
        QueueOffsets.TopicOffsets counters = offsets.topic(topic);
        draft.writer().queue(counters.nameUtf8(), queueId).hosts(sysFlag, host, host).origin(0, 0, 0)
            .body(0, body, body.position(), body.remaining()).properties(encoded, 0, encoded.limit(), null).seal();
        AppendResult result = new AppendResult();
        log.append(draft, counters, result);
        return result;
    }

    /** Size of a record with a topic and a body of so many bytes and no properties. */
    public static int recordBytes(int topicBytes, int bodyBytes) {
        return RecordLayout.recordBytes(0, false, bodyBytes, topicBytes, 0);
    }
}
