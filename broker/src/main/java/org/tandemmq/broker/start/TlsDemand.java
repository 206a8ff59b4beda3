/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

/**
 * Whether the options of the JVM ask for TLS on the ports, as RocketMQ's do. There is none here; whoever relies on it
 * has to learn that from a start that fails, not from messages that went over the network in plain text.
 */
public final class TlsDemand {

    /** RocketMQ's option of the JVM: disabled, permissive (its default) or enforcing. */
    public static final String MODE = "tls.server.mode";

    private static final String ENFORCING = "enforcing";

    private TlsDemand() {
    }

    /**
     * Refuses what can't be kept.
     *
     * @param mode value of {@link #MODE}, or null
     * @throws IllegalStateException when plain connections must not be served
     */
    public static void check(String mode) {
        if (ENFORCING.equalsIgnoreCase(mode)) {
            throw new IllegalStateException("-D" + MODE + "=" + mode + " asks for TLS on every connection, and there "
                + "is no TLS here: take the option away only where the network is trusted");
        }
    }
}
