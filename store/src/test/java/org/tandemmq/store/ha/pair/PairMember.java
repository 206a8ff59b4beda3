/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.pair;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.DefaultMessageStore;
import org.tandemmq.store.NewMessage;
import org.tandemmq.store.PutResult;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.config.CommitLogConfig;
import org.tandemmq.store.config.FlushConfig;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.config.QueueConfig;
import org.tandemmq.store.config.RetentionConfig;
import org.tandemmq.store.config.StoreConfig;
import org.tandemmq.store.config.StorePaths;
import org.tandemmq.store.ha.HaStatus;
import org.tandemmq.store.ha.history.TailAnswer;
import org.tandemmq.store.ha.history.TailConfirmation;
import org.tandemmq.store.queue.ArrivalListener;

/** A store with its replication, as a broker has it. */
final class PairMember implements AutoCloseable {

    static final int SEGMENT_BYTES = 256 << 10;

    private static final InetSocketAddress HOST = new InetSocketAddress("127.0.0.1", 10911);

    private final Path root;
    private final DefaultMessageStore store;
    private final Replication replication;
    private volatile PairMember master;
    private volatile boolean sendsNow;

    /** Opens a member; a slave follows nobody yet. */
    PairMember(Path root, BrokerRole role, HaConfig.Resolution resolution, long ackTimeoutMs) {
        this(root, role, resolution, ackTimeoutMs, SEGMENT_BYTES);
    }

    /** The same with segments of another size. */
    PairMember(Path root, BrokerRole role, HaConfig.Resolution resolution, long ackTimeoutMs, int segmentBytes) {
        this.root = root;
        HaConfig defaults = HaConfig.defaults(0);
        HaConfig ha = new HaConfig("127.0.0.1", 0, "", new HaConfig.Timing(500, 2_000, ackTimeoutMs),
            defaults.transferBytes(), defaults.fallBehindMaxBytes(), new HaConfig.Copies(2, 1, false), List.of(), 8,
            resolution);
        StorePaths paths = StorePaths.below(root);
        int queueFileBytes = segmentBytes == SEGMENT_BYTES ? 2_000 : QueueConfig.DEFAULT_QUEUE_FILE_BYTES;
        QueueConfig queues = new QueueConfig(queueFileBytes, true, 100_000, 400_000, List.of(1_000L),
            QueueConfig.defaults().read());
        store = new DefaultMessageStore(new StoreConfig(paths, role,
            new CommitLogConfig(segmentBytes, 64 << 10, true, 1_000, true), FlushConfig.defaults(), queues, ha,
            RetentionConfig.defaults()), HOST, ArrivalListener.NONE, InstantSource.system(), PairMember::elapsedMs);
        TailConfirmation asks = question -> {
            PairMember asked = master;
            return CompletableFuture.completedFuture(asked == null
                ? TailAnswer.without(TailAnswer.Verdict.UNKNOWN_PEER, "nobody to ask")
                : asked.replication.answer(question));
        };
        replication = new Replication(store.replicaLog(), ha, root.resolve("tails"), asks, System::currentTimeMillis,
            PairMember::elapsedMs);
        replication.onReplicated(store::replicated);
        store.replicateBy(replication.gate(), replication::neededPosition, this::grown);
        store.start();
        replication.start(role);
    }

    private void grown() {
        if (sendsNow) {
            replication.sendNow();
        } else {
            replication.wake();
        }
    }

    /** From now on who puts sends it to the slaves itself, as event loops do. */
    void sendNow() {
        sendsNow = true;
    }

    private static long elapsedMs() {
        return System.nanoTime() / 1_000_000;
    }

    /** Makes a slave follow. */
    void follow(PairMember newMaster) {
        master = newMaster;
        replication.followMaster("127.0.0.1:" + newMaster.replication.address().getPort());
    }

    /** Changes the role. */
    void become(BrokerRole role) throws IOException {
        replication.stop();
        store.changeRole(role);
        replication.start(role);
    }

    /** Puts a message. */
    CompletableFuture<PutResult> put(String key, int bodyBytes, AckPolicy ack) {
        ByteBuffer properties = ByteBuffer.wrap(("UNIQ_KEY\u0001" + key + "\u0002")
            .getBytes(StandardCharsets.US_ASCII));
        return store.put(new NewMessage("Paired", 0, 0, 0, 1, HOST, 0, 0, ByteBuffer.allocate(bodyBytes), properties),
            ack);
    }

    DefaultMessageStore store() {
        return store;
    }

    HaStatus status() {
        return replication.status();
    }

    long end() {
        return store.replicaLog().endPosition();
    }

    /** First position at which the files of two logs differ, as far as both reach; -1 when they do not. */
    long firstDifference(PairMember other) {
        long from = Math.max(store.replicaLog().minPosition(), other.store.replicaLog().minPosition());
        long to = Math.min(end(), other.end());
        for (long segment = from; segment < to; segment += SEGMENT_BYTES) {
            int bytes = (int) Math.min(SEGMENT_BYTES, to - segment);
            int differs = ByteBuffer.wrap(bytes(segment), 0, bytes)
                .mismatch(ByteBuffer.wrap(other.bytes(segment), 0, bytes));
            if (differs >= 0) {
                return segment + differs;
            }
        }
        return -1;
    }

    private byte[] bytes(long segment) {
        try {
            return Files.readAllBytes(root.resolve("commitlog").resolve(String.format("%020d", segment)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Names of files and directories in the root. */
    List<String> names() {
        try (Stream<Path> all = Files.list(root)) {
            return new ArrayList<>(all.map(path -> path.getFileName().toString()).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        replication.close();
        store.close();
    }
}
