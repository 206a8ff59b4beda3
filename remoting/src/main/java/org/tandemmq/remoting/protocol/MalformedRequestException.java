/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol;

/** A header or body does not have the form it must: the caller's mistake, answered with code 1, without a stack. */
public abstract class MalformedRequestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message says what is wrong and where; goes into the remark
     */
    protected MalformedRequestException(String message) {
        super(message, null, false, false);
    }
}
