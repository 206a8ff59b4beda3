/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** Addresses and networks that may connect, such as {@code 10.0.0.7}, {@code 10.1.0.0/16} or {@code fd00::/8}. */
public final class AllowedPeers {

    private record Network(byte[] address, int prefixBits) {

        boolean contains(byte[] peer) {
            if (peer.length != address.length) {
                return false;
            }
            for (int bit = 0; bit < prefixBits; bit++) {
                int mask = 0x80 >> (bit & 7);
                if (((peer[bit >> 3] ^ address[bit >> 3]) & mask) != 0) {
                    return false;
                }
            }
            return true;
        }
    }

    private final String key;
    private final List<Network> networks = new ArrayList<>();

    /**
     * Reads the list.
     *
     * @param key setting that the list comes from, named in errors
     * @param entries addresses, or networks with a prefix length; empty allows any peer
     * @throws IllegalArgumentException naming the entry that is neither
     */
    public AllowedPeers(String key, List<String> entries) {
        this.key = key;
        for (String entry : entries) {
            networks.add(network(key, entry.trim()));
        }
    }

    private static Network network(String key, String entry) {
        int slash = entry.indexOf('/');
        String host = slash < 0 ? entry : entry.substring(0, slash);
        // Java would take 1.2.3 for 1.2.0.3
        if (!host.matches("[0-9]+(\\.[0-9]+){3}|[0-9a-fA-F.]*:[0-9a-fA-F:.]*")) {
            throw new IllegalArgumentException(key + ": '" + entry + "' is no address and no network, which have all"
                + " four numbers, as 192.0.2.7 or 198.51.100.0/24, or are of IPv6");
        }
        try {
            byte[] address = InetAddress.getByName(host).getAddress();
            int bits = slash < 0 ? address.length * 8 : Integer.parseInt(entry.substring(slash + 1));
            if (bits < 0 || bits > address.length * 8) {
                throw new IllegalArgumentException(key + ": prefix of '" + entry + "' is not within 0 to "
                    + address.length * 8);
            }
            return new Network(address, bits);
        } catch (UnknownHostException | NumberFormatException e) {
            throw new IllegalArgumentException(key + ": '" + entry + "' is no address and no network", e);
        }
    }

    /** Setting that the list comes from. */
    public String key() {
        return key;
    }

    /** Whether anybody may connect. */
    public boolean isAny() {
        return networks.isEmpty();
    }

    /**
     * Whether a peer may connect.
     *
     * @param peer its address
     * @return true when the list is empty or names it
     */
    public boolean contains(InetAddress peer) {
        if (networks.isEmpty()) {
            return true;
        }
        byte[] address = peer.getAddress();
        return networks.stream().anyMatch(network -> network.contains(address));
    }
}
