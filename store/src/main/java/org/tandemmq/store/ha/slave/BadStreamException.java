/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.slave;

import java.io.IOException;

/** What the master sent can't be what belongs next into the log; the connection ends, nothing of it was appended. */
final class BadStreamException extends IOException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what was found, where, and what was expected
     */
    BadStreamException(String message) {
        super(message);
    }
}
