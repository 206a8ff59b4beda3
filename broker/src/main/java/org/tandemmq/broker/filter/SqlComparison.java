/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.filter;

import java.util.function.Function;

/**
 * Comparisons of a filter expression. A property is text; beside a number it is read as a number of the same kind,
 * beside a truth value as one. Two properties have an order when both are numbers.
 */
final class SqlComparison {

    private SqlComparison() {
    }

    /** Order of two numbers. */
    enum Order {
        /** {@code >}. */
        ABOVE,
        /** {@code >=}. */
        AT_LEAST,
        /** {@code <}. */
        BELOW,
        /** {@code <=}. */
        AT_MOST;

        boolean holds(int comparison) {
            return switch (this) {
                case ABOVE -> comparison > 0;
                case AT_LEAST -> comparison >= 0;
                case BELOW -> comparison < 0;
                case AT_MOST -> comparison <= 0;
            };
        }
    }

    /** {@code left = right}, {@code left <> right}. */
    record Equality(SqlExpression left, SqlExpression right, boolean negated) implements SqlExpression {
        @Override
        public Object value(Function<String, String> properties) {
            Object first = left.value(properties);
            Object second = right.value(properties);
            if (first == null) {
                return second == null ? (Object) !negated : null;
            }
            return (second != null && equal(first, second)) != negated;
        }

        private static boolean equal(Object first, Object second) {
            if (first instanceof Boolean || second instanceof Boolean) {
                Object left = first instanceof String text ? Boolean.valueOf(text) : first;
                Object right = second instanceof String text ? Boolean.valueOf(text) : second;
                return left.equals(right);
            }
            if (first instanceof String && second instanceof String) {
                return first.equals(second);
            }
            return compareNumbers(first, second) == 0;
        }
    }

    /** {@code left > right} and its kin; unknown when one side is. */
    record Ordering(SqlExpression left, Order order, SqlExpression right) implements SqlExpression {
        @Override
        public Object value(Function<String, String> properties) {
            Object first = left.value(properties);
            Object second = right.value(properties);
            if (first == null || second == null) {
                return null;
            }
            return order.holds(compareNumbers(first, second));
        }
    }

    /**
     * Compares two values as numbers.
     *
     * @param first Long, Double or text
     * @param second Long, Double or text
     * @return as of {@link Double#compare}
     */
    static int compareNumbers(Object first, Object second) {
        Number left = number(first, second);
        Number right = number(second, first);
        if (left instanceof Long && right instanceof Long) {
            return Long.compare(left.longValue(), right.longValue());
        }
        return Double.compare(left.doubleValue(), right.doubleValue());
    }

    private static Number number(Object value, Object beside) {
        if (value instanceof Number number) {
            return number;
        }
        if (value instanceof String text) {
            try {
                return beside instanceof Long ? (Number) Long.valueOf(text) : Double.valueOf(text);
            } catch (NumberFormatException noNumber) {
                throw new SqlMismatchException("'" + text + "' is no number");
            }
        }
        throw new SqlMismatchException(value + " is no number");
    }
}
