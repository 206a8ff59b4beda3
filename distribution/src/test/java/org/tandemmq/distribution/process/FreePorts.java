/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Ports of 127.0.0.1 that nobody has, in blocks: a broker takes its port, the one two below and the one above. Taken
 * below the range that the system hands to outgoing connections, so that none of those takes one in between. The last
 * port of a block is held open as long as this JVM lives: several test JVMs run beside each other, and a block is
 * taken long before its broker starts, or while its broker is down.
 */
public final class FreePorts {
    private static final int LOWEST = 12_000;
    private static final int HIGHEST = 32_000;
    private static final int BLOCK = 8;
    private static final List<ServerSocket> HELD = new ArrayList<>();
    private static final SplittableRandom RANDOM = new SplittableRandom();

    private FreePorts() {
    }

    /** A port {@code p} such that p-2 to p+4 are free now and are given to no other test on this machine. */
    public static synchronized int block() {
        for (int attempt = 0; attempt < 1_000; attempt++) {
            int first = RANDOM.nextInt(LOWEST, HIGHEST) / BLOCK * BLOCK;
            if (hold(first + BLOCK - 1)) {
                if (allFree(first)) {
                    return first + 2;
                }
                release();
            }
        }
        throw new IllegalStateException("no free block of ports");
    }

    private static boolean hold(int port) {
        try {
            HELD.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void release() {
        try {
            HELD.remove(HELD.size() - 1).close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean allFree(int first) {
        for (int port = first; port < first + BLOCK - 1; port++) {
            try (ServerSocket socket = new ServerSocket()) {
                socket.setReuseAddress(true);
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            } catch (IOException e) {
                return false;
            }
        }
        return true;
    }
}
