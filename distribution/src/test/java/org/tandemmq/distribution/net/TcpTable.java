/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/** The kernel's table of TCP connections, as one process sees it: that of its network namespace. */
public final class TcpTable {
    private static final String ESTABLISHED = "01";
    private static final int HEX = 16;

    private final Path folder;

    /** The table of the network in which a process lives. */
    public TcpTable(long pid) {
        this.folder = Path.of("/proc", Long.toString(pid), "net");
    }

    /** Established connections from or to a port, both ends of each as the kernel writes them. */
    public Set<String> established(int port) {
        Set<String> found = new TreeSet<>();
        try {
            for (String table : new String[] {"tcp", "tcp6"}) {
                for (String line : Files.readAllLines(folder.resolve(table))) {
                    String[] fields = line.trim().split("\\s+");
                    if (fields[3].equals(ESTABLISHED) && (ends(fields[1], port) || ends(fields[2], port))) {
                        found.add(fields[1] + " " + fields[2]);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static boolean ends(String address, int port) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), HEX) == port;
    }
}
