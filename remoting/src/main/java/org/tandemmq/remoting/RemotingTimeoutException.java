/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting;

/** No answer came before the deadline of a call. */
public class RemotingTimeoutException extends RemotingException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message names the peer, the request code and the time limit in milliseconds
     */
    public RemotingTimeoutException(String message) {
        super(message);
    }
}
