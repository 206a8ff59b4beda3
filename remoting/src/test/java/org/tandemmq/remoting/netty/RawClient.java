/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A client made of a blocking socket and the JSON library, which shares no code with what it tests. */
final class RawClient implements AutoCloseable {

    private static final int ANSWER_WITHIN_MS = 10_000;

    private final Socket socket;
    private final DataInputStream in;

    /** An answer: its header and body. */
    record Answer(JSONObject header, byte[] body) {
        int code() {
            return header.getIntValue("code");
        }

        int opaque() {
            return header.getIntValue("opaque");
        }

        String remark() {
            return header.getString("remark");
        }
    }

    RawClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(ANSWER_WITHIN_MS);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
    }

    static byte[] frame(int code, int opaque, int flag, JSONObject fields, byte[] body) {
        JSONObject header = new JSONObject().fluentPut("code", code).fluentPut("opaque", opaque).fluentPut("flag", flag)
            .fluentPut("language", "JAVA").fluentPut("version", 409).fluentPut("extFields", fields);
        byte[] text = JSON.toJSONString(header).getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + text.length + body.length).putInt(4 + text.length + body.length)
            .putInt(text.length).put(text).put(body).array();
    }

    void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    void request(int code, int opaque) throws IOException {
        write(frame(code, opaque, 0, null, new byte[0]));
    }

    /** A frame behind its length. */
    byte[] readRaw() throws IOException {
        byte[] whole = new byte[in.readInt()];
        in.readFully(whole);
        return whole;
    }

    Answer read() throws IOException {
        byte[] whole = readRaw();
        int headerBytes = ByteBuffer.wrap(whole).getInt();
        JSONObject header = JSON.parseObject(whole, 4, headerBytes, StandardCharsets.UTF_8);
        byte[] body = new byte[whole.length - 4 - headerBytes];
        System.arraycopy(whole, 4 + headerBytes, body, 0, body.length);
        return new Answer(header, body);
    }

    Answer call(int code, int opaque) throws IOException {
        request(code, opaque);
        return read();
    }

    /** Whether the server closes the connection before the time is over, without having sent anything more. */
    boolean isClosedByServer() throws IOException {
        try {
            return in.read() < 0;
        } catch (SocketException | EOFException reset) {
            return true;
        }
    }

    Socket socket() {
        return socket;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
