/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Read access to the {@code extFields} of one frame. An implementation over the frame's bytes is valid only until the
 * processor returns; whoever needs a value later reads it before.
 */
public interface HeaderFields {

    /** Fields of a frame without {@code extFields}. */
    HeaderFields NONE = new HeaderFields() {
        @Override
        public String text(String name) {
            return null;
        }

        @Override
        public void forEach(Visitor visitor) {
            // there is nothing to visit
        }
    };

    /** Gets every field, in the order of the frame. */
    interface Visitor {
        /**
         * Called once per field.
         *
         * @param name name of the field
         * @param value its text, never null
         */
        void field(String name, String value);
    }

    /**
     * Text of a field.
     *
     * @param name case-sensitive name
     * @return the text, or null when the field is absent
     */
    String text(String name);

    /**
     * Text of a field that has few different values, such as a topic or a group: the same String each time where the
     * implementation keeps them.
     *
     * @param name case-sensitive name
     * @return the text, or null when the field is absent
     */
    default String interned(String name) {
        return text(name);
    }

    /**
     * UTF-8 bytes of a field, without a String in between. Valid until the next call of this method or the end of the
     * processor's call, whichever is first.
     *
     * @param name case-sensitive name
     * @return the bytes between position and limit, or null when the field is absent
     */
    default ByteBuffer utf8(String name) {
        String text = text(name);
        return text == null ? null : ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Visits all fields.
     *
     * @param visitor is called once per field
     */
    void forEach(Visitor visitor);

    /**
     * Integer of a field.
     *
     * @param name case-sensitive name
     * @param absent result when the field is absent or empty
     * @return the number
     * @throws HeaderFieldException if the text is no 64-bit integer
     */
    default long number(String name, long absent) {
        String text = text(name);
        if (text == null || text.isEmpty()) {
            return absent;
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException notANumber) {
            throw new HeaderFieldException("field " + name + " is no integer: '" + text + "'");
        }
    }

    /**
     * Flag of a field.
     *
     * @param name case-sensitive name
     * @param absent result when the field is absent
     * @return true only for the text {@code true} in any case
     */
    default boolean flag(String name, boolean absent) {
        String text = text(name);
        return text == null ? absent : Boolean.parseBoolean(text);
    }

    /**
     * Text of a mandatory field.
     *
     * @param name case-sensitive name
     * @return the text
     * @throws HeaderFieldException if the field is absent
     */
    default String required(String name) {
        String text = text(name);
        if (text == null) {
            throw new HeaderFieldException("field " + name + " is missing");
        }
        return text;
    }

    /**
     * Integer of a mandatory field.
     *
     * @param name case-sensitive name
     * @return the number
     * @throws HeaderFieldException if the field is absent, empty or no integer
     */
    default long requiredNumber(String name) {
        if (required(name).isEmpty()) {
            throw new HeaderFieldException("field " + name + " is missing");
        }
        return number(name, 0);
    }

    /**
     * 32-bit integer of a field.
     *
     * @param name case-sensitive name
     * @param absent result when the field is absent or empty
     * @return the number
     * @throws HeaderFieldException if the text is no 32-bit integer
     */
    default int int32(String name, int absent) {
        return toInt32(name, number(name, absent));
    }

    /**
     * 32-bit integer of a mandatory field.
     *
     * @param name case-sensitive name
     * @return the number
     * @throws HeaderFieldException if the field is absent or no 32-bit integer
     */
    default int requiredInt32(String name) {
        return toInt32(name, requiredNumber(name));
    }

    /**
     * 32-bit integer of a field that may be missing.
     *
     * @param name case-sensitive name
     * @return the number, or null when the field is absent or empty
     * @throws HeaderFieldException if the text is no 32-bit integer
     */
    default Integer boxedInt32(String name) {
        long number = number(name, Long.MIN_VALUE);
        return number == Long.MIN_VALUE ? null : (Integer) toInt32(name, number);
    }

    /**
     * Text of a mandatory field that has few different values, see {@link #interned}.
     *
     * @param name case-sensitive name
     * @return the text
     * @throws HeaderFieldException if the field is absent
     */
    default String requiredInterned(String name) {
        String text = interned(name);
        if (text == null) {
            throw new HeaderFieldException("field " + name + " is missing");
        }
        return text;
    }

    private static int toInt32(String name, long number) {
        if (number != (int) number) {
            throw new HeaderFieldException("field " + name + " is no 32-bit integer: " + number);
        }
        return (int) number;
    }
}
