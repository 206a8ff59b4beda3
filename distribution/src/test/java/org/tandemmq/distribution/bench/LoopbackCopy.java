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
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What the machine gives when files are only copied from one process to another: a thread that hands files to a socket
 * (sendfile) and one that reads the socket and writes the files. Nothing is looked at, nothing is forced to disk.
 */
final class LoopbackCopy {

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
