/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.codec;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.RemotingCommand;

/** Writes JSON headers (wire-protocol 1.2), members in alphabetical order as the reference does. One thread. */
final class JsonHeaderEncoder implements FieldWriter {

    private static final byte[] CODE = ascii("{\"code\":");
    private static final byte[] FIELDS = ascii(",\"extFields\":{");
    private static final byte[] FLAG = ascii(",\"flag\":");
    private static final byte[] OPAQUE = ascii(",\"language\":\"JAVA\",\"opaque\":");
    private static final byte[] REMARK = ascii(",\"remark\":\"");
    private static final byte[] END = ascii(",\"serializeTypeCurrentRPC\":\"JSON\",\"version\":"
        + RemotingCommand.OWN_VERSION + "}");
    private static final byte[] TRUE = ascii("true");
    private static final byte[] FALSE = ascii("false");
    private static final byte[] HEX = ascii("0123456789abcdef");
    private static final String SHORT_ESCAPES = "\b\t\n\f\r\"\\";
    private static final String SHORT_NAMES = "btnfr\"\\";

    private final HeaderBytes out;
    private boolean first;

    JsonHeaderEncoder(HeaderBytes out) {
        this.out = out;
    }

    void encode(int code, int opaque, int flag, String remark, CommandHeader header) {
        out.putAll(CODE);
        out.putNumber(code);
        if (header != null) {
            out.putAll(FIELDS);
            first = true;
            header.writeTo(this);
            close('}');
        }
        out.putAll(FLAG);
        out.putNumber(flag);
        out.putAll(OPAQUE);
        out.putNumber(opaque);
        if (remark != null) {
            out.putAll(REMARK);
            putEscaped(remark);
            close('"');
        }
        out.putAll(END);
    }

    @Override
    public void text(String name, CharSequence value) {
        if (value != null) {
            begin(name);
            putEscaped(value);
            close('"');
        }
    }

    @Override
    public void plain(String name, Plain value) {
        begin(name);
        out.putAll(value);
        close('"');
    }

    @Override
    public void utf8(String name, ByteBuffer value) {
        if (value != null) {
            begin(name);
            out.ensure(value.remaining());
            for (int i = value.position(); i < value.limit(); i++) {
                byte b = value.get(i);
                if (b < 0) {
                    out.ensure(1);
                    out.put(b);
                } else {
                    putEscaped((char) b);
                }
            }
            close('"');
        }
    }

    @Override
    public void number(String name, long value) {
        begin(name);
        out.putNumber(value);
        close('"');
    }

    @Override
    public void flag(String name, boolean value) {
        begin(name);
        out.putAll(value ? TRUE : FALSE);
        close('"');
    }

    private void begin(String name) {
        out.ensure(name.length() + 5);
        if (!first) {
            out.put(',');
        }
        first = false;
        out.put('"');
        out.putAscii(name);
        out.ensure(3);
        out.put('"');
        out.put(':');
        out.put('"');
    }

    private void close(char end) {
        out.ensure(1);
        out.put(end);
    }

    private void putEscaped(CharSequence value) {
        int length = value.length();
        int at = out.putPlain(value);
        while (at < length) {
            char c = value.charAt(at);
            if (c < 0x80) {
                putEscaped(c);
                at++;
            } else {
                int codePoint = Character.codePointAt(value, at);
                out.putCodePoint(codePoint);
                at += Character.charCount(codePoint);
            }
        }
    }

    private void putEscaped(char ascii) {
        out.ensure(6);
        if (ascii >= ' ' && ascii != '"' && ascii != '\\') {
            out.put(ascii);
            return;
        }
        int simple = SHORT_ESCAPES.indexOf(ascii);
        out.put('\\');
        if (simple >= 0) {
            out.put(SHORT_NAMES.charAt(simple));
        } else {
            out.put('u');
            out.put('0');
            out.put('0');
            out.put(HEX[ascii >> 4]);
            out.put(HEX[ascii & 15]);
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
