/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.filter;

import java.util.Set;
import java.util.function.Function;

/**
 * A compiled piece of a filter expression. A value is a String, Long, Double, Boolean or null for unknown; logic has
 * three values. Immutable; used from any thread.
 */
interface SqlExpression {

    /**
     * Value for one message.
     *
     * @param properties gives the value of a property, or null
     * @return the value, null when unknown
     * @throws SqlMismatchException if values can't be compared: the message does not match
     */
    Object value(Function<String, String> properties);

    /** Whether the piece may stand where a truth value is needed; a number or a string may not. */
    default boolean isCondition() {
        return true;
    }

    /** A constant: Long, Double, String, Boolean or null. */
    record Literal(Object constant) implements SqlExpression {
        @Override
        public Object value(Function<String, String> properties) {
            return constant;
        }

        @Override
        public boolean isCondition() {
            return constant == null || constant instanceof Boolean;
        }
    }

    /** The value of a property; unknown where the message has none of that name. */
    record Property(String name) implements SqlExpression {
        @Override
        public Object value(Function<String, String> properties) {
            return properties.apply(name);
        }
    }

    /** {@code operand IS [NOT] NULL}; never unknown. */
    record NullTest(SqlExpression operand, boolean negated) implements SqlExpression {
        @Override
        public Object value(Function<String, String> properties) {
            return (operand.value(properties) == null) != negated;
        }
    }

    /** {@code NOT operand}. */
    record Not(SqlExpression operand) implements SqlExpression {
        @Override
        public Object value(Function<String, String> properties) {
            Boolean truth = truth(operand.value(properties));
            return truth == null ? null : !truth;
        }
    }

    /** {@code left AND right}; the right side is not looked at when the left one is false. */
    record And(SqlExpression left, SqlExpression right) implements SqlExpression {
        @Override
        public Object value(Function<String, String> properties) {
            Boolean first = truth(left.value(properties));
            if (Boolean.FALSE.equals(first)) {
                return false;
            }
            Boolean second = truth(right.value(properties));
            return Boolean.FALSE.equals(second) ? second : first == null ? null : second;
        }
    }

    /** {@code left OR right}; the right side is not looked at when the left one is true. */
    record Or(SqlExpression left, SqlExpression right) implements SqlExpression {
        @Override
        public Object value(Function<String, String> properties) {
            Boolean first = truth(left.value(properties));
            if (Boolean.TRUE.equals(first)) {
                return true;
            }
            Boolean second = truth(right.value(properties));
            return Boolean.TRUE.equals(second) ? second : first == null ? null : second;
        }
    }

    /** {@code property [NOT] IN ('a', 'b')}; unknown without the property. */
    record InList(Property property, Set<String> values, boolean negated) implements SqlExpression {
        @Override
        public Object value(Function<String, String> properties) {
            Object value = property.value(properties);
            return value == null ? null : values.contains(value) != negated;
        }
    }

    /**
     * Truth of a value: only the constant or computed TRUE is true; a property's text is never true by itself.
     *
     * @param value a value or null
     * @return null when unknown
     */
    static Boolean truth(Object value) {
        return value == null ? null : Boolean.TRUE.equals(value);
    }
}
