/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BuildOutput;

/** A new slave of a master with 4 GiB, beside a bare copy of the same files over loopback. */
final class CatchUp implements Experiment {

    private static final long BYTES = 4L << 30;
    private static final double MEGA = 1e6;

    @Override
    public String name() {
        return "catch-up";
    }

    /** Figures of one broker. */
    private record Figures(double perSecond, double copyPerSecond, double share) {
    }

    @Override
    public void run(Report report) throws IOException {
        Figures ours = measure(true);
        Figures peer = measure(false);
        report.row(name(), "MB/s from the slave's first byte to its last", Goal.NONE, ours.perSecond, peer.perSecond);
        report.row(name(), "bare copy of the files over loopback MB/s", Goal.NONE, ours.copyPerSecond,
            peer.copyPerSecond);
        report.row(name(), "share of the bare copy's rate, %", Goal.atLeast(60),
            100 * ours.perSecond / ours.copyPerSecond, 100 * peer.perSecond / peer.copyPerSecond);
        report.row(name(), "part of the log that the slave has, %", Goal.atLeast(100), 100 * ours.share,
            100 * peer.share);
    }

    private static Figures measure(boolean ours) throws IOException {
        try (BenchSide side = new BenchSide(ours, BenchScenario.Setting.ASYNC)) {
            side.start();
            side.fill("CatchUp", 1, BYTES);
            Broker slave = side.addSlave();
            slave.start();
            BenchSide.await(() -> BenchSide.number(slave, "commitLogMaxOffset") > 0);
            long firstSeen = BenchSide.number(slave, "commitLogMaxOffset");
            long begin = System.nanoTime();
            long end = BenchSide.number(side.master(), "commitLogMaxOffset");
            BenchSide.await(() -> BenchSide.number(slave, "commitLogMaxOffset") >= end);
            double seconds = (System.nanoTime() - begin) / 1e9;
            long min = BenchSide.number(slave, "commitLogMinOffset");
            double perSecond = (end - firstSeen) / MEGA / seconds;
            double copy = plainCopy(side.master().storeFolder().resolve("commitlog"), end);
            return new Figures(perSecond, copy, (double) (end - min) / end);
        }
    }

    private static double plainCopy(Path log, long bytes) throws IOException {
        Path to = BuildOutput.workFolder("plain-copy");
        try (Stream<Path> all = Files.list(log)) {
            List<Path> files = all.filter(file -> file.getFileName().toString().matches("\\d{20}")).sorted().toList();
            return bytes / MEGA / new LoopbackCopy(files).secondsTo(to, bytes);
        } finally {
            BuildOutput.deleteTree(to);
        }
    }

    /**
     * What the machine gives when files are only copied from one process to another: a thread that hands files to a
     * socket (sendfile) and one that reads the socket and writes the files. Nothing is looked at, nothing is forced to
     * disk.
     */
    private static final class LoopbackCopy {

        private static final int PIECE_BYTES = 1 << 20;

        private final List<Path> files;

        /** Copies these files. */
        LoopbackCopy(List<Path> files) {
            this.files = files;
        }

        /** Copies up to a number of bytes; gives the seconds it took. */
        double secondsTo(Path folder, long bytes) throws IOException {
            try (ServerSocketChannel server = ServerSocketChannel.open()
                    .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
                long begin = System.nanoTime();
                CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> send(server, bytes));
                try (SocketChannel socket = server.accept()) {
                    receive(socket, folder, bytes);
                }
                sending.join();
                return (System.nanoTime() - begin) / 1e9;
            }
        }

        private void send(ServerSocketChannel server, long bytes) {
            try (SocketChannel socket = SocketChannel.open(server.getLocalAddress())) {
                long left = bytes;
                for (Path path : files) {
                    try (FileChannel file = FileChannel.open(path)) {
                        long end = Math.min(left, file.size());
                        long at = 0;
                        while (at < end) {
                            at += file.transferTo(at, end - at, socket);
                        }
                        left -= end;
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void receive(SocketChannel socket, Path folder, long bytes) throws IOException {
            ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
            long left = bytes;
            for (Path path : files) {
                long end = Math.min(left, path.toFile().length());
                try (FileChannel file = FileChannel.open(folder.resolve(path.getFileName()), StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE)) {
                    long at = 0;
                    while (at < end) {
                        piece.clear().limit((int) Math.min(PIECE_BYTES, end - at));
                        if (socket.read(piece) < 0) {
                            throw new IOException("the sender stopped at " + at + " of " + path);
                        }
                        at += file.write(piece.flip(), at);
                    }
                }
                left -= end;
            }
        }
    }
}
