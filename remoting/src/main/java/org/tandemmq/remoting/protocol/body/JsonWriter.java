/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Writes one value as JSON in the dialect of {@link JsonText}. Used once, by one thread. */
final class JsonWriter {

    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private static final int PIECE_CHARS = 64 << 10;

    private final boolean standard;
    private final boolean pretty;
    private final StringBuilder out = new StringBuilder(256);
    private final List<byte[]> done = new ArrayList<>();
    private int doneBytes;
    private int indent;

    JsonWriter(boolean standard, boolean pretty) {
        this.standard = standard;
        this.pretty = pretty;
    }

    byte[] write(Object value) {
        writeValue(value);
        byte[] rest = out.toString().getBytes(StandardCharsets.UTF_8);
        if (done.isEmpty()) {
            return rest;
        }
        byte[] whole = new byte[doneBytes + rest.length];
        int at = 0;
        for (byte[] piece : done) {
            System.arraycopy(piece, 0, whole, at, piece.length);
            at += piece.length;
        }
        System.arraycopy(rest, 0, whole, at, rest.length);
        return whole;
    }

    /** Large texts are put aside in pieces: on the heap once as pieces and once as a whole, not as characters too. */
    private void putAside() {
        if (out.length() >= PIECE_CHARS) {
            byte[] piece = out.toString().getBytes(StandardCharsets.UTF_8);
            done.add(piece);
            doneBytes += piece.length;
            out.setLength(0);
        }
    }

    private void writeValue(Object value) {
        if (value == null) {
            out.append("null");
        } else if (value instanceof Number) {
            writeNumber((Number) value);
        } else if (value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof Map) {
            writeMap((Map<?, ?>) value);
        } else if (value instanceof Collection) {
            writeItems((Collection<?>) value);
        } else if (value instanceof Record) {
            writeRecord((Record) value);
        } else if (value instanceof Supplier) {
            writeValue(((Supplier<?>) value).get());
        } else {
            writeString(asText(value));
        }
    }

    private static String asText(Object value) {
        if (value instanceof byte[]) {
            return Base64.getEncoder().encodeToString((byte[]) value);
        }
        if (value instanceof Enum) {
            return ((Enum<?>) value).name();
        }
        if (value instanceof CharSequence || value instanceof Character) {
            return value.toString();
        }
        throw new IllegalArgumentException("no JSON form of " + value.getClass().getName());
    }

    private void writeNumber(Number number) {
        boolean finite = !(number instanceof Double) || Double.isFinite(number.doubleValue());
        out.append(finite ? number.toString() : "null");
    }

    private void writeRecord(Record value) {
        List<String> keys = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        JsonBinding.members(value, (name, member) -> {
            keys.add(quoted(name));
            values.add(member);
        });
        writeMembers(keys, values);
    }

    private void writeMap(Map<?, ?> map) {
        List<Map.Entry<?, ?>> entries = new ArrayList<>(map.size());
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (entry.getValue() != null) {
                entries.add(entry);
            }
        }
        entries.sort((a, b) -> compareKeys(a.getKey(), b.getKey()));
        List<String> keys = new ArrayList<>(entries.size());
        List<Object> values = new ArrayList<>(entries.size());
        for (Map.Entry<?, ?> entry : entries) {
            keys.add(keyText(entry.getKey()));
            values.add(entry.getValue());
        }
        writeMembers(keys, values);
    }

    private static int compareKeys(Object a, Object b) {
        if (a instanceof Number && b instanceof Number) {
            return Long.compare(((Number) a).longValue(), ((Number) b).longValue());
        }
        return plainText(a).compareTo(plainText(b));
    }

    private static String plainText(Object key) {
        return key instanceof Record || key instanceof Map
            ? new String(JsonText.encode(key), StandardCharsets.UTF_8) : String.valueOf(key);
    }

    private String keyText(Object key) {
        if (key instanceof Number || key instanceof Record || key instanceof Map) {
            return standard ? quoted(plainText(key)) : plainText(key);
        }
        return quoted(key instanceof Enum ? ((Enum<?>) key).name() : String.valueOf(key));
    }

    private void writeMembers(List<String> keys, List<Object> values) {
        out.append('{');
        indent++;
        for (int i = 0; i < keys.size(); i++) {
            if (i > 0) {
                out.append(',');
            }
            newLine();
            out.append(keys.get(i)).append(':');
            writeValue(values.get(i));
            putAside();
        }
        indent--;
        if (!keys.isEmpty()) {
            newLine();
        }
        out.append('}');
    }

    private void writeItems(Collection<?> items) {
        boolean lines = items.stream().anyMatch(item -> item instanceof Record || item instanceof Map);
        out.append('[');
        indent++;
        boolean first = true;
        for (Object item : items) {
            if (!first) {
                out.append(',');
            }
            first = false;
            if (lines) {
                newLine();
            }
            writeValue(item);
            putAside();
        }
        indent--;
        if (lines) {
            newLine();
        }
        out.append(']');
    }

    private void newLine() {
        if (pretty) {
            char[] tabs = new char[indent];
            Arrays.fill(tabs, '\t');
            out.append('\n').append(tabs);
        }
    }

    private void writeString(String text) {
        out.append(quoted(text));
    }

    private String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int simple = "\"\\\b\f\n\r\t".indexOf(c);
            if (simple >= 0) {
                quoted.append('\\').append("\"\\bfnrt".charAt(simple));
            } else if (c < ' ' || standard && c > '~') {
                quoted.append("\\u").append(HEX[c >> 12]).append(HEX[c >> 8 & 15]).append(HEX[c >> 4 & 15])
                    .append(HEX[c & 15]);
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
