/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol;

/** Takes the fields of one header, one call each; the encoder in use decides about quoting, escapes and lengths. */
public interface FieldWriter {

    /**
     * Writes a text field; null is left out.
     *
     * @param name field name, ASCII
     * @param value text or null
     */
    void text(String name, String value);

    /**
     * Writes an integer field of any width.
     *
     * @param name field name, ASCII
     * @param value the number
     */
    void number(String name, long value);

    /**
     * Writes {@code true} or {@code false}.
     *
     * @param name field name, ASCII
     * @param value the flag
     */
    void flag(String name, boolean value);
}
