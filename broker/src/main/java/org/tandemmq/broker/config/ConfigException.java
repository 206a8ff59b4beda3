/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config;

import java.util.List;

/** The settings can't be used: every cause with its file, line and key. The operator's mistake, not the program's. */
public class ConfigException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param causes one line each
     */
    public ConfigException(List<String> causes) {
        super(String.join(System.lineSeparator(), causes));
    }

    /**
     * Creates the exception with a single cause.
     *
     * @param cause one line
     */
    public ConfigException(String cause) {
        super(cause);
    }
}
