/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files and sockets that the process may have open, and how they are divided: what connections take must not be missing
 * when the store opens a file. Half of them, but not more than {@value #KEPT_MAX}, are kept for files and replication;
 * of the rest an embedded name service has a quarter.
 */
public final class FileHandles {

    private static final Logger log = LoggerFactory.getLogger(FileHandles.class);
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final String LINE = "Max open files";
    private static final int KEPT_MAX = 4_096;
    private static final int NAME_SERVICE_SHARE = 4;

    private final long limit;

    /**
     * Takes a limit.
     *
     * @param limit files that may be open at once
     */
    FileHandles(long limit) {
        this.limit = limit;
    }

    /** Those of this process; without a limit where the kernel tells none. */
    public static FileHandles ofProcess() {
        try {
            return new FileHandles(limit(Files.readString(LIMITS, StandardCharsets.US_ASCII)));
        } catch (IOException e) {
            log.debug("no limits of this process: {}", e.toString());
            return new FileHandles(Long.MAX_VALUE);
        }
    }

    /** The soft limit, as {@code proc(5)} writes it. */
    static long limit(String limits) {
        for (String line : limits.split("\n")) {
            if (line.startsWith(LINE)) {
                String soft = line.substring(LINE.length()).strip().split(" ")[0];
                return "unlimited".equals(soft) ? Long.MAX_VALUE : Long.parseLong(soft);
            }
        }
        return Long.MAX_VALUE;
    }

    private long forConnections() {
        return limit - Math.min(limit / 2, KEPT_MAX);
    }

    /**
     * Connections to the main ports.
     *
     * @param wanted {@code maxConnections}
     * @param besideNameService whether a name service is embedded
     * @return how many there may be
     */
    public int forClients(int wanted, boolean besideNameService) {
        long room = forConnections();
        return told("clients", wanted, besideNameService ? room - room / NAME_SERVICE_SHARE : room);
    }

    /**
     * Connections to an embedded name service.
     *
     * @param wanted {@code maxConnections}
     * @return how many there may be
     */
    public int forEmbeddedNameService(int wanted) {
        return told("the embedded name service", wanted, forConnections() / NAME_SERVICE_SHARE);
    }

    private int told(String whose, int wanted, long room) {
        if (room >= wanted) {
            return wanted;
        }
        log.info("Connections of {}: {} at most instead of maxConnections {}, the process may have {} files open",
            whose, Math.max(1, room), wanted, limit);
        return (int) Math.max(1, room);
    }
}
