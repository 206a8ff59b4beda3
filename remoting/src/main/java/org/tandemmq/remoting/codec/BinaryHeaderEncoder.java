/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.codec;

import java.nio.ByteBuffer;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.RemotingCommand;

/** Writes compact headers (wire-protocol 1.3); empty texts are left out, as they would arrive as null. One thread. */
final class BinaryHeaderEncoder implements FieldWriter {

    private final HeaderBytes out;

    BinaryHeaderEncoder(HeaderBytes out) {
        this.out = out;
    }

    void encode(int code, int opaque, int flag, String remark, CommandHeader header) {
        out.putShort(code);
        out.ensure(1);
        out.put(RemotingCommand.LANGUAGE_JAVA);
        out.putShort(RemotingCommand.OWN_VERSION);
        out.putInt(opaque);
        out.putInt(flag);
        int remarkAt = out.length();
        out.putInt(0);
        if (remark != null) {
            out.putUtf8(remark);
            closeBlock(remarkAt);
        }
        int fieldsAt = out.length();
        out.putInt(0);
        if (header != null) {
            header.writeTo(this);
            closeBlock(fieldsAt);
        }
    }

    @Override
    public void text(String name, CharSequence value) {
        if (value != null && value.length() > 0) {
            int at = begin(name);
            out.putUtf8(value);
            closeBlock(at);
        }
    }

    @Override
    public void plain(String name, Plain value) {
        int at = begin(name);
        out.putAll(value);
        closeBlock(at);
    }

    @Override
    public void utf8(String name, ByteBuffer value) {
        if (value != null && value.hasRemaining()) {
            int at = begin(name);
            out.putAll(value);
            closeBlock(at);
        }
    }

    @Override
    public void number(String name, long value) {
        int at = begin(name);
        out.putNumber(value);
        closeBlock(at);
    }

    @Override
    public void flag(String name, boolean value) {
        int at = begin(name);
        out.putAscii(value ? "true" : "false");
        closeBlock(at);
    }

    private int begin(String name) {
        out.putShort(name.length());
        out.putAscii(name);
        out.putInt(0);
        return out.length() - Integer.BYTES;
    }

    private void closeBlock(int lengthAt) {
        out.setInt(lengthAt, out.length() - lengthAt - Integer.BYTES);
    }
}
