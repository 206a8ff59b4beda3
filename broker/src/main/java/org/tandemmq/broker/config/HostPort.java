/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config;

import java.util.regex.Pattern;

/** The {@code host:port} form of addresses; hosts of IPv6 stand in square brackets. */
public final class HostPort {

    private static final String NUMBER = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|0?0?[0-9]|0?[1-9][0-9])";
    private static final Pattern NUMBERS = Pattern.compile("[0-9.]+");
    private static final Pattern FOUR_NUMBERS = Pattern.compile(NUMBER + "(\\." + NUMBER + "){3}");

    private HostPort() {
    }

    /**
     * Joins host and port.
     *
     * @param host name or address, IPv6 with or without brackets
     * @param port port
     * @return the joined form
     */
    public static String of(String host, int port) {
        return host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]:" + port : host + ":" + port;
    }

    /**
     * Whether a text can be a host: one of numbers and dots only has to be a whole address, since Java would take
     * {@code 1.2.3} for {@code 1.2.0.3}, and others for something else.
     *
     * @param host name or address
     * @return false for a part of an address
     */
    static boolean isHost(String host) {
        return !NUMBERS.matcher(host).matches() || FOUR_NUMBERS.matcher(host).matches();
    }

    /**
     * Whether a text is host and port.
     *
     * @param text text
     * @return true when there is a host and a port from 1 to 65535
     */
    public static boolean isValid(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1 || !text.substring(colon + 1).matches("\\d{1,5}")) {
            return false;
        }
        int port = Integer.parseInt(text.substring(colon + 1));
        String host = text.substring(0, colon);
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        return port >= 1 && port <= 65_535 && !host.contains(" ") && isHost(host)
            && (bracketed || host.indexOf(':') < 0);
    }
}
