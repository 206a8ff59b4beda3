/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Stands between a client and a server of 127.0.0.1 and hurts what passes: cuts all connections, refuses new ones,
 * splits into small pieces, delays, or swallows everything while connections stay open (a half-open peer).
 */
public final class TcpProxy implements AutoCloseable {
    private static final int PIECE_BYTES = 64 << 10;

    private final ServerSocket listener;
    private final int targetPort;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile int pieceBytes = PIECE_BYTES;
    private volatile long delayMs;
    private volatile boolean refusing;
    private volatile boolean swallowing;

    /** A proxy to this port, listening on a free one. */
    public TcpProxy(int targetPort) {
        this.targetPort = targetPort;
        try {
            listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    /** Where clients connect to. */
    public int port() {
        return listener.getLocalPort();
    }

    /** From now on at most this many bytes pass in one write. */
    public void splitInto(int bytes) {
        pieceBytes = bytes;
    }

    /** From now on every piece waits this long. */
    public void delay(long ms) {
        delayMs = ms;
    }

    /** Whether new connections are closed at once. */
    public void refuse(boolean on) {
        refusing = on;
    }

    /** Whether bytes are read and dropped while connections stay open. */
    public void swallow(boolean on) {
        swallowing = on;
    }

    /** Ends all connections of now with a reset; the number that were open. */
    public int cut() {
        int open = sockets.size();
        for (Socket socket : sockets) {
            try {
                socket.setSoLinger(true, 0);
                socket.close();
            } catch (IOException e) {
                sockets.remove(socket);
            }
        }
        return open / 2;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                if (refusing) {
                    client.close();
                    continue;
                }
                Socket server = new Socket(InetAddress.getLoopbackAddress(), targetPort);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                sockets.add(client);
                sockets.add(server);
                start(() -> pump(client, server));
                start(() -> pump(server, client));
            } catch (IOException e) {
                // the target is away, or the proxy was closed: the loop's condition tells
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] piece = new byte[PIECE_BYTES];
        try (from; to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(piece, 0, pieceBytes); n >= 0; n = in.read(piece, 0, pieceBytes)) {
                if (delayMs > 0) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(delayMs));
                }
                if (!swallowing) {
                    out.write(piece, 0, n);
                }
            }
        } catch (IOException e) {
            // a cut connection: both ends are closed by now
            sockets.remove(from);
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "tcp-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }
}
