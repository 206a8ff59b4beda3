/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.net;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A frame with a JSON header, built and read without any code of the product under test. */
public final class RawFrame {
    private static final AtomicInteger OPAQUE = new AtomicInteger(1);
    private static final int VERSION = 409;

    private final JSONObject header;
    private final byte[] body;

    private RawFrame(JSONObject header, byte[] body) {
        this.header = header;
        this.body = body;
    }

    /** A request with this code and no fields yet. */
    public static RawFrame request(int code) {
        JSONObject header = new JSONObject();
        header.put("code", code);
        header.put("flag", 0);
        header.put("language", "JAVA");
        header.put("opaque", OPAQUE.getAndIncrement());
        header.put("version", VERSION);
        header.put("serializeTypeCurrentRPC", "JSON");
        return new RawFrame(header, new byte[0]);
    }

    /** An answer to a request that came in. */
    public RawFrame answer(int code) {
        return request(code).withTop("opaque", opaque()).withTop("flag", 1);
    }

    /** The same with a header field. */
    public RawFrame with(String key, Object value) {
        Map<String, String> fields = new LinkedHashMap<>(fields());
        fields.put(key, value.toString());
        JSONObject copy = new JSONObject(header);
        copy.put("extFields", fields);
        return new RawFrame(copy, body);
    }

    /** The same with another top-level entry of the header, for instance {@code flag} or {@code version}. */
    public RawFrame withTop(String key, Object value) {
        JSONObject copy = new JSONObject(header);
        copy.put(key, value);
        return new RawFrame(copy, body);
    }

    /** The same with a body. */
    public RawFrame withBody(byte[] bytes) {
        return new RawFrame(header, bytes);
    }

    /** Reads a frame without its leading length. */
    public static RawFrame parse(byte[] frame) {
        ByteBuffer in = ByteBuffer.wrap(frame);
        int word = in.getInt();
        if (word >>> 24 != 0) {
            throw new IllegalStateException("answer in header encoding " + (word >>> 24) + " to a JSON request");
        }
        byte[] head = new byte[word & 0xFFFFFF];
        in.get(head);
        byte[] body = new byte[in.remaining()];
        in.get(body);
        return new RawFrame(JSON.parseObject(head), body);
    }

    /** The bytes on the wire. */
    public byte[] bytes() {
        byte[] head = header.toString().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + head.length + body.length).putInt(4 + head.length + body.length)
            .putInt(head.length).put(head).put(body).array();
    }

    /** Request or response code. */
    public int code() {
        return header.getIntValue("code");
    }

    /** Correlates answer and request. */
    public int opaque() {
        return header.getIntValue("opaque");
    }

    /** Bit 0: an answer, bit 1: one-way. */
    public int flag() {
        return header.getIntValue("flag");
    }

    /** Cause of a failure, or null. */
    public String remark() {
        return header.getString("remark");
    }

    /** A header field or null. */
    public String field(String key) {
        return fields().get(key);
    }

    private Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        JSONObject ext = header.getJSONObject("extFields");
        if (ext != null) {
            ext.forEach((key, value) -> fields.put(key, value == null ? null : value.toString()));
        }
        return fields;
    }

    /** The body's bytes. */
    public byte[] body() {
        return body;
    }

    /** The body as text. */
    public String bodyText() {
        return new String(body, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return header + " + " + body.length + " bytes";
    }
}
