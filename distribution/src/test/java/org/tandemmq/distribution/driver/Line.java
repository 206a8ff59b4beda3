/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.driver;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * One line between a test and a driver: {@code verb key=value key=value}, values percent-encoded. Commands, their
 * answers ({@code ok}, {@code failed}) and events ({@code sent}, {@code got}) look alike.
 */
public final class Line {
    private final String verb;
    private final Map<String, String> fields;

    private Line(String verb, Map<String, String> fields) {
        this.verb = verb;
        this.fields = fields;
    }

    /** A line without fields yet. */
    public static Line of(String verb) {
        return new Line(verb, new LinkedHashMap<>());
    }

    /** Reads what {@link #toString()} wrote. */
    public static Line parse(String text) {
        String[] parts = text.trim().split(" ");
        Line line = of(parts[0]);
        for (int i = 1; i < parts.length; i++) {
            int equal = parts[i].indexOf('=');
            line.fields.put(parts[i].substring(0, equal),
                URLDecoder.decode(parts[i].substring(equal + 1), StandardCharsets.UTF_8));
        }
        return line;
    }

    /** Adds a field in place and returns this line; null leaves the field out. */
    public Line with(String key, Object value) {
        if (value != null) {
            fields.put(key, value.toString());
        }
        return this;
    }

    /** What the line is about. */
    public String verb() {
        return verb;
    }

    /** Value of a field that must be there. */
    public String text(String key) {
        String value = fields.get(key);
        if (value == null) {
            throw new NoSuchElementException("no field '" + key + "' in: " + this);
        }
        return value;
    }

    /** Value of a field, or the given one. */
    public String text(String key, String otherwise) {
        return fields.getOrDefault(key, otherwise);
    }

    /** Value of a field as a number, or the given one. */
    public long number(String key, long otherwise) {
        String value = fields.get(key);
        return value == null ? otherwise : Long.parseLong(value);
    }

    /** Value of a field as a number; it must be there. */
    public long number(String key) {
        return Long.parseLong(text(key));
    }

    /** Whether a field is there. */
    public boolean has(String key) {
        return fields.containsKey(key);
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(verb);
        fields.forEach((key, value) -> out.append(' ').append(key).append('=')
            .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
        return out.toString();
    }
}
