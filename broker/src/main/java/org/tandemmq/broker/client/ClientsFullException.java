/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.client;

/** What the clients online say about themselves has reached its limit. */
public final class ClientsFullException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message names what found no room, the number and the limit
     */
    ClientsFullException(String message) {
        super(message, null, false, false);
    }
}
