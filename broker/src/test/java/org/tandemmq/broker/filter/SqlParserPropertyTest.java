/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Random conditions, judged by the compiled expression and by a simple evaluator that shares no code with it. */
class SqlParserPropertyTest {

    private static final List<String> NAMES = List.of("a", "b", "c");

    /**
     * A condition as text, and its truth computed directly: TRUE, FALSE or null for unknown.
     *
     * @param text the condition, in parentheses where it needs them
     * @param truth judges a message
     */
    record Judged(String text, Function<Map<String, Integer>, Boolean> truth) {
    }

    @Property(tries = 2_000)
    void shouldAgreeWithADirectEvaluation(@ForAll("conditions") Judged condition,
                                          @ForAll("messages") List<Integer> values) {
        Map<String, Integer> message = new HashMap<>();
        for (int i = 0; i < NAMES.size(); i++) {
            if (values.get(i) != null) {
                message.put(NAMES.get(i), values.get(i));
            }
        }
        SqlExpression compiled = SqlParser.compile(condition.text());
        Object value = compiled.value(name -> message.containsKey(name) ? message.get(name).toString() : null);
        assertThat(SqlExpression.truth(value)).as("%s for %s", condition.text(), message)
            .isEqualTo(condition.truth().apply(message));
    }

    @Property(tries = 3_000)
    void shouldCompileOrRefuseAnyText(@ForAll("texts") String text) {
        try {
            assertThat(SqlParser.compile(text)).isNotNull();
        } catch (SqlSyntaxException refused) {
            assertThat(refused.getMessage()).contains("at column ");
        }
    }

    @Provide
    Arbitrary<List<Integer>> messages() {
        return Arbitraries.integers().between(-3, 3).injectNull(0.3).list().ofSize(NAMES.size());
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of("a", "b", " ", "AND", "or", "NOT", "(", ")", "=", "<>", ">", "5", "'x'", "BETWEEN", "IN",
            "IS", "NULL", "'", "-", "/*", "--", ",", "TRUE", "\u4e2d", "1e9").list().ofMaxSize(12)
            .map(words -> String.join(" ", words));
    }

    @Provide
    Arbitrary<Judged> conditions() {
        return Arbitraries.lazyOf(SqlParserPropertyTest::comparison, SqlParserPropertyTest::nullTest,
            SqlParserPropertyTest::between, SqlParserPropertyTest::in, SqlParserPropertyTest::text,
            this::negation, this::both, this::either);
    }

    private static Arbitrary<Judged> comparison() {
        Arbitrary<String> operator = Arbitraries.of("=", "<>", "<", "<=", ">", ">=");
        return Combinators.combine(Arbitraries.of(NAMES), operator, Arbitraries.integers().between(-3, 3))
            .as((name, op, number) -> new Judged(name + " " + op + " " + number, message -> {
                Integer value = message.get(name);
                return value == null ? null : holds(value, op, number);
            }));
    }

    private static boolean holds(int value, String operator, int number) {
        return switch (operator) {
            case "=" -> value == number;
            case "<>" -> value != number;
            case "<" -> value < number;
            case "<=" -> value <= number;
            case ">" -> value > number;
            default -> value >= number;
        };
    }

    private static Arbitrary<Judged> nullTest() {
        return Combinators.combine(Arbitraries.of(NAMES), Arbitraries.of(true, false))
            .as((name, negated) -> new Judged(name + (negated ? " IS NOT NULL" : " IS NULL"),
                message -> message.containsKey(name) == negated));
    }

    private static Arbitrary<Judged> between() {
        return Combinators.combine(Arbitraries.of(NAMES), Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(2, 3), Arbitraries.of(true, false))
            .as((name, low, high, negated) -> new Judged(
                name + (negated ? " NOT" : "") + " BETWEEN " + low + " AND " + high, message -> {
                    Integer value = message.get(name);
                    return value == null ? null : (value >= low && value <= high) != negated;
                }));
    }

    private static Arbitrary<Judged> in() {
        return Combinators.combine(Arbitraries.of(NAMES), Arbitraries.integers().between(-3, 3).list().ofMinSize(1)
            .ofMaxSize(4), Arbitraries.of(true, false))
            .as((name, numbers, negated) -> new Judged(name + (negated ? " NOT" : "") + " IN " + numbers.stream()
                .map(number -> "'" + number + "'").collect(Collectors.joining(", ", "(", ")")), message -> {
                    Integer value = message.get(name);
                    return value == null ? null : numbers.contains(value) != negated;
                }));
    }

    private static Arbitrary<Judged> text() {
        return Combinators.combine(Arbitraries.of(NAMES), Arbitraries.of("=", "<>"),
            Arbitraries.integers().between(-3, 3)).as((name, op, number) -> new Judged(
                name + " " + op + " '" + number + "'", message -> {
                    Integer value = message.get(name);
                    return value == null ? null : holds(value, op, number);
                }));
    }

    private Arbitrary<Judged> negation() {
        return conditions().map(inner -> new Judged("NOT (" + inner.text() + ")", message -> {
            Boolean truth = inner.truth().apply(message);
            return truth == null ? null : !truth;
        }));
    }

    private Arbitrary<Judged> both() {
        return Combinators.combine(conditions(), conditions()).as((left, right) -> new Judged(
            "(" + left.text() + ") AND (" + right.text() + ")", message -> {
                Boolean first = left.truth().apply(message);
                Boolean second = right.truth().apply(message);
                if (Boolean.FALSE.equals(first) || Boolean.FALSE.equals(second)) {
                    return false;
                }
                return first == null || second == null ? null : true;
            }));
    }

    private Arbitrary<Judged> either() {
        return Combinators.combine(conditions(), conditions()).as((left, right) -> new Judged(
            "(" + left.text() + ") OR (" + right.text() + ")", message -> {
                Boolean first = left.truth().apply(message);
                Boolean second = right.truth().apply(message);
                if (Boolean.TRUE.equals(first) || Boolean.TRUE.equals(second)) {
                    return true;
                }
                return first == null || second == null ? null : false;
            }));
    }
}
