/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.metadata;

/** A table has as many entries as are allowed. */
public class TableFullException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message names the table, its size and the limit
     */
    public TableFullException(String message) {
        super(message);
    }
}
