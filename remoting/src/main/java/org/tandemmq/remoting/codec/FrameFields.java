/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.codec;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tandemmq.remoting.protocol.FrameDecodeException;
import org.tandemmq.remoting.protocol.HeaderFieldException;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Ext fields of the frame at hand, as places in its header bytes: no map, and no String before one is asked for. Filled
 * anew for each frame; used by one thread.
 *
 * <p>A search begins behind the field found last, so that a header which is read in the order of the frame is read in
 * one pass. Of fields with one name the last one counts.
 */
final class FrameFields implements HeaderFields {

    /** Most fields of one frame. */
    static final int FIELDS_MAX = 4096;
    private static final int FIELDS_KEPT = 64;
    private static final int SHOWN_CHARS_MAX = 60;

    private final TextCache texts = new TextCache();
    private byte[] bytes = new byte[0];
    private ByteBuffer view = ByteBuffer.wrap(bytes);
    private int count;
    private int next;
    private long namesSeen;
    private int[] nameFrom = new int[FIELDS_KEPT];
    private int[] nameLength = new int[FIELDS_KEPT];
    private int[] valueFrom = new int[FIELDS_KEPT];
    private int[] valueLength = new int[FIELDS_KEPT];
    private boolean[] escaped = new boolean[FIELDS_KEPT];

    /** Forgets all fields; the next ones are places in these bytes, which may be changed by decoding escapes. */
    void reset(byte[] header) {
        if (bytes != header) {
            bytes = header;
            view = ByteBuffer.wrap(header);
        }
        if (nameFrom.length > FIELDS_KEPT) {
            resize(FIELDS_KEPT);
        }
        count = 0;
        next = 0;
        namesSeen = 0;
    }

    /** Takes a field over; the escapes of its value, if any, are known to be right. */
    void add(int nameAt, int nameBytes, int valueAt, int valueBytes, boolean valueEscaped) {
        int slot = slotFor(nameAt, nameBytes);
        nameFrom[slot] = nameAt;
        nameLength[slot] = nameBytes;
        valueFrom[slot] = valueAt;
        valueLength[slot] = valueBytes;
        escaped[slot] = valueEscaped;
    }

    private int slotFor(int nameAt, int nameBytes) {
        long bit = nameBytes == 0 ? 1 : 1L << bytes[nameAt] + bytes[nameAt + nameBytes - 1] * 5 + nameBytes * 11;
        if ((namesSeen & bit) != 0) {
            for (int i = 0; i < count; i++) {
                if (Arrays.equals(bytes, nameFrom[i], nameFrom[i] + nameLength[i], bytes, nameAt, nameAt + nameBytes)) {
                    return i;
                }
            }
        }
        namesSeen |= bit;
        if (count == FIELDS_MAX) {
            throw new FrameDecodeException("header has more than " + FIELDS_MAX + " fields");
        }
        if (count == nameFrom.length) {
            resize(count * 2);
        }
        return count++;
    }

    private void resize(int length) {
        nameFrom = Arrays.copyOf(nameFrom, length);
        nameLength = Arrays.copyOf(nameLength, length);
        valueFrom = Arrays.copyOf(valueFrom, length);
        valueLength = Arrays.copyOf(valueLength, length);
        escaped = Arrays.copyOf(escaped, length);
    }

    private int find(String name) {
        int length = name.length();
        for (int i = next; i < count; i++) {
            if (nameLength[i] == length && isNamed(i, name)) {
                next = i + 1;
                return i;
            }
        }
        int end = Math.min(next, count);
        for (int i = 0; i < end; i++) {
            if (nameLength[i] == length && isNamed(i, name)) {
                next = i + 1;
                return i;
            }
        }
        return -1;
    }

    private boolean isNamed(int slot, String name) {
        int from = nameFrom[slot];
        for (int i = 0; i < name.length(); i++) {
            if (bytes[from + i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private void decodeEscapes(int slot) {
        if (escaped[slot]) {
            valueLength[slot] = JsonEscapes.decodeInPlace(bytes, valueFrom[slot], valueLength[slot]);
            escaped[slot] = false;
        }
    }

    private String valueText(int slot) {
        decodeEscapes(slot);
        return new String(bytes, valueFrom[slot], valueLength[slot], StandardCharsets.UTF_8);
    }

    @Override
    public String text(String name) {
        int slot = find(name);
        return slot < 0 ? null : valueText(slot);
    }

    @Override
    public String interned(String name) {
        int slot = find(name);
        if (slot < 0) {
            return null;
        }
        decodeEscapes(slot);
        return texts.get(bytes, valueFrom[slot], valueLength[slot]);
    }

    @Override
    public ByteBuffer utf8(String name) {
        int slot = find(name);
        if (slot < 0) {
            return null;
        }
        decodeEscapes(slot);
        return view.clear().position(valueFrom[slot]).limit(valueFrom[slot] + valueLength[slot]);
    }

    @Override
    public long number(String name, long absent) {
        int slot = find(name);
        if (slot < 0 || valueLength[slot] == 0) {
            return absent;
        }
        decodeEscapes(slot);
        int at = valueFrom[slot];
        int end = at + valueLength[slot];
        boolean negative = bytes[at] == '-';
        at += negative ? 1 : 0;
        if (at == end || end - at > 18) {
            return parseUnusual(name, slot);
        }
        long number = 0;
        while (at < end) {
            int digit = bytes[at++] - '0';
            if (digit < 0 || digit > 9) {
                return parseUnusual(name, slot);
            }
            number = number * 10 + digit;
        }
        return negative ? -number : number;
    }

    private long parseUnusual(String name, int slot) {
        String text = valueText(slot);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException notANumber) {
            String shown = text.length() > SHOWN_CHARS_MAX ? text.substring(0, SHOWN_CHARS_MAX) + "..." : text;
            throw new HeaderFieldException("field " + name + " is no integer: '" + shown + "'");
        }
    }

    @Override
    public boolean flag(String name, boolean absent) {
        int slot = find(name);
        if (slot < 0) {
            return absent;
        }
        decodeEscapes(slot);
        return valueLength[slot] == 4 && lower(slot, 0) == 't' && lower(slot, 1) == 'r' && lower(slot, 2) == 'u'
            && lower(slot, 3) == 'e';
    }

    private int lower(int slot, int index) {
        return bytes[valueFrom[slot] + index] | 0x20;
    }

    @Override
    public long requiredNumber(String name) {
        int slot = find(name);
        if (slot < 0 || valueLength[slot] == 0) {
            throw new HeaderFieldException("field " + name + " is missing");
        }
        next = slot;
        return number(name, 0);
    }

    @Override
    public void forEach(Visitor visitor) {
        for (int i = 0; i < count; i++) {
            visitor.field(new String(bytes, nameFrom[i], nameLength[i], StandardCharsets.UTF_8), valueText(i));
        }
    }

    /** Number of fields. */
    int count() {
        return count;
    }

    /** All fields as Strings, for other threads and later times. */
    HeaderFields copy() {
        if (count == 0) {
            return HeaderFields.NONE;
        }
        List<String> all = new ArrayList<>(count * 2);
        forEach((name, value) -> {
            all.add(name);
            all.add(value);
        });
        return new Copied(all.toArray(new String[0]));
    }

    /** Ext fields that outlive their frame: plain Strings, for any thread. */
    private static final class Copied implements HeaderFields {

        private final String[] namesAndValues;

        private Copied(String[] namesAndValues) {
            this.namesAndValues = namesAndValues;
        }

        @Override
        public String text(String name) {
            for (int i = 0; i < namesAndValues.length; i += 2) {
                if (namesAndValues[i].equals(name)) {
                    return namesAndValues[i + 1];
                }
            }
            return null;
        }

        @Override
        public void forEach(Visitor visitor) {
            for (int i = 0; i < namesAndValues.length; i += 2) {
                visitor.field(namesAndValues[i], namesAndValues[i + 1]);
            }
        }
    }
}
