/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables are read entry by entry, those of others within the memory of all JSON texts. */
class TableTextTest {

    private final List<String> entries = new ArrayList<>();
    private final BiConsumer<String, Object> taker = (name, value) -> entries.add(name + "=" + value);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void shouldHandOverEachEntryAndGiveTheRest() {
        JsonFields rest = TableText.ofPeer(bytes(" {\"before\":[1], \"t\" : {\"a\":{\"x\":1}, 7:null,{\"k\":1}:\"v\"} ,"
            + "other:{\"y\":{}},\"u\":{},\"n\":3}\n")).read("t", Map.of("t", taker, "u", taker, "absent", taker));
        assertThat(entries).containsExactly("a={x=1}", "7=null", "{\"k\":1}=v");
        assertThat(rest.asMap()).containsOnlyKeys("before", "t", "other", "u", "n");
        assertThat(rest.object("t").asMap()).isEmpty();
        assertThat(rest.number("n", 0)).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "[]", "7", "{}", "{\"t\":null}", "{\"t\":[1]}", "{\"u\":{}}", "\"t\""})
    void shouldRefuseWhatIsNoTable(String text) {
        assertThatThrownBy(() -> TableText.ofPeer(bytes(text)).read("t", Map.of("t", taker)))
            .isInstanceOf(IllegalArgumentException.class).hasMessage("no JSON object with a member t");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"t\":{\"a\":1}", "{\"t\":{\"a\":1}}}",
        "{\"t\":{\"a\"}}", "{\"t\":{,}}", "{\"t\" {}}"})
    void shouldRefuseWhatIsNoJson(String text) {
        assertThatThrownBy(() -> TableText.ofPeer(bytes(text)).read("t", Map.of("t", taker)))
            .isInstanceOf(JsonException.class).hasMessageContaining("at byte");
    }

    @Test
    void shouldTakeMoreEntriesThanOtherBodiesMayHave() {
        int count = (int) JsonReader.VALUES_MAX / (JsonReader.CONTAINER_VALUES + 1) + 10;
        String table = "{\"t\":{\"a\":{" + "\"b\":[],".repeat(count) + "\"c\":[]}}}";
        AtomicInteger taken = new AtomicInteger();
        TableText.ofPeer(bytes(table)).read("t", Map.of("t", (name, value) -> taken.incrementAndGet()));
        assertThat(taken.get()).isOne();
    }

    @Test
    void shouldCountTheTextOfAPeerUntilTheThreadIsDoneAndNotThatOfAFile() {
        byte[] table = bytes("{\"t\":{" + "\"a\":{\"b\":1},".repeat(50_000) + "\"c\":1}}");
        TableText.ofFile(table).read("t", Map.of());
        assertThat(JsonMemory.OF_PROCESS.taken()).isZero();
        TableText.ofPeer(table).read("t", Map.of("t", taker));
        assertThat(JsonMemory.OF_PROCESS.taken()).isPositive();
        JsonMemory.OF_PROCESS.release();
        assertThat(JsonMemory.OF_PROCESS.taken()).isZero();
    }

    @Test
    void shouldLeaveNothingCountedOfATextThatIsRefused() {
        String dense = "{\"b\":1},".repeat((int) (Runtime.getRuntime().maxMemory() / 3 / 150));
        assertThatThrownBy(() -> TableText.ofPeer(bytes("{\"t\":{\"a\":[" + dense + "0]}}"))
            .read("t", Map.of("t", taker))).isInstanceOf(JsonException.class).hasMessageContaining("the limit of all");
        assertThat(JsonMemory.OF_PROCESS.taken()).isZero();
    }
}
