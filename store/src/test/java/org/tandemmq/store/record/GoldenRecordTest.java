/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSONObject;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tandemmq.store.golden.GoldenStore;

/** Every record of the recorded stores, decoded and compared field by field. */
class GoldenRecordTest {

    private static final int SEGMENT_BYTES = 65536;

    static Stream<String> stores() {
        return GoldenStore.NAMES.stream();
    }

    @ParameterizedTest
    @MethodSource("stores")
    void shouldDecodeEveryRecordOfARecordedStore(String name) throws IOException {
        GoldenStore golden = new GoldenStore(name);
        Iterator<JSONObject> expected = golden.records().iterator();
        List<Path> segments = golden.segments();
        long end = -1;
        for (int i = 0; i < segments.size() && end < 0; i++) {
            end = walk(GoldenStore.bytes(segments.get(i)), (long) i * SEGMENT_BYTES, expected);
        }
        assertThat(expected.hasNext()).isFalse();
        assertThat(end).isEqualTo(golden.expected().getJSONObject("commitLog").getLongValue("maxOffset"));
    }

    /** Position of the log's end, or -1 when the segment is closed by a blank. */
    private static long walk(ByteBuffer segment, long start, Iterator<JSONObject> expected) {
        RecordScanner scanner = new RecordScanner(SEGMENT_BYTES, true);
        RecordView view = new RecordView();
        int at = 0;
        while (true) {
            RecordScanner.Verdict verdict = scanner.check(segment, at, SEGMENT_BYTES, start + at);
            switch (verdict) {
                case RECORD -> compare(view.wrap(segment, at), scanner.sizeBytes(), expected.next());
                case BLANK -> {
                    assertThat(at + scanner.sizeBytes()).isEqualTo(SEGMENT_BYTES);
                    return -1;
                }
                case END -> {
                    return start + at;
                }
                default -> throw new AssertionError(verdict + " at " + (start + at) + ": " + scanner.reason());
            }
            at += scanner.sizeBytes();
        }
    }

    private static void compare(RecordView record, int sizeBytes, JSONObject expected) {
        assertThat(record.position()).isEqualTo(expected.getLongValue("physicalOffset"));
        assertThat(sizeBytes).isEqualTo(expected.getIntValue("size")).isEqualTo(record.totalSize());
        assertThat(Integer.toHexString(record.magic()).toUpperCase()).isEqualTo(expected.getString("magic"));
        assertThat(record.topic()).isEqualTo(expected.getString("topic"));
        assertThat(record.queueId()).isEqualTo(expected.getIntValue("queueId"));
        assertThat(record.queueOffset()).isEqualTo(expected.getLongValue("queueOffset"));
        assertThat(record.flag()).isEqualTo(expected.getIntValue("flag"));
        assertThat(record.sysFlag()).isEqualTo(expected.getIntValue("sysFlag"));
        assertThat(record.bodyBytes()).isEqualTo(expected.getIntValue("bodyLength"));
        assertThat(record.bodyCrc()).isEqualTo(expected.getIntValue("bodyCrc"));
        assertThat(record.bornTimestampMs()).isEqualTo(expected.getLongValue("bornTimestamp"));
        assertThat(record.storeTimestampMs()).isEqualTo(expected.getLongValue("storeTimestamp"));
        assertThat(record.reconsumeTimes()).isEqualTo(expected.getIntValue("reconsumeTimes"));
        assertThat(record.preparedTransactionOffset()).isEqualTo(expected.getLongValue("preparedTransactionOffset"));
        assertThat(record.storeHost()).isEqualTo(host(expected.getString("storeHost")));
        assertThat(record.bornHost()).isEqualTo(host(expected.getString("bornHost")));
        byte[] properties = new byte[record.propertiesBytes()];
        record.properties().get(properties);
        assertThat(HexFormat.of().formatHex(properties)).isEqualTo(expected.getString("propertiesHex"));
        Map<String, Object> parsed = Map.copyOf(expected.getJSONObject("properties"));
        assertThat(RecordProperties.parse(record.properties())).isEqualTo(parsed);
        assertThat(record.property("TAGS")).isEqualTo(expected.getString("tags"));
        assertThat(record.property("KEYS")).isEqualTo(expected.getString("keys"));
        assertThat(record.property("UNIQ_KEY")).isEqualTo(expected.getString("uniqKey"));
    }

    private static InetSocketAddress host(String text) {
        int colon = text.lastIndexOf(':');
        String address = text.substring(0, colon).replace("[", "").replace("]", "");
        return new InetSocketAddress(address, Integer.parseInt(text.substring(colon + 1)));
    }
}
