/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.tool;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * JSON as the tool writes it, one object a line, and as brokers of both kinds write their tables: names of members may
 * be numbers without quotes (storage 7). Reads into maps, lists, texts, numbers and booleans.
 */
final class Json {

    private static final int DEPTH_MAX = 64;

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** Value of a text; the exception names the character that is wrong. */
    static Object read(String text) {
        Json json = new Json(text);
        Object value = json.value(0);
        json.blanks();
        if (json.at < text.length()) {
            throw json.wrong("nothing more");
        }
        return value;
    }

    private IllegalArgumentException wrong(String expected) {
        return new IllegalArgumentException("expected " + expected + " at character " + at + " of " + text.length());
    }

    private Object value(int depth) {
        if (depth > DEPTH_MAX) {
            throw wrong("no more than " + DEPTH_MAX + " levels");
        }
        blanks();
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> quoted();
            default -> bare();
        };
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        at++;
        blanks();
        while (peek() != '}') {
            if (!members.isEmpty()) {
                take(',');
            }
            blanks();
            String name = peek() == '"' ? quoted() : String.valueOf(bare());
            blanks();
            take(':');
            members.put(name, value(depth + 1));
            blanks();
        }
        at++;
        return members;
    }

    private List<Object> array(int depth) {
        List<Object> elements = new ArrayList<>();
        at++;
        blanks();
        while (peek() != ']') {
            if (!elements.isEmpty()) {
                take(',');
            }
            elements.add(value(depth + 1));
            blanks();
        }
        at++;
        return elements;
    }

    private String quoted() {
        StringBuilder found = new StringBuilder();
        at++;
        while (peek() != '"') {
            char next = text.charAt(at++);
            found.append(next == '\\' ? escaped() : next);
        }
        at++;
        return found.toString();
    }

    private char escaped() {
        char kind = peek();
        at++;
        if (kind == 'u') {
            if (at + 4 > text.length()) {
                throw wrong("four digits");
            }
            at += 4;
            return (char) Integer.parseInt(text.substring(at - 4, at), 16);
        }
        int which = "bfnrt".indexOf(kind);
        return which < 0 ? kind : "\b\f\n\r\t".charAt(which);
    }

    private Object bare() {
        int from = at;
        while (at < text.length()
            && (Character.isLetterOrDigit(text.charAt(at)) || "+-.".indexOf(text.charAt(at)) >= 0)) {
            at++;
        }
        String word = text.substring(from, at);
        return switch (word) {
            case "true" -> Boolean.TRUE;
            case "false" -> Boolean.FALSE;
            case "null" -> "null";
            case "" -> throw wrong("a value");
            default -> number(word, from);
        };
    }

    private Object number(String word, int from) {
        try {
            if (word.indexOf('.') >= 0 || word.indexOf('e') >= 0 || word.indexOf('E') >= 0) {
                return Double.valueOf(word);
            }
            return Long.valueOf(word);
        } catch (NumberFormatException e) {
            at = from;
            throw wrong("a value");
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw wrong("more");
        }
        return text.charAt(at);
    }

    private void take(char wanted) {
        if (peek() != wanted) {
            throw wrong("'" + wanted + "'");
        }
        at++;
    }

    private void blanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    /** One line of JSON; nulls are left out. */
    static String line(Map<String, ?> members) {
        StringBuilder out = new StringBuilder();
        write(out, members);
        return out.toString();
    }

    private static void write(StringBuilder out, Object value) {
        if (value instanceof Map<?, ?> members) {
            out.append('{');
            int before = out.length();
            members.forEach((name, member) -> {
                if (member != null) {
                    out.append(out.length() > before ? "," : "");
                    quote(out, String.valueOf(name));
                    write(out.append(':'), member);
                }
            });
            out.append('}');
        } else if (value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            quote(out, String.valueOf(value));
        }
    }

    private static void quote(StringBuilder out, String value) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    /** A body: as text where it is UTF-8, else in Base64 under another name. */
    static void body(Map<String, Object> members, ByteBuffer body) {
        byte[] bytes = new byte[body.remaining()];
        body.duplicate().get(bytes);
        try {
            members.put("body", StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException e) {
            members.put("bodyBase64", Base64.getEncoder().encodeToString(bytes));
        }
    }
}
