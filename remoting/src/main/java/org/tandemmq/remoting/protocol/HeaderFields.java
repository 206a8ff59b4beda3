/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol;

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
     * @throws HeaderFieldException if the field is absent or no integer
     */
    default long requiredNumber(String name) {
        required(name);
        return number(name, 0);
    }
}
