/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Ports of 127.0.0.1 that nobody has, in blocks: a broker takes its port, the one two below and the one above. Taken
 * below the range that the system hands to outgoing connections, so that none of those takes one in between.
 */
public final class FreePorts {
    private static final int LOWEST = 12_000;
    private static final int HIGHEST = 32_000;
    private static final int BLOCK = 8;
    private static final Set<Integer> GIVEN = new HashSet<>();
    private static final SplittableRandom RANDOM = new SplittableRandom();

    private FreePorts() {
    }

    /** A port {@code p} such that p-2 to p+5 are free now and are given to no other test of this JVM. */
    public static synchronized int block() {
        for (int attempt = 0; attempt < 1_000; attempt++) {
            int first = RANDOM.nextInt(LOWEST, HIGHEST) / BLOCK * BLOCK;
            if (GIVEN.add(first) && allFree(first)) {
                return first + 2;
            }
        }
        throw new IllegalStateException("no free block of ports");
    }

    private static boolean allFree(int first) {
        for (int port = first; port < first + BLOCK; port++) {
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
