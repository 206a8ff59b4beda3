/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting;

/** A call to another machine failed: not reached, connection lost, or no answer in time. */
public class RemotingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message names the peer and what was tried
     */
    public RemotingException(String message) {
        super(message);
    }

    /**
     * Creates the exception with its cause.
     *
     * @param message names the peer and what was tried
     * @param cause what failed below
     */
    public RemotingException(String message, Throwable cause) {
        super(message, cause);
    }
}
