/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol;

/** A header field of a request is missing or has no valid value: the caller's mistake, answered with code 1. */
public class HeaderFieldException extends MalformedRequestException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message names the field, and the value where there is one; goes into the remark
     */
    public HeaderFieldException(String message) {
        super(message);
    }
}
