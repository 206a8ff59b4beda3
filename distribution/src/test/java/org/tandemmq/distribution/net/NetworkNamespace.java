/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A second machine as far as the network goes: a namespace of the kernel with one cable to this one (a pair of virtual
 * devices), which a test pulls out. Unlike a proxy that is cut it sends nobody a farewell: both ends keep a connection
 * that looks alive. Needs root and the command {@code ip} of iproute2.
 *
 * <pre>
 * this machine                      namespace
 *   198.18.x.y+1  tmqPIDo ======= tmqPIDi  198.18.x.y+2     lo
 * </pre>
 */
public final class NetworkNamespace implements AutoCloseable {
    private final String name = "tmq" + ProcessHandle.current().pid();
    private final String outerDevice = name + "o";
    private final String innerDevice = name + "i";
    private final String outerAddress;
    private final String innerAddress;

    /** Makes the namespace and plugs the cable in. */
    public NetworkNamespace() {
        // of the network that is set apart for measurements between machines
        long net = ProcessHandle.current().pid() & 0x7FFF;
        String block = "198." + (18 + (net >> 14)) + "." + (net >> 6 & 0xFF) + ".";
        outerAddress = block + ((net & 63) * 4 + 1);
        innerAddress = block + ((net & 63) * 4 + 2);
        run("ip", "netns", "add", name);
        try {
            run("ip", "link", "add", outerDevice, "type", "veth", "peer", "name", innerDevice, "netns", name);
            run("ip", "address", "add", outerAddress + "/30", "dev", outerDevice);
            run("ip", "link", "set", outerDevice, "up");
            run("ip", "-n", name, "address", "add", innerAddress + "/30", "dev", innerDevice);
            run("ip", "-n", name, "link", "set", "lo", "up");
            plugIn();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Whether this machine lets us make namespaces. */
    public static boolean isPossible() {
        String probe = "tmq-probe-" + ProcessHandle.current().pid();
        try {
            if (exitCode(new StringBuilder(), "ip", "netns", "add", probe) != 0) {
                return false;
            }
            run("ip", "netns", "delete", probe);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Address of this machine as the namespace sees it. */
    public String outerAddress() {
        return outerAddress;
    }

    /** Address of the namespace. */
    public String innerAddress() {
        return innerAddress;
    }

    /** A command that runs inside. */
    public List<String> inside(List<String> command) {
        List<String> wrapped = new ArrayList<>(List.of("ip", "netns", "exec", name));
        wrapped.addAll(command);
        return wrapped;
    }

    /** Pulls the cable out. */
    public void pullOut() {
        run("ip", "-n", name, "link", "set", innerDevice, "down");
    }

    /** Plugs the cable in again. */
    public void plugIn() {
        run("ip", "-n", name, "link", "set", innerDevice, "up");
    }

    /** What the namespace sends gets lost from now on, or no more; it still hears. */
    public void muteInside(boolean mute) {
        run("ip", "-n", name, "route", mute ? "add" : "delete", "blackhole", outerAddress + "/32");
    }

    /** What this machine sends to the namespace gets lost from now on, or no more; it still hears. */
    public void muteOutside(boolean mute) {
        run("ip", "route", mute ? "add" : "delete", "blackhole", innerAddress + "/32");
    }

    private static void run(String... command) {
        StringBuilder output = new StringBuilder();
        try {
            int code = exitCode(output, command);
            if (code != 0) {
                throw new IllegalStateException(String.join(" ", command) + ": " + code + " " + output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int exitCode(StringBuilder output, String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        output.append(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        return process.onExit().join().exitValue();
    }

    /** Takes everything down; processes inside must have ended. */
    @Override
    public void close() {
        run("ip", "netns", "delete", name);
    }
}
