/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tandemmq.distribution.bench.load.Load;
import org.tandemmq.distribution.bench.load.LoadDriver;
import org.tandemmq.distribution.bench.load.LoadFigures;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.OurBroker;
import org.tandemmq.distribution.process.PeerBroker;

/** One of the two brokers in one setting, master first, then the slave where there is one. */
final class BenchSide implements AutoCloseable {

    static final int SEGMENT_BYTES = 1 << 30;
    private static final int PEER_HEAP_MIB = 2048;
    private static final int RUNTIME_INFO = 28;
    private static final String MAX_POSITION = "commitLogMaxOffset";
    private static final long CATCH_UP_NANOS = TimeUnit.MINUTES.toNanos(3);
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final String name;
    private final boolean ours;
    private final List<Broker> brokers = new ArrayList<>();

    BenchSide(boolean ours, BenchScenario.Setting setting) {
        this.ours = ours;
        this.name = ours ? "ours" : "peer";
        BrokerSettings master = settings("master");
        if (setting == BenchScenario.Setting.SYNC_FLUSH) {
            master.with("flushDiskType", "SYNC_FLUSH");
        }
        boolean pair = setting == BenchScenario.Setting.SYNC_PAIR;
        if (pair) {
            master.with("brokerRole", "SYNC_MASTER").with("inSyncReplicas", 2);
        }
        brokers.add(ours ? new OurBroker(master) : new PeerBroker(master).asServer(PEER_HEAP_MIB));
        if (pair) {
            addSlave();
        }
    }

    /** Settings of the master, for what is changed before it starts. */
    BrokerSettings settings() {
        return master().settings();
    }

    /** Options of the JVM of our master, set before it starts. */
    void javaOptions(String options) {
        ((OurBroker) master()).withJavaOptions(options);
    }

    /** Adds the first slave, not started yet; it learns its master's address from the name server. */
    Broker addSlave() {
        return addSlave(1);
    }

    /** Adds a slave with an id of its own. */
    Broker addSlave(int id) {
        Broker master = brokers.get(0);
        BrokerSettings slave = settings("slave-" + id).with("brokerRole", "SLAVE").with("brokerId", id);
        Broker added = ours ? new OurBroker(slave, master.nameServers())
            : new PeerBroker(slave, master.nameServers()).asServer(PEER_HEAP_MIB);
        brokers.add(added);
        return added;
    }

    private BrokerSettings settings(String role) {
        return BrokerSettings.inNewFolder("bench-" + name + "-" + role).with("mappedFileSizeConsumeQueue", 6_000_000)
            .with("mappedFileSizeCommitLog", SEGMENT_BYTES).with("diskMaxUsedSpaceRatio", 98)
            .with("osPageCacheBusyTimeOutMills", 1_000);
    }

    void start() {
        brokers.forEach(Broker::start);
    }

    /** Freezes its processes while the other side has its turn: their timers would be part of its figures. */
    void suspend() {
        brokers.forEach(broker -> broker.process().suspend());
    }

    /** Ends {@link #suspend()}. */
    void resume() {
        brokers.forEach(broker -> broker.process().resume());
    }

    /** Waits until all slaves have what the master has: from then on sends find them in step. */
    void awaitSlaves() throws IOException {
        for (Broker slave : brokers.subList(1, brokers.size())) {
            run(Load.send(1, 1, 1024, 1), "InStep", 0, 10);
            await(() -> number(slave, MAX_POSITION) >= number(master(), MAX_POSITION));
        }
    }

    /** Room on the disk of its stores. */
    long usableBytes() {
        return master().settings().folder().toFile().getUsableSpace();
    }

    String name() {
        return name;
    }

    Broker master() {
        return brokers.get(0);
    }

    long[] pids() {
        return brokers.stream().filter(broker -> broker.process() != null)
            .mapToLong(broker -> broker.process().pid()).toArray();
    }

    LoadFigures run(Load load, String topic, long warmupMs, long countMs) throws IOException {
        return new LoadDriver(load, topic, pids()).run(master().port(), warmupMs, countMs);
    }

    /** The same in a thread of its own. */
    CompletableFuture<LoadFigures> beside(Load load, String topic, long warmupMs, long countMs) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return run(load, topic, warmupMs, countMs);
            } catch (IOException failed) {
                throw new CompletionException(failed);
            }
        });
    }

    /** Sends batches of 16 x 1 KiB over some topics of eight queues until the log has so many bytes. */
    void fill(String topic, int topics, long bytes) throws IOException {
        fill(Load.send(4, 8, 1024, 16).over(topics), topic, bytes - number(master(), MAX_POSITION));
    }

    /** Sends until the log has so many bytes more than before, and waits until the queues have them. */
    void fill(Load load, String topic, long moreBytes) throws IOException {
        long begin = number(master(), MAX_POSITION);
        long end = begin;
        while (end - begin < moreBytes) {
            run(load, topic, 0, end == begin ? 1_000 : 2_000);
            end = number(master(), MAX_POSITION);
        }
        awaitDispatch();
        Report.say("%s: log filled to %,d MiB", name, end >> 20);
    }

    /** Waits until the queues have everything. */
    void awaitDispatch() throws IOException {
        await(() -> number(master(), "dispatchBehindBytes") <= 0);
    }

    /** A condition that asks brokers. */
    interface Condition {
        boolean isMet() throws IOException;
    }

    static void await(Condition condition) throws IOException {
        long end = System.nanoTime() + CATCH_UP_NANOS;
        while (!condition.isMet()) {
            if (System.nanoTime() > end) {
                throw new IOException("not within " + TimeUnit.NANOSECONDS.toSeconds(CATCH_UP_NANOS) + " s");
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /**
     * A number of a broker's runtime information. The peer answers with an error, or without a body, for some time
     * after its start: it is asked again.
     */
    static long number(Broker broker, String key) throws IOException {
        Pattern line = Pattern.compile("\"" + key + "\"\\s*:\\s*\"(-?\\d+)");
        long end = System.nanoTime() + ANSWER_NANOS;
        while (true) {
            RawFrame answer = runtimeInfo(broker);
            Matcher found = line.matcher(answer.bodyText());
            if (found.find()) {
                return Long.parseLong(found.group(1));
            }
            if (System.nanoTime() > end) {
                throw new IOException("no " + key + " in runtime information of " + broker.address() + ": code "
                    + answer.code() + ", " + answer.remark() + ", " + answer.bodyText());
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private static RawFrame runtimeInfo(Broker broker) throws IOException {
        try (RawClient client = new RawClient(broker.address())) {
            return client.call(RawFrame.request(RUNTIME_INFO));
        }
    }

    /** Ends all processes; they can be started again. */
    void stop() {
        for (int i = brokers.size() - 1; i >= 0; i--) {
            brokers.get(i).close();
        }
    }

    @Override
    public void close() {
        stop();
        brokers.stream().filter(broker -> broker.storeFolder().toFile().exists())
            .forEach(broker -> BuildOutput.deleteTree(broker.storeFolder()));
    }
}
