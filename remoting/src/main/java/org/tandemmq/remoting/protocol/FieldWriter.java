/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Takes the fields of one header, one call each; the encoder in use decides about quoting, escapes and lengths. */
public interface FieldWriter {

    /** Text that writes itself as bytes: printable ASCII without quotes and backslashes, such as digits. */
    interface Plain {

        /** Number of bytes. */
        int sizeBytes();

        /**
         * Writes the bytes.
         *
         * @param out has room for them
         * @param at index of the first one
         */
        void write(byte[] out, int at);
    }

    /**
     * Writes a text field; null is left out.
     *
     * @param name field name, ASCII
     * @param value text or null; read once, char by char
     */
    void text(String name, CharSequence value);

    /**
     * A plain text.
     *
     * @param name field name
     * @param value its value
     */
    default void plain(String name, Plain value) {
        byte[] bytes = new byte[value.sizeBytes()];
        value.write(bytes, 0);
        text(name, new String(bytes, StandardCharsets.US_ASCII));
    }

    /**
     * Writes a text field whose bytes are at hand; null is left out.
     *
     * @param name field name, ASCII
     * @param value UTF-8 text between position and limit, or null; left as it is
     */
    void utf8(String name, ByteBuffer value);

    /**
     * Writes an integer field of any width.
     *
     * @param name field name, ASCII
     * @param value the number
     */
    void number(String name, long value);

    /**
     * Writes an integer field that may be missing; null is left out.
     *
     * @param name field name, ASCII
     * @param value Integer, Long or null
     */
    default void number(String name, Number value) {
        if (value != null) {
            number(name, value.longValue());
        }
    }

    /**
     * Writes {@code true} or {@code false}.
     *
     * @param name field name, ASCII
     * @param value the flag
     */
    void flag(String name, boolean value);
}
