/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting;

import java.util.Set;

/**
 * A port to listen on.
 *
 * @param host address to bind, or null for all
 * @param port port, 0 for any free one
 * @param excludedCodes codes that are answered as unknown here although there is a processor for them
 * @param meaning what the port is for, as people know it; told when the port is taken
 */
public record ListenPort(String host, int port, Set<Integer> excludedCodes, String meaning) {

    /** Checks the number. */
    public ListenPort {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException(meaning + " can't be " + port + ": ports are 0 to 65535");
        }
        excludedCodes = Set.copyOf(excludedCodes);
    }
}
