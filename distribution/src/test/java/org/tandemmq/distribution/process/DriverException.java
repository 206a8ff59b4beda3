/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

import org.tandemmq.distribution.driver.Line;

/** A command that failed inside the stock client. */
public final class DriverException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;

    DriverException(Line failure) {
        super(failure.text("error") + "\n" + failure.text("trace", ""));
        this.code = (int) failure.number("code", -1);
    }

    /** Response code of the broker or client, -1 without one. */
    public int code() {
        return code;
    }
}
