/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.filter;

/** Values of a message can't be compared as the expression asks, such as a word with a number: it does not match. */
final class SqlMismatchException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SqlMismatchException(String message) {
        super(message, null, false, false);
    }
}
