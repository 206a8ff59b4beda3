/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.record;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * An address as records store it: 4 or 16 bytes, then the port as an int. A small table remembers the last addresses by
 * identity, because a connection hands in the same object with each of its messages.
 */
public final class HostBytes {

    private final InetSocketAddress host;
    private final byte[] address;
    private final int port;

    private HostBytes(InetSocketAddress host, byte[] address) {
        this.host = host;
        this.address = address;
        this.port = host.getPort();
    }

    /**
     * Encodes an address.
     *
     * @param host a resolved address
     * @return its bytes
     * @throws IllegalArgumentException when the name is not resolved
     */
    public static HostBytes of(InetSocketAddress host) {
        InetAddress address = host.getAddress();
        if (address == null) {
            throw new IllegalArgumentException("the address of host " + host.getHostString() + " is not resolved");
        }
        return new HostBytes(host, address.getAddress());
    }

    /** Whether it takes 20 bytes instead of 8. */
    public boolean isV6() {
        return address.length == 16;
    }

    /** Number of bytes: 8 or 20. */
    public int sizeBytes() {
        return address.length + 4;
    }

    /**
     * Writes the bytes.
     *
     * @param to buffer
     * @param at index of the first byte
     */
    void write(ByteBuffer to, int at) {
        to.put(at, address);
        to.putInt(at + address.length, port);
    }

    /** Encoded addresses of one thread, found by the identity of the address object. */
    public static final class Cache {

        private static final int ENTRIES = 256;

        private final HostBytes[] entries = new HostBytes[ENTRIES];

        /**
         * Bytes of an address.
         *
         * @param host a resolved address
         * @return its bytes
         * @throws IllegalArgumentException when the name is not resolved
         */
        public HostBytes of(InetSocketAddress host) {
            int slot = System.identityHashCode(host) & ENTRIES - 1;
            HostBytes known = entries[slot];
            if (known == null || known.host != host) {
                known = HostBytes.of(host);
                entries[slot] = known;
            }
            return known;
        }
    }
}
