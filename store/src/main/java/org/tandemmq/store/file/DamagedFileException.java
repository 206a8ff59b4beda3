/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file;

import java.io.IOException;

/**
 * The content of a file is not what it has to be, and going on without it would lose data silently. The message names
 * the file, the place and what can be done.
 */
public class DamagedFileException extends IOException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message names file, place and way out
     */
    public DamagedFileException(String message) {
        super(message);
    }

    /**
     * Creates the exception with its cause.
     *
     * @param message names file, place and way out
     * @param cause what the reader of the content said
     */
    public DamagedFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
