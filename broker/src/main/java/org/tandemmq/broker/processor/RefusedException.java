/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

/** A request is refused: a caller's mistake or a limit. Carries code and remark of the answer and no stack trace. */
public class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int code;

    /**
     * Creates the exception.
     *
     * @param code response code
     * @param remark names cause, number and limit
     */
    public RefusedException(int code, String remark) {
        super(remark, null, false, false);
        this.code = code;
    }

    /** Response code. */
    public int code() {
        return code;
    }
}
