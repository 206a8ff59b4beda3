/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.place;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** What may stand in the place of a file and is none. */
public enum OddFile {
    PIPE("a named pipe"),
    SOCKET("a socket"),
    DEVICE("a device"),
    DIRECTORY("a directory"),
    DEAD_LINK("a link to nothing");

    private final String words;

    OddFile(String words) {
        this.words = words;
    }

    /** Puts it at a path, in place of whatever file is there. */
    public void putAt(Path path) throws IOException {
        Files.createDirectories(path.getParent());
        Files.deleteIfExists(path);
        switch (this) {
            case PIPE -> makePipe(path);
            case SOCKET -> makeSocket(path);
            case DEVICE -> Files.createSymbolicLink(path, Path.of("/dev/null"));
            case DIRECTORY -> Files.createDirectory(path);
            default -> Files.createSymbolicLink(path, path.resolveSibling("nowhere"));
        }
    }

    private static void makePipe(Path path) throws IOException {
        try {
            if (new ProcessBuilder("mkfifo", path.toString()).start().waitFor() != 0) {
                throw new IOException("mkfifo made no " + path);
            }
        } catch (InterruptedException stopped) {
            throw new IOException(stopped);
        }
    }

    /** Its name has to be short; the file stays when the socket is closed. */
    private static void makeSocket(Path path) throws IOException {
        Path brief = Path.of(System.getProperty("java.io.tmpdir"), "odd" + ProcessHandle.current().pid());
        Files.deleteIfExists(brief);
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(brief));
        }
        Files.move(brief, path);
    }

    /** As a message says it. */
    @Override
    public String toString() {
        return words;
    }
}
