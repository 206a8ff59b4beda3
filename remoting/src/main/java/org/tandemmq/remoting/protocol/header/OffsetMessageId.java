/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * Offset message id (wire-protocol 4.5) as text that comes into being char by char while it is written: host and port
 * of the store as hexadecimal digits, then the 16 digits of the position.
 *
 * @param storeHost digits of address and port, see {@link #hostDigits}
 * @param position position of the record in the commit log
 */
public record OffsetMessageId(String storeHost, long position) implements CharSequence {

    private static final int POSITION_DIGITS = 16;
    private static final String HEX = "0123456789ABCDEF";

    /**
     * Digits of a store's address: 8 (or 32 for IPv6) and 8 for the port.
     *
     * @param storeHost resolved address and port
     * @return upper-case digits, worth keeping
     */
    public static String hostDigits(InetSocketAddress storeHost) {
        byte[] address = storeHost.getAddress().getAddress();
        byte[] port = ByteBuffer.allocate(Integer.BYTES).putInt(storeHost.getPort()).array();
        return HexFormat.of().withUpperCase().formatHex(address) + HexFormat.of().withUpperCase().formatHex(port);
    }

    /**
     * Length of the ids of a store.
     *
     * @param storeHost digits of its address
     * @return number of characters
     */
    public static int lengthAt(String storeHost) {
        return storeHost.length() + POSITION_DIGITS;
    }

    /**
     * Writes an id as ASCII.
     *
     * @param storeHost digits of the store's address
     * @param position position of the record
     * @param out has room for it
     * @param at index of its first byte
     * @return index behind its last byte
     */
    public static int write(String storeHost, long position, byte[] out, int at) {
        int next = at;
        for (int i = 0; i < storeHost.length(); i++) {
            out[next++] = (byte) storeHost.charAt(i);
        }
        for (int shift = (POSITION_DIGITS - 1) * 4; shift >= 0; shift -= 4) {
            out[next++] = (byte) HEX.charAt((int) (position >>> shift) & 15);
        }
        return next;
    }

    @Override
    public int length() {
        return lengthAt(storeHost);
    }

    @Override
    public char charAt(int index) {
        int digit = index - storeHost.length();
        return digit < 0 ? storeHost.charAt(index)
            : HEX.charAt((int) (position >>> (POSITION_DIGITS - 1 - digit) * 4) & 15);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return toString().substring(start, end);
    }

    @Override
    public String toString() {
        return new StringBuilder(length()).append(storeHost)
            .append(HexFormat.of().withUpperCase().toHexDigits(position)).toString();
    }
}
