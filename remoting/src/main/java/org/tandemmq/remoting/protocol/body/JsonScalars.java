/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.Base64;
import java.util.Collection;
import java.util.Map;

/** Turns scalars of a JSON tree into the scalar type that is asked for
 * (String, int, long, double, boolean, enums, byte[]): text and numbers go into each other. */
final class JsonScalars {

    private static final int SHOWN_CHARS_MAX = 60;

    private JsonScalars() {
    }

    static Object bind(Object value, Class<?> type, String path) {
        if (value instanceof Map || value instanceof Collection) {
            throw misfit(path, type.getSimpleName() + " expected", value);
        }
        if (type == String.class || type == CharSequence.class) {
            return value.toString();
        }
        if (type.isEnum()) {
            return enumValue(value, type);
        }
        if (type == boolean.class || type == Boolean.class) {
            return flag(value);
        }
        try {
            return type == byte[].class ? Base64.getDecoder().decode(value.toString()) : number(value, type, path);
        } catch (IllegalArgumentException | ArithmeticException wrong) {
            throw misfit(path, type.getSimpleName() + " expected", value);
        }
    }

    /** What a primitive member is when nothing is said of it; null for others. */
    static Object zeroOf(Class<?> type) {
        if (type == boolean.class) {
            return Boolean.FALSE;
        }
        return type.isPrimitive() ? number(0L, type, "") : null;
    }

    static JsonException misfit(String path, String what, Object value) {
        String shown = String.valueOf(value);
        if (shown.length() > SHOWN_CHARS_MAX) {
            shown = shown.substring(0, SHOWN_CHARS_MAX) + "...";
        }
        return new JsonException((path.isEmpty() ? "text" : "member " + path) + ": " + what + ", not " + shown);
    }

    private static Object enumValue(Object value, Class<?> type) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(value)) {
                return constant;
            }
        }
        return null;
    }

    private static Boolean flag(Object value) {
        if (value instanceof Number) {
            return ((Number) value).longValue() != 0;
        }
        return value instanceof Boolean ? (Boolean) value : Boolean.valueOf(value.toString());
    }

    private static Object number(Object value, Class<?> type, String path) {
        if (value instanceof String && ((String) value).isEmpty()) {
            return null;
        }
        if (type == double.class || type == Double.class) {
            return value instanceof Number ? ((Number) value).doubleValue() : Double.parseDouble(value.toString());
        }
        if (type == long.class || type == Long.class) {
            return whole(value);
        }
        if (type == int.class || type == Integer.class) {
            return Math.toIntExact(whole(value));
        }
        throw new IllegalStateException("member " + path + " has type " + type.getName() + ", which JSON can't have");
    }

    private static long whole(Object value) {
        if (value instanceof Long) {
            return (Long) value;
        }
        if (value instanceof Double && (Double) value == ((Double) value).longValue()) {
            return ((Double) value).longValue();
        }
        return Long.parseLong(value.toString());
    }
}
