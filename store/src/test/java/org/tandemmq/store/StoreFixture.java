/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.config.CommitLogConfig;
import org.tandemmq.store.config.FlushConfig;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.config.QueueConfig;
import org.tandemmq.store.config.ReadConfig;
import org.tandemmq.store.config.RetentionConfig;
import org.tandemmq.store.config.StoreConfig;
import org.tandemmq.store.config.StorePaths;
import org.tandemmq.store.dispatch.ShownEnd;
import org.tandemmq.store.file.FileLayer;
import org.tandemmq.store.log.FlushListener;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.queue.ArrivalListener;
import org.tandemmq.store.record.RecordView;
import org.tandemmq.store.retention.DiskRoom;

/** Putting and getting without threads: dispatch and flush are called by hand, both clocks are numbers. */
final class StoreFixture {

    static final int MAX_MESSAGE = 8_192;
    static final int SEGMENT = MAX_MESSAGE + 65_536 + 4_096;
    static final InetSocketAddress HOST = new InetSocketAddress("127.0.0.1", 10911);

    final StoreConfig config;
    final StoreLog log;
    final StoreQueues queues;
    final Acknowledgements acknowledgements;
    final MessagePutter putter;
    final MessageReader reader;
    final TimeSearch times;
    final KeyLookup keys;
    long elapsedMs;
    long wallMs = 1_000_000;
    boolean correctsOffsets = true;

    StoreFixture(FileLayer layer, Path root, BrokerRole role, boolean syncFlush, long memoryBytes) {
        config = config(root, role, syncFlush);
        log = new StoreLog(config, layer, FlushListener.NONE, () -> Instant.ofEpochMilli(wallMs), () -> elapsedMs);
        queues = new StoreQueues(config, layer, log.reader, ShownEnd.ALL, ArrivalListener.NONE,
            () -> Instant.ofEpochMilli(wallMs), () -> elapsedMs);
        acknowledgements = new Acknowledgements(config.flush(), log.flushWaiters, () -> elapsedMs, role);
        putter = new MessagePutter(config.log(), HOST, log.writer, log.offsets, acknowledgements,
                new DiskRoom(() -> 0.5, 90));
        reader = new MessageReader(queues.queues, log.reader, config.queue().read(), memoryBytes,
            () -> correctsOffsets, queues.mender::ask, log.writer::appendedOffset);
        times = new TimeSearch(log.reader);
        keys = new KeyLookup(queues.index, log.reader, 20_000);
    }

    static StoreConfig config(Path root, BrokerRole role, boolean syncFlush) {
        return new StoreConfig(StorePaths.below(root), role,
            new CommitLogConfig(SEGMENT, MAX_MESSAGE, true, 30_000, true), FlushConfig.defaults().withSync(syncFlush),
            new QueueConfig(2_000, true, 100, 400, QueueConfig.defaults().delayLevelsMs(),
                new ReadConfig(100, 20_000, 10, 5_000, 4, 400, false)),
            HaConfig.defaults(0), RetentionConfig.defaults());
    }

    StoreFixture open() throws IOException {
        return open(0);
    }

    StoreFixture open(long end) throws IOException {
        log.files.load();
        log.writer.open(end);
        return this;
    }

    void dispatch() throws IOException {
        queues.catchUp(log.end.value(), log.flush);
    }

    static NewMessage message(String topic, int queueId, int bodyBytes, String properties) {
        return new NewMessage(topic, queueId, 0, 0, 1, HOST, 0, 0, ByteBuffer.allocate(bodyBytes), bytes(properties));
    }

    PutResult put(String topic, int queueId, int bodyBytes, String properties) {
        return putter.put(message(topic, queueId, bodyBytes, properties), AckPolicy.APPEND_ONLY).join();
    }

    /** Positions of the first messages of a queue, each of which has to be found. */
    static List<Long> positions(MessageStore store, String topic, int queueId, int count) {
        List<Long> found = new ArrayList<>();
        while (found.size() < count) {
            try (GetResult result = store.get(topic, queueId, found.size(), 32, EntryFilter.ALL)) {
                assertThat(result.status()).isEqualTo(GetStatus.FOUND);
                for (LogSlice slice : result.slices()) {
                    for (int at = 0; at < slice.sizeBytes();) {
                        RecordView view = new RecordView().wrap(slice.bytes(), at);
                        found.add(view.position());
                        at += view.totalSize();
                    }
                }
            }
        }
        return found;
    }

    static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A store of its own threads and clocks, open. */
    static DefaultMessageStore started(Path root, BrokerRole role, boolean syncFlush) {
        DefaultMessageStore store = new DefaultMessageStore(config(root, role, syncFlush), HOST, ArrivalListener.NONE,
            InstantSource.system(), () -> System.nanoTime() / 1_000_000);
        store.start();
        return store;
    }

    /** Positions of all messages of a queue, read one batch after the other. */
    static List<Long> positions(MessageStore store, String topic, int queueId) {
        List<Long> positions = new ArrayList<>();
        RecordView view = new RecordView();
        long next = store.minOffset(topic, queueId);
        while (next < store.maxOffset(topic, queueId)) {
            try (GetResult result = store.get(topic, queueId, next, 32, EntryFilter.ALL)) {
                assertThat(result.status()).isEqualTo(GetStatus.FOUND);
                for (LogSlice slice : result.slices()) {
                    for (int at = 0; at < slice.sizeBytes(); at += view.totalSize()) {
                        assertThat(view.wrap(slice.bytes(), at).queueOffset()).isEqualTo(next++);
                        positions.add(view.position());
                    }
                }
            }
        }
        return positions;
    }
}
