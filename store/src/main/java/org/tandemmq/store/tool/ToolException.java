/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.tool;

/** The tool can't do what it was asked; the message is for the one who asked. */
final class ToolException extends Exception {

    /** Exit code of a command that was not understood. */
    static final int USAGE = 2;
    /** Exit code of a directory that can't be read, or is in use. */
    static final int FAILED = 3;

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    ToolException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
