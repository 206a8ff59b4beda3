/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lenient access to one parsed JSON object: a member that is missing, null or of another kind has its default, numbers
 * and flags may be given as text. So a peer's newer or odd form is never a reason to refuse a whole table.
 */
public final class JsonFields {

    private final Map<?, ?> members;

    private JsonFields(Map<?, ?> members) {
        this.members = members;
    }

    /**
     * Wraps a parsed value.
     *
     * @param value a map for a JSON object; anything else counts as an empty object
     * @return the access
     */
    public static JsonFields of(Object value) {
        return new JsonFields(value instanceof Map<?, ?> map ? map : Map.of());
    }

    /**
     * Text of a member.
     *
     * @param name member
     * @param absent result when there is none
     * @return its text; a number or flag is turned into text
     */
    public String text(String name, String absent) {
        Object value = members.get(name);
        return value == null || value instanceof Map || value instanceof Collection ? absent : value.toString();
    }

    /**
     * Integer of a member.
     *
     * @param name member
     * @param absent result when there is none or it is no integer
     * @return the number
     */
    public long number(String name, long absent) {
        return numberOf(members.get(name), absent);
    }

    /**
     * Integer of a member, as far as it fits into 32 bits.
     *
     * @param name member
     * @param absent result when there is none or it does not fit
     * @return the number
     */
    public int integer(String name, int absent) {
        long value = number(name, absent);
        return value == (int) value ? (int) value : absent;
    }

    /**
     * Flag of a member.
     *
     * @param name member
     * @param absent result when there is none
     * @return the flag
     */
    public boolean flag(String name, boolean absent) {
        Object value = members.get(name);
        if (value instanceof Boolean flag) {
            return flag;
        }
        return value instanceof String text ? Boolean.parseBoolean(text) : absent;
    }

    /**
     * Object of a member.
     *
     * @param name member
     * @return access to it, empty when there is none
     */
    public JsonFields object(String name) {
        return of(members.get(name));
    }

    /**
     * Elements of an array member.
     *
     * @param name member
     * @return the elements, empty when there are none
     */
    public List<Object> list(String name) {
        Object value = members.get(name);
        return value instanceof Collection<?> elements ? new ArrayList<>(elements) : List.of();
    }

    /** Members in their order; a key that was written as a bare number or object is there as its text. */
    public Map<String, Object> asMap() {
        Map<String, Object> copy = new LinkedHashMap<>();
        members.forEach((name, value) -> copy.put(String.valueOf(name), value));
        return copy;
    }

    /**
     * Members that are not among those known here; they are kept and passed on.
     *
     * @param known names that have a field of their own
     * @return unmodifiable rest, without nulls
     */
    public Map<String, Object> rest(Set<String> known) {
        return rest(known, Map.of());
    }

    /**
     * Members that are not among those known here and not just what peers write by default.
     *
     * @param known names that have a field of their own
     * @param defaults value of further members that says nothing
     * @return unmodifiable rest, without nulls
     */
    public Map<String, Object> rest(Set<String> known, Map<String, Object> defaults) {
        Map<String, Object> rest = new LinkedHashMap<>();
        members.forEach((name, value) -> {
            boolean plain = value == null || known.contains(String.valueOf(name))
                || String.valueOf(value).equals(String.valueOf(defaults.get(name)));
            if (!plain) {
                rest.put(String.valueOf(name), value);
            }
        });
        return Map.copyOf(rest);
    }

    /**
     * Whether a parsed value is an integer: a fraction is none, nor is what does not fit.
     *
     * @param value anything
     * @return true for a number, or a text that holds one, which {@link #numberOf} gives as it is
     */
    public static boolean isInteger(Object value) {
        if (value instanceof Number number) {
            return number.doubleValue() == number.longValue();
        }
        return numberOf(value, 0) == numberOf(value, 1);
    }

    /**
     * Integer in a parsed value.
     *
     * @param value number, or text that holds one
     * @param absent result for anything else
     * @return the number
     */
    public static long numberOf(Object value, long absent) {
        if (value instanceof Number number) {
            return number.longValue();
        }
        if (value instanceof String text) {
            try {
                return Long.parseLong(text.trim());
            } catch (NumberFormatException notANumber) {
                return absent;
            }
        }
        return absent;
    }
}
