/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.metadata;

/** Neither a table's file nor its copy can be read: the broker must not start, lest it saves an empty table over it. */
public class TableDamagedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message names the files and what is wrong with them
     * @param cause what failed below, or null
     */
    public TableDamagedException(String message, Throwable cause) {
        super(message, cause);
    }
}
