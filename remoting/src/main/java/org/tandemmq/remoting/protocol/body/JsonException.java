/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import org.tandemmq.remoting.protocol.MalformedRequestException;

/** A text is no JSON, or its values don't fit the type asked for. The message names the place. */
public class JsonException extends MalformedRequestException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what is wrong, and at which byte or in which member
     */
    public JsonException(String message) {
        super(message);
    }
}
