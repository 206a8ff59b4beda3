/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.fastjson2.JSON;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The dialect of bodies and table files, read and written. */
class JsonTextTest {

    /** Some names. */
    enum Kind { PULL, PUSH }

    /** A record that is a key. */
    record Queue(String brokerName, int queueId, String topic) {
    }

    /** A record with a member that may be missing. */
    record Row(long maxOffset, Long minOffset) {
    }

    /** A record with defaults. */
    record Group(String groupName, boolean consumeEnable, int retryQueueNums, Long brokerId, List<String> tags) {
        static final Group DEFAULTS = new Group(null, true, 1, 0L, List.of());
    }

    /** One member of every kind. */
    record Body(Map<Queue, Row> offsetTable, Kind kind, List<Kind> kinds, Map<Integer, Long> numbers,
                Set<String> tags, Boolean flag, Map<String, Map<Integer, Long>> deep, Object any, byte[] bytes,
                double tps) {
    }

    private static Body body(String text) {
        return JsonText.decode(text, Body.class);
    }

    private static byte[] utf8(CharSequence text) {
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void shouldReadQueuesAsKeysInBothForms() {
        String queue = "{\"brokerName\":\"b\",\"queueId\":1,\"topic\":\"T\"}";
        Map<Queue, Row> expected = Map.of(new Queue("b", 1, "T"), new Row(9, null));

        assertThat(body("{\"offsetTable\":{" + queue + ":{\"maxOffset\":9}}}").offsetTable()).isEqualTo(expected);
        String escaped = queue.replace("\"", "\\\"");
        assertThat(body("{\"offsetTable\":{\"" + escaped + "\":{\"maxOffset\":9}}}").offsetTable())
            .isEqualTo(expected);
    }

    @Test
    void shouldReadBareAndQuotedNumbersAsKeys() {
        assertThat(body("{\"numbers\":{0:5,\"1\":7}}").numbers()).isEqualTo(Map.of(0, 5L, 1, 7L));
        assertThat(body("{\n\t\"deep\":{\n\t\t\"T@g\":{0:5,1:7\n\t\t}\n\t}\n}").deep())
            .isEqualTo(Map.of("T@g", Map.of(0, 5L, 1, 7L)));
    }

    @Test
    void shouldSkipWhatItDoesNotKnow() {
        Body read = body("{\"unknown\":{{\"a\":1}:2,0:[1,{}],\"x\":{3:4}},\"kind\":\"POP\","
            + "\"kinds\":[\"PULL\",\"POP\"],"
            + "\"flag\":\"true\",'tps':\"1.5\",bare:null,\"numbers\":null}");

        assertThat(read.kind()).isNull();
        assertThat(read.kinds()).containsExactly(Kind.PULL, null);
        assertThat(read.flag()).isTrue();
        assertThat(read.tps()).isEqualTo(1.5);
        assertThat(read.numbers()).isNull();
    }

    @Test
    void shouldTakeAbsentMembersFromTheDefaults() {
        assertThat(JsonText.decode("{\"groupName\":\"g\",\"retryQueueNums\":null}", Group.class))
            .isEqualTo(new Group("g", true, 1, 0L, List.of()));
        assertThat(JsonText.decode("{\"consumeEnable\":false,\"brokerId\":\"3\"}", Group.class))
            .isEqualTo(new Group(null, false, 1, 3L, List.of()));
    }

    @Test
    void shouldNeverMakeWhatATextNames() {
        assertThat(body("{\"any\":{\"@type\":\"java.io.File\",\"path\":\"/x\"}}").any())
            .isEqualTo(Map.of("@type", "java.io.File", "path", "/x"));
    }

    @Test
    void shouldWriteTheDialectSorted() {
        Map<Integer, Long> numbers = new LinkedHashMap<>();
        numbers.put(10, 7L);
        numbers.put(2, 3L);
        Body body = new Body(Map.of(new Queue("b", 1, "T"), new Row(9, null)), Kind.PUSH, List.of(), numbers,
            Set.of("x\u0001\"ü"), null, Map.of(), null, new byte[] {1, 2}, 0.5);

        assertThat(text(JsonText.encode(body))).isEqualTo("{\"bytes\":\"AQI=\",\"deep\":{},"
            + "\"kind\":\"PUSH\",\"kinds\":[],\"numbers\":{2:3,10:7},"
            + "\"offsetTable\":{{\"brokerName\":\"b\",\"queueId\":1,\"topic\":\"T\"}:"
            + "{\"maxOffset\":9}},\"tags\":[\"x\\u0001\\\"ü\"],\"tps\":0.5}");
        assertThat(text(JsonText.encodeStandard(body))).isEqualTo("{\"bytes\":\"AQI=\",\"deep\":{},\"kind\":\"PUSH\","
            + "\"kinds\":[],\"numbers\":{\"2\":3,\"10\":7},\"offsetTable\":{\"{\\\"brokerName\\\":\\\"b\\\","
            + "\\\"queueId\\\":1,\\\"topic\\\":\\\"T\\\"}\":{\"maxOffset\":9}},\"tags\":[\"x\\u0001\\\"\\u00fc\"],"
            + "\"tps\":0.5}");
    }

    @Test
    void shouldIndentFilesWithTabs() {
        Map<String, Object> table = Map.of("b", List.of("x", "y"), "a", Map.of(0, 5L, 1, 6L));

        assertThat(text(JsonText.encodePretty(table)))
            .isEqualTo("{\n\t\"a\":{\n\t\t0:5,\n\t\t1:6\n\t},\n\t\"b\":[\"x\",\"y\"]\n}");
    }

    @Test
    void shouldReadFromTheMiddleOfABuffer() {
        ByteBuffer heap = ByteBuffer.wrap("xx{\"groupName\":\"g\"}yy".getBytes(StandardCharsets.UTF_8), 2, 17);
        ByteBuffer direct = ByteBuffer.allocateDirect(17).put(heap.duplicate()).flip();

        assertThat(JsonText.decode(heap, Group.class).groupName()).isEqualTo("g");
        assertThat(JsonText.decode(direct, Group.class).groupName()).isEqualTo("g");
        assertThat(heap.remaining()).isEqualTo(17);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"kind\":\"A\",", "{\"kind\":\"A\"} x", "{\"kind\" \"A\"}", "[1,2",
        "{\"a\":tru}", "{\"a\":\"x", "{\"a\":\"\\q\"}", "{\"a\":\"\\u12\"}", "{\"a\":1.2.3}", "{\"a\":+-}", "\u0001"})
    void shouldNameThePlaceInABrokenText(String text) {
        assertThatThrownBy(() -> body(text)).isInstanceOf(JsonException.class).hasMessageContaining("at byte ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "7", "{\"offsetTable\":[]}", "{\"tags\":{}}", "{\"numbers\":{\"x\":1}}",
        "{\"numbers\":{0:\"y\"}}", "{\"numbers\":{99999999999:1}}", "{\"bytes\":\"%\"}", "{\"tps\":{}}"})
    void shouldNameTheMemberThatDoesNotFit(String text) {
        assertThatThrownBy(() -> body(text)).isInstanceOf(JsonException.class).hasMessageContaining("expected, not ");
    }

    @Test
    void shouldRefuseDeepNesting() {
        assertThatThrownBy(() -> body("{\"any\":" + "[".repeat(100_000)))
            .isInstanceOf(JsonException.class).hasMessageContaining("nested deeper than 64 at byte 70");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "{{}:0}", "\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\""})
    void shouldRefuseTooManyValuesOfAPeerButNotOfAFile(String item) {
        String bomb = "[" + (item + ",").repeat(500_000) + "7]";

        assertThatThrownBy(() -> JsonText.decode(bomb, Object.class)).isInstanceOf(JsonException.class)
            .hasMessageContaining("more than 4000000 values (an object or array counts 8) at byte ");
        ByteBuffer body = ByteBuffer.wrap(bomb.getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> JsonText.decode(body, Object.class)).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> JsonText.decode(body.asReadOnlyBuffer(), Object.class))
            .isInstanceOf(JsonException.class);
        assertThat(JsonText.decodeFile(body.array(), List.class).size()).isGreaterThan(500_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[%1$d,%2$d]", "{\"a\":%1$d,\"b\":%2$d}", "{[%1$d,%2$d]:1}", "\"%3$s\""})
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldReadKeysOfOneHashAsQuicklyAsOthers(String key) {
        int keys = 100_000;
        StringBuilder table = new StringBuilder("{");
        for (int i = 0; i < keys; i++) {
            int hash = key.startsWith("{\"") ? i : keys * 31 - 31 * i;
            table.append(i == 0 ? "" : ",").append(key.formatted(i, hash, ofOneHash(i))).append(":0");
        }
        Map<?, ?> read = JsonText.decodeFile(utf8(table.append('}')), Map.class);
        assertThat(read.size()).isEqualTo(keys);
        assertThat(read.keySet()).allMatch(String.class::isInstance);
    }

    /** Texts of one hash: "Aa" and "BB" have the same. */
    private static String ofOneHash(int number) {
        StringBuilder text = new StringBuilder();
        for (int bit = 0; bit < 17; bit++) {
            text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return text.toString();
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldReadNumbersAndTextsOfOneHashAsQuicklyAsOthers() {
        int hash = ofOneHash(0).hashCode();
        StringBuilder table = new StringBuilder("{");
        for (int i = 0; i < 100_000; i++) {
            long number = (long) i << 32 | (hash ^ i) & 0xFFFF_FFFFL;
            table.append('"').append(ofOneHash(i)).append("\":0,").append(number).append(":0,");
        }
        assertThat(JsonText.decodeFile(utf8(table.append("\"end\":0}")), Map.class).size()).isEqualTo(200_001);
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldKeepQueuesOfOneHashFindable() {
        Set<Object> queues = new HashSet<>();
        for (int i = 0; i < 100_000; i++) {
            queues.add(new MessageQueue(ofOneHash(i), "b", 0));
        }
        assertThat(queues).hasSize(100_000).contains(new MessageQueue(ofOneHash(77_777), "b", 0));
    }

    @Test
    void shouldTakeAKeyAsItIsWrittenHoweverDeepItIs() {
        String deep = "{".repeat(60) + "\"a\":\"\\\"\"" + "}:0".repeat(59) + "}";
        Map<?, ?> read = JsonText.decode("{ " + deep + " : 1, [ 1,{'b':2} ]:2, 07:3, 1.50 : 4, +8:5}",
            Map.class);
        assertThat(read).isEqualTo(Map.of(deep, 1L, "[ 1,{'b':2} ]", 2L, "7", 3L, "1.5", 4L, "8", 5L));
        assertThat(body("{\"offsetTable\":{{ 'topic':'T', queueId:1 }:{}}}").offsetTable())
            .isEqualTo(Map.of(new Queue(null, 1, "T"), new Row(0, null)));
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldNotCopyALongKeyForEachValueBelowIt() {
        String text = "{\"deep\":{\"" + "k".repeat(1_000_000) + "\":{" + IntStream.range(0, 100_000)
            .mapToObj(i -> i + ":0").collect(Collectors.joining(",")) + "}}}";
        Body read = JsonText.decodeFile(utf8(text), Body.class);
        assertThat(read.deep().values()).allMatch(numbers -> numbers.size() == 100_000);
    }

    @Test
    void shouldReadATableOfAHundredThousandTopics() {
        StringBuilder table = new StringBuilder("{");
        for (int i = 0; i < 100_000; i++) {
            table.append(i == 0 ? "" : ",").append("\"T").append(i).append("\":{\"a\":1,\"b\":2,\"c\":3,\"d\":4,")
                .append("\"e\":5,\"f\":\"x\",\"g\":false,\"h\":null}");
        }
        assertThat(JsonText.decode(table.append('}').toString(), Map.class).size()).isEqualTo(100_000);
    }

    @Property(tries = 300)
    void shouldWriteStringsThatAnotherReaderUnderstands(@ForAll String any) {
        assertThat(JsonText.decodeFile(JsonText.encode(any), Object.class)).isEqualTo(reencode(any));
        assertThat(JSON.parse(text(JsonText.encodeStandard(any)))).isEqualTo(any);
        assertThat(JsonText.decodeFile(JSON.toJSONBytes(any), Object.class)).isEqualTo(reencode(any));
    }

    @Property(tries = 500)
    void shouldAnswerAnyBytesWithAValueOrATypedError(@ForAll byte[] bytes) {
        byte[] text = Arrays.copyOf(bytes, bytes.length);
        for (int i = 0; i < text.length; i++) {
            text[i] = text[i] % 2 == 0 ? (byte) "{}[]:,\"'\\ua10- tfn".charAt((text[i] & 0xFF) % 17) : text[i];
        }
        try {
            JsonText.decodeFile(text, Object.class);
        } catch (JsonException expected) {
            assertThat(expected).hasMessageContaining("byte");
        }
    }

    /** Lone surrogates do not survive UTF-8. */
    private static String reencode(String any) {
        return text(any.getBytes(StandardCharsets.UTF_8));
    }
}
