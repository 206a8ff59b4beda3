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
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.DefaultMessageStore;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.config.CommitLogConfig;
import org.tandemmq.store.config.FlushConfig;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.config.QueueConfig;
import org.tandemmq.store.config.RetentionConfig;
import org.tandemmq.store.config.StoreConfig;
import org.tandemmq.store.config.StorePaths;
import org.tandemmq.store.queue.ArrivalListener;

/**
 * A message of 1 KiB goes into a whole store with all its threads. In rounds of a fixed number, so that the disk space
 * of a run is known: 1.3 GiB. Allocation includes what dispatch makes of the message.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5)
@Measurement(iterations = 5)
public class AppendBenchmark {

    /** Messages of one figure. */
    static final int BATCH = 100_000;
    private static final int QUEUES = 8;
    private static final InetSocketAddress HOST = new InetSocketAddress("127.0.0.1", 10911);

    private final Send send = new Send();
    private final ByteBuffer body = ByteBuffer.allocateDirect(1024);
    private final ByteBuffer properties = ByteBuffer.wrap(("WAIT\u0001true\u0002TAGS\u0001t\u0002UNIQ_KEY\u0001"
        + "7F0000010A2B18B4AAC2123456780000\u0002").getBytes(StandardCharsets.UTF_8));
    private Path root;
    private DefaultMessageStore store;

    /** The message at hand, used again for the next one as the broker does. */
    private final class Send implements MessageStore.Message {

        private int queueId;

        @Override
        public String topic() {
            return "Orders";
        }

        @Override
        public int queueId() {
            return queueId;
        }

        @Override
        public int flag() {
            return 0;
        }

        @Override
        public int sysFlag() {
            return 0;
        }

        @Override
        public long bornTimestampMs() {
            return 1;
        }

        @Override
        public InetSocketAddress bornHost() {
            return HOST;
        }

        @Override
        public int reconsumeTimes() {
            return 0;
        }

        @Override
        public long preparedTransactionOffset() {
            return 0;
        }

        @Override
        public ByteBuffer body() {
            return body;
        }

        @Override
        public ByteBuffer properties() {
            return properties;
        }
    }

    /** Opens a store in a temporary directory. */
    @Setup
    public void open() throws IOException {
        root = TemporaryStore.create();
        store = new DefaultMessageStore(new StoreConfig(StorePaths.below(root), BrokerRole.ASYNC_MASTER,
            CommitLogConfig.defaults(), FlushConfig.defaults(), QueueConfig.defaults(), HaConfig.defaults(0),
            RetentionConfig.defaults()), HOST, ArrivalListener.NONE, InstantSource.system(),
            () -> System.nanoTime() / 1_000_000);
        store.start();
    }

    /** Closes and deletes it. */
    @TearDown
    public void close() throws IOException {
        store.close();
        TemporaryStore.delete(root);
    }

    /** Messages, one by one. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long append() {
        long positions = 0;
        for (int i = 0; i < BATCH; i++) {
            send.queueId = i % QUEUES;
            positions += store.append(send, AckPolicy.AS_CONFIGURED).position();
        }
        return positions;
    }
}
