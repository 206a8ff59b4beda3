/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
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
 * Small figures of the append, by hand: messages of 1 KiB from one thread, all agents running. Arguments: messages per
 * round, rounds, queues. Prints nanoseconds and bytes allocated per message, and how far dispatch was behind.
 */
public final class AppendFigures {

    private AppendFigures() {
    }

    /**
     * Runs the rounds.
     *
     * @param args messages per round, rounds, queues
     * @throws Exception when the directory can't be made
     */
    public static void main(String[] args) throws Exception {
        int messages = args.length > 0 ? Integer.parseInt(args[0]) : 500_000;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 6;
        int queues = args.length > 2 ? Integer.parseInt(args[2]) : 8;
        Path root = Files.createTempDirectory("append-figures");
        InetSocketAddress host = new InetSocketAddress("127.0.0.1", 10911);
        DefaultMessageStore store = new DefaultMessageStore(new StoreConfig(StorePaths.below(root),
            BrokerRole.ASYNC_MASTER, CommitLogConfig.defaults(), FlushConfig.defaults(), QueueConfig.defaults(),
            HaConfig.defaults(0), RetentionConfig.defaults()), host, ArrivalListener.NONE, InstantSource.system(),
            () -> System.nanoTime() / 1_000_000);
        store.start();
        for (int round = 0; round < rounds; round++) {
            round(store, messages, queues, host);
        }
        cpu((long) messages * rounds);
        store.close();
        for (Path path : Files.walk(root).sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(path);
        }
    }

    private static void cpu(long messages) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (long id : threads.getAllThreadIds()) {
            String name = threads.getThreadInfo(id).getThreadName();
            if (name.startsWith("store-")) {
                System.out.printf("%s: %d ns cpu/message%n", name, threads.getThreadCpuTime(id) / messages);
            }
        }
    }

    private static void round(DefaultMessageStore store, int messages, int queues, InetSocketAddress host) {
        ByteBuffer body = ByteBuffer.allocateDirect(1024);
        ByteBuffer properties = ByteBuffer.wrap(("WAIT\u0001true\u0002KEYS\u0001k1\u0002"
            + "UNIQ_KEY\u00017F0000010A2B18B4AAC2123456780000\u0002"
            + "TAGS\u0001A\u0002").getBytes(StandardCharsets.UTF_8));
        com.sun.management.ThreadMXBean threads =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        List<String> topics = List.of("figures");
        NewMessage[] prepared = new NewMessage[queues];
        for (int i = 0; i < queues; i++) {
            prepared[i] = new NewMessage(topics.get(0), i, 0, 0, 1, host, 0, 0, body, properties);
        }
        long bytes = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        long cpu = threads.getCurrentThreadCpuTime();
        long begin = System.nanoTime();
        long failed = 0;
        for (int i = 0; i < messages; i++) {
            if (store.put(prepared[i % queues], AckPolicy.AS_CONFIGURED).join().status() != PutStatus.PUT_OK) {
                failed++;
            }
        }
        long nanos = System.nanoTime() - begin;
        long behind = store.status().dispatchBehindBytes();
        System.out.printf("%d ns/message (cpu %d), %d bytes/message, %d failed, dispatch %d KiB behind%n",
            nanos / messages, (threads.getCurrentThreadCpuTime() - cpu) / messages,
            (threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - bytes) / messages, failed,
            behind >> 10);
        while (store.status().dispatchBehindBytes() > 0) {
            Thread.onSpinWait();
        }
        System.out.printf("  dispatch caught up after %d ms%n", (System.nanoTime() - begin) / 1_000_000);
    }
}
