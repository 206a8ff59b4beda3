/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.pair;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.config.HaConfig;

/**
 * Figures, no test: how fast a new slave gets a whole log over loopback, beside a bare sender and receiver that copy
 * the same files from mapping to mapping. Arguments: megabytes, body bytes, segment megabytes.
 */
public final class CatchUpFigures {

    private static final int PIECE_BYTES = 1 << 20;

    private CatchUpFigures() {
    }

    /**
     * Runs both.
     *
     * @param args megabytes of log, bytes of a body, megabytes of a segment
     * @throws Exception when files or sockets fail
     */
    public static void main(String[] args) throws Exception {
        long bytes = (args.length > 0 ? Long.parseLong(args[0]) : 2_048) << 20;
        int bodyBytes = args.length > 1 ? Integer.parseInt(args[1]) : 1_024;
        int segmentBytes = (args.length > 2 ? Integer.parseInt(args[2]) : 256) << 20;
        Path root = Files.createTempDirectory("catch-up-figures");
        HaConfig.Resolution stop = new HaConfig.Resolution(false, false, false);
        try (PairMember master = new PairMember(root.resolve("master"), BrokerRole.ASYNC_MASTER, stop, 3_000,
            segmentBytes)) {
            while (master.end() < bytes) {
                master.put("k", bodyBytes, AckPolicy.APPEND_ONLY).join();
            }
            master.store().status();
            for (int round = 0; round < 2; round++) {
                double bare = bareCopy(root.resolve("master/commitlog"), root.resolve("bare" + round), master.end());
                double ours = catchUp(master, root.resolve("slave" + round), segmentBytes);
                System.out.printf("bare copy %.0f MB/s, catch-up %.0f MB/s, %.0f %%%n", bare, ours, ours / bare * 100);
            }
        }
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static double catchUp(PairMember master, Path directory, int segmentBytes) {
        long begin;
        try (PairMember slave = new PairMember(directory, BrokerRole.SLAVE,
            new HaConfig.Resolution(false, false, false), 3_000, segmentBytes)) {
            printThreads(0);
            begin = System.nanoTime();
            slave.follow(master);
            while (slave.end() < master.end()) {
                LockSupport.parkNanos(1_000_000);
            }
            long nanos = System.nanoTime() - begin;
            printThreads(nanos);
            System.out.printf("queues are %d MB behind%n", slave.store().status().dispatchBehindBytes() >> 20);
            return master.end() * 1e3 / nanos;
        }
    }

    /** CPU milliseconds of the threads that had any since the start, the busiest first. */
    private static void printThreads(long nanos) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        StringJoiner line = new StringJoiner(", ", (nanos / 1_000_000) + " ms; CPU ms of threads: ", "");
        Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds())).filter(Objects::nonNull)
            .sorted(Comparator.comparingLong(thread -> -threads.getThreadCpuTime(thread.getThreadId()))).limit(12)
            .forEach(thread -> line.add(thread.getThreadName() + " "
                + threads.getThreadCpuTime(thread.getThreadId()) / 1_000_000));
        System.out.println(line);
    }

    private static double bareCopy(Path from, Path to, long end) throws IOException, InterruptedException {
        Files.createDirectories(to);
        List<Path> segments;
        try (Stream<Path> all = Files.list(from)) {
            segments = all.sorted().toList();
        }
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            long begin = System.nanoTime();
            Thread receiver = new Thread(() -> receive(server, to, segments));
            receiver.start();
            try (SocketChannel socket = SocketChannel.open(server.getLocalAddress())) {
                for (Path segment : segments) {
                    send(socket, segment);
                }
            }
            receiver.join();
            long copied = segments.size() * Files.size(segments.get(0));
            return Math.max(copied, end) * 1e3 / (System.nanoTime() - begin);
        }
    }

    private static void send(SocketChannel socket, Path segment) throws IOException {
        try (FileChannel file = FileChannel.open(segment)) {
            MappedByteBuffer bytes = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size());
            for (int at = 0; at < bytes.capacity(); at += PIECE_BYTES) {
                ByteBuffer piece = bytes.slice(at, Math.min(PIECE_BYTES, bytes.capacity() - at));
                while (piece.hasRemaining()) {
                    socket.write(piece);
                }
            }
        }
    }

    private static void receive(ServerSocketChannel server, Path to, List<Path> segments) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(PIECE_BYTES);
        try (SocketChannel socket = server.accept()) {
            for (Path segment : segments) {
                long size = Files.size(segment);
                try (FileChannel file = FileChannel.open(to.resolve(segment.getFileName()), StandardOpenOption.CREATE,
                    StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                    MappedByteBuffer bytes = file.map(FileChannel.MapMode.READ_WRITE, 0, size);
                    while (bytes.hasRemaining()) {
                        buffer.clear().limit(Math.min(PIECE_BYTES, bytes.remaining()));
                        if (socket.read(buffer) < 0) {
                            return;
                        }
                        bytes.put(buffer.flip());
                    }
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
