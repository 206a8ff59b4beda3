/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.micro;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.tandemmq.store.file.DiskFileLayer;
import org.tandemmq.store.index.IndexDirectory;
import org.tandemmq.store.index.IndexService;
import org.tandemmq.store.queue.ArrivalListener;
import org.tandemmq.store.queue.ConsumeQueueTable;
import org.tandemmq.store.queue.QueueMark;
import org.tandemmq.store.queue.TagsCode;
import org.tandemmq.store.queue.file.OpenFiles;
import org.tandemmq.store.queue.file.QueueDirectory;
import org.tandemmq.store.record.HostBytes;
import org.tandemmq.store.record.RecordDraft;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordView;
import org.tandemmq.store.record.RecordWriter;

/** What dispatch does with one record of 1 KiB: entry of its queue, key index. The record is given new places. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5)
@Measurement(iterations = 5)
public class DispatchBenchmark {

    /** Records of one figure. */
    static final int BATCH = 500_000;
    private static final int QUEUES = 8;
    private static final int QUEUE_FILE_BYTES = 6_000_000;
    private static final int INDEX_SLOTS = 5_000_000;
    private static final int INDEX_ENTRIES = 20_000_000;
    private static final HostBytes HOST = HostBytes.of(new InetSocketAddress("127.0.0.1", 10911));

    private final ByteBuffer segment = ByteBuffer.allocateDirect(4096);
    private final RecordView view = new RecordView();
    private Path root;
    private OpenFiles open;
    private ConsumeQueueTable queues;
    private IndexService index;
    private int recordBytes;
    private long count;

    /** Opens queues and index in a temporary directory. */
    @Setup
    public void open() throws IOException {
        root = TemporaryStore.create();
        DiskFileLayer layer = new DiskFileLayer();
        open = new OpenFiles(layer, 100);
        queues = new ConsumeQueueTable(new QueueDirectory(layer, open, root.resolve("consumequeue"),
            QUEUE_FILE_BYTES), new TagsCode(List.of(1_000L)), ArrivalListener.NONE, 1_000);
        queues.begin(new QueueMark(0, 0));
        index = new IndexService(new IndexDirectory(layer, root.resolve("index"), INDEX_SLOTS, INDEX_ENTRIES,
            InstantSource.system()));
        ByteBuffer properties = ByteBuffer.wrap(("WAIT\u0001true\u0002TAGS\u0001t\u0002UNIQ_KEY\u0001"
            + "7F0000010A2B18B4AAC2123456780000\u0002CLUSTER\u0001DefaultCluster\u0002MSG_REGION\u0001DefaultRegion"
            + "\u0002TRACE_ON\u0001true\u0002").getBytes(StandardCharsets.UTF_8));
        RecordWriter writer = new RecordWriter().queue("Orders".getBytes(StandardCharsets.UTF_8), 0)
            .hosts(0, HOST, HOST).origin(1, 0, 0).body(0, ByteBuffer.allocate(1024), 0, 1024)
            .properties(properties, 0, properties.remaining(), null).seal();
        recordBytes = writer.totalBytes();
        writer.write(segment, 0, new RecordDraft.Place().set(0, 0, 1_700_000_000_000L));
    }

    /** Closes and deletes them. */
    @TearDown
    public void close() throws IOException {
        queues.close();
        index.close();
        TemporaryStore.delete(root);
    }

    /** Records, one by one. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void dispatch() throws IOException {
        for (int i = 0; i < BATCH; i++) {
            dispatchOne();
        }
    }

    private void dispatchOne() throws IOException {
        segment.putLong(RecordLayout.POSITION, count * recordBytes);
        segment.putLong(RecordLayout.QUEUE_OFFSET, count / QUEUES);
        segment.putInt(RecordLayout.QUEUE_ID, (int) (count % QUEUES));
        count++;
        view.wrap(segment, 0);
        queues.handle(view);
        index.handle(view);
    }
}
