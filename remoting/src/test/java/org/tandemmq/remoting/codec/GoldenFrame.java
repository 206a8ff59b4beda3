/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.codec;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/**
 * A frame as it was recorded between stock servers and clients, with the header that the recorder decoded from it.
 *
 * @param name which request, between whom
 * @param part request or response
 * @param bytes the whole frame
 * @param header the header as JSON
 */
public record GoldenFrame(String name, String part, byte[] bytes, JSONObject header) {

    private static final List<GoldenFrame> ALL = load();

    private static List<GoldenFrame> load() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(new GZIPInputStream(
            GoldenFrame.class.getResourceAsStream("/frames/golden-frames.tsv.gz")), StandardCharsets.UTF_8))) {
            return lines.lines().map(line -> line.split("\t")).map(parts -> new GoldenFrame(parts[0], parts[1],
                HexFormat.of().parseHex(parts[2]), JSON.parseObject(parts[3]))).collect(Collectors.toList());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** All 970 of them. */
    public static List<GoldenFrame> all() {
        return ALL;
    }

    /** Frames of a code, requests or responses to it. */
    public static List<GoldenFrame> of(String part, int... codes) {
        return ALL.stream().filter(frame -> frame.part.equals(part)).filter(frame -> {
            for (int code : codes) {
                if (frame.name.contains("/" + code + "-")) {
                    return true;
                }
            }
            return false;
        }).collect(Collectors.toList());
    }

    /** Whether the header is binary. */
    public boolean isBinary() {
        return bytes[4] == 1;
    }

    /** Ext fields, sorted. */
    public Map<String, String> fields() {
        Map<String, String> fields = new TreeMap<>();
        JSONObject recorded = header.getJSONObject("extFields");
        if (recorded != null) {
            recorded.forEach((name, value) -> fields.put(name, (String) value));
        }
        return fields;
    }

    @Override
    public String toString() {
        return name + " " + part;
    }
}
