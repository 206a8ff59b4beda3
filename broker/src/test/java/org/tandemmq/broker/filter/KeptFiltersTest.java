/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.remoting.protocol.body.SubscriptionData;

/** The file of expressions, with the clock and those online moved by hand. */
class KeptFiltersTest {

    @TempDir
    private Path folder;
    private Path path;
    private final Map<String, List<SubscriptionData>> online = new HashMap<>();
    private long nowMs = 1_700_000_000_000L;

    @BeforeEach
    void name() {
        path = folder.resolve("consumerFilter.json");
    }

    private KeptFilters open() {
        return new KeptFilters(new TableFile(path), taker -> online.forEach((group, all) ->
            all.forEach(each -> taker.accept(group, each))), () -> Instant.ofEpochMilli(nowMs));
    }

    private static SubscriptionData sql(String topic, String expression, long version) {
        return SubscriptionData.parse(topic, expression, "SQL92", version);
    }

    private String text() throws IOException {
        return Files.readString(path).replaceAll("\\s", "");
    }

    @Test
    void shouldKeepExpressionsButNoTags() throws IOException {
        online.put("tagged", List.of(SubscriptionData.parse("T", "a || b", "TAG", 1)));
        KeptFilters filters = open();
        assertThat(filters.look()).isFalse();
        assertThat(path).doesNotExist();
        online.put("g", List.of(sql("T", "a>5", 7), sql("U", "b IS NULL".replace(" ", "\t"), 8)));
        assertThat(filters.look()).isTrue();
        assertThat(filters.look()).as("nothing new").isFalse();
        assertThat(text()).contains("{\"filterDataByTopic\":{\"T\":{\"groupFilterData\":{\"g\":{",
            "\"expression\":\"a>5\"", "\"expressionType\":\"SQL92\"", "\"clientVersion\":7",
            "\"bornTime\":1700000000000", "\"deadTime\":0", "\"consumerGroup\":\"g\"", "\"topic\":\"U\"")
            .doesNotContain("tagged");
    }

    @Test
    void shouldKeepSoManyCharactersAndNoMore() throws IOException {
        String expression = "a = '" + "x".repeat(4_000) + "'";
        online.put("g", IntStream.range(0, 2_000).mapToObj(i -> sql("T" + i, expression, 1)).toList());
        assertThat(open().look()).isTrue();
        assertThat(Files.size(path)).isBetween(KeptFilters.CHARS_MAX - 5_000, KeptFilters.CHARS_MAX * 5 / 4);
    }

    @Test
    void shouldTakeNewerVersionsOnly() throws IOException {
        KeptFilters filters = open();
        online.put("g", List.of(sql("T", "a>5", 7)));
        filters.look();
        online.put("g", List.of(sql("T", "a>6", 6)));
        assertThat(filters.look()).isFalse();
        nowMs += 10;
        online.put("g", List.of(sql("T", "a>6", 8)));
        assertThat(filters.look()).isTrue();
        assertThat(text()).contains("a>6", "\"bornTime\":1700000000010").doesNotContain("a>5");
        online.put("g", List.of(sql("T", "a>6", 9)));
        assertThat(filters.look()).isTrue();
        assertThat(text()).contains("\"clientVersion\":9", "\"bornTime\":1700000000010");
    }

    @Test
    void shouldBuryWhoIsGoneAndDropHimAfterADay() throws IOException {
        KeptFilters filters = open();
        online.put("g", List.of(sql("T", "a>5", 7)));
        filters.look();
        online.clear();
        nowMs += 5;
        assertThat(filters.look()).isTrue();
        assertThat(text()).contains("\"deadTime\":1700000000005");
        online.put("g", List.of(sql("T", "a>5", 7)));
        assertThat(filters.look()).isTrue();
        assertThat(text()).contains("\"deadTime\":0");
        online.clear();
        filters.look();
        nowMs += KeptFilters.DEAD_KEPT_MS;
        assertThat(filters.look()).isFalse();
        nowMs++;
        assertThat(filters.look()).isTrue();
        assertThat(text()).isEqualTo("{\"filterDataByTopic\":{}}");
    }

    @Test
    void shouldReadWhatAnotherBrokerWroteAndLeaveItsOtherFieldsAlone() throws IOException {
        Files.writeString(path, """
            {"filterDataByTopic":{"T":{"groupFilterData":{"g":{"bloomFilterData":{"bitNum":24,"bitPos":[3,7]},
            "bornTime":5,"clientVersion":7,"compiledExpression":null,"consumerGroup":"g","deadTime":9,
            "expression":"a > 5","expressionType":"SQL92","topic":"T"},"h":{"x":1}},"topic":"T"},"U":null}}""");
        online.put("g", List.of(sql("T", "a > 5", 7)));
        assertThat(open().look()).isTrue();
        assertThat(text()).contains("\"bitPos\":[3,7]", "\"bornTime\":5", "\"deadTime\":0").doesNotContain("\"h\"");
    }

    @Test
    void shouldBeginAnewWithADamagedFileAndKeepItsBytes() throws IOException {
        Files.writeString(path, "{\"filterData");
        online.put("g", List.of(sql("T", "a>5", 7)));
        assertThat(open().look()).isTrue();
        assertThat(text()).contains("a>5");
        assertThat(Files.readString(folder.resolve("consumerFilter.json.bak"))).isEqualTo("{\"filterData");
    }

    @Test
    void shouldKeepOnlySoManyAndNoneThatIsTooLong() throws IOException {
        online.put("long", List.of(sql("T", "a = '" + "x".repeat(KeptFilters.EXPRESSION_CHARS_MAX) + "'", 7)));
        for (int i = 0; i <= KeptFilters.FILTERS_MAX; i++) {
            online.put("g" + i, List.of(sql("T", "a>5", 7)));
        }
        assertThat(open().look()).isTrue();
        assertThat(text().split("consumerGroup")).hasSize(KeptFilters.FILTERS_MAX + 1);
    }
}
