/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

/** The store can't be opened or can't go on; the message names file, position and cause. */
public class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message names file, position and cause
     */
    public StoreException(String message) {
        super(message);
    }

    /**
     * Creates the exception with its cause.
     *
     * @param message names file and position
     * @param cause what failed below
     */
    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
