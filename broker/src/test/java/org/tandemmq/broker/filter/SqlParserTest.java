/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The grammar and meaning of filter expressions, held against answers recorded from the peer. */
class SqlParserTest {

    private static final Map<String, String> MESSAGE = Map.ofEntries(Map.entry("a", "10"), Map.entry("b", "abc"),
        Map.entry("n", "-3.5"), Map.entry("e", ""), Map.entry("t", "true"), Map.entry("f", "FALSE"),
        Map.entry("big", "9223372036854775808"), Map.entry("q", "it's"), Map.entry("sp", " 5 "),
        Map.entry("TAGS", "x"), Map.entry("nan", "1e2"));

    static Stream<Arguments> observed() throws IOException {
        List<Arguments> rows = new ArrayList<>();
        try (InputStream table = SqlParserTest.class.getResourceAsStream("/filter/observed.tsv")) {
            for (String line : new String(table.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (!line.startsWith("#")) {
                    String[] cells = line.split("\t", 2);
                    rows.add(Arguments.of(cells[0], cells[1]));
                }
            }
        }
        return rows.stream();
    }

    @ParameterizedTest
    @MethodSource("observed")
    void shouldJudgeAsThePeerDoes(String result, String expression) {
        assertThat(judge(expression)).as(expression).isEqualTo(result);
    }

    /** The peer reads such texts up to the place where it stops understanding, and silently drops the rest. */
    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', delimiter = '|', value = {
        "a > 5)|column 6", "a > 5 XOR a > 3|column 7", "a + 5 = 15|column 3", "a = 0x10|column 6",
        "a LIKE 'x'|column 3", "-a = 10|column 1", "a > 5;|column 6", "b CONTAINS b|column 12", "a IN (1)|column 7",
        "a BETWEEN 10 AND 5|column 11", "NOT a > 5|column 1", "a = NULL|column 5", "(a > 5|column 7"})
    void shouldNameTheColumnOfAMistake(String expression, String column) {
        assertThatThrownBy(() -> SqlParser.compile(expression)).isInstanceOf(SqlSyntaxException.class)
            .hasMessageContaining(column);
    }

    @Test
    void shouldRefuseWhatIsTooDeepOrTooLong() {
        assertThatThrownBy(() -> SqlParser.compile("(".repeat(101) + "a > 5" + ")".repeat(101)))
            .isInstanceOf(SqlSyntaxException.class).hasMessageContaining("deeper than 100");
        assertThatThrownBy(() -> SqlParser.compile("a".repeat(16_385)))
            .isInstanceOf(SqlSyntaxException.class).hasMessageContaining("limit 16384");
        assertThatThrownBy(() -> SqlParser.compile("a>1" + " OR a>1".repeat(1_200)))
            .isInstanceOf(SqlSyntaxException.class).hasMessageContaining("more than 4000 words");
    }

    static String judge(String expression) {
        SqlExpression compiled;
        try {
            compiled = SqlParser.compile(expression);
        } catch (SqlSyntaxException refused) {
            return "refused";
        }
        try {
            Boolean truth = SqlExpression.truth(compiled.value(MESSAGE::get));
            return truth == null ? "unknown" : truth.toString();
        } catch (SqlMismatchException mismatch) {
            return "mismatch";
        }
    }
}
