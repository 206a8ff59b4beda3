/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.filter;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Compiles the SQL92 subset of filter expressions. From weak to strong: OR, AND, equality and IS NULL, order and
 * BETWEEN, IN and text tests, NOT and signs.
 *
 * <pre>
 * or         = and {"OR" and}
 * and        = equality {"AND" equality}
 * equality   = comparison {("=" | "&lt;&gt;") comparison | "IS" ["NOT"] "NULL"}
 * comparison = unary {order unary | ["NOT"] ("BETWEEN" unary "AND" unary | "IN" list | place string)}
 * unary      = ("NOT" | "+" | "-") unary | literal | name | "(" or ")"
 * </pre>
 */
final class SqlParser {

    /** Longest expression in characters. */
    static final int EXPRESSION_CHARS_MAX = 16_384;
    /** Deepest nesting of parentheses, NOT and signs. */
    static final int DEPTH_MAX = 100;

    private final SqlCursor cursor;
    private final SqlLiterals literals;
    private int depth;

    private SqlParser(String expression) {
        this.cursor = new SqlCursor(expression);
        this.literals = new SqlLiterals(cursor);
    }

    /**
     * Compiles an expression.
     *
     * @param expression the text of a subscription
     * @return the compiled condition
     * @throws SqlSyntaxException names the problem and the column
     */
    static SqlExpression compile(String expression) {
        if (expression.length() > EXPRESSION_CHARS_MAX) {
            throw new SqlSyntaxException("expression of " + expression.length() + " characters, limit "
                + EXPRESSION_CHARS_MAX, EXPRESSION_CHARS_MAX, expression);
        }
        SqlParser parser = new SqlParser(expression);
        SqlToken first = parser.cursor.peek();
        SqlExpression whole = parser.condition(parser.or(), first);
        if (parser.cursor.peek().kind() != SqlToken.Kind.END) {
            throw parser.cursor.unexpected(parser.cursor.peek(), "an operator or the end");
        }
        return whole;
    }

    private SqlExpression or() {
        SqlToken first = cursor.peek();
        SqlExpression left = and();
        while (cursor.takeKeyword("OR")) {
            SqlToken second = cursor.peek();
            left = new SqlExpression.Or(condition(left, first), condition(and(), second));
        }
        return left;
    }

    private SqlExpression and() {
        SqlToken first = cursor.peek();
        SqlExpression left = equality();
        while (cursor.takeKeyword("AND")) {
            SqlToken second = cursor.peek();
            left = new SqlExpression.And(condition(left, first), condition(equality(), second));
        }
        return left;
    }

    private SqlExpression equality() {
        SqlToken first = cursor.peek();
        SqlExpression left = comparison();
        while (true) {
            boolean negated = cursor.peek().isSymbol("<>");
            if (cursor.takeSymbol("=") || cursor.takeSymbol("<>")) {
                SqlToken second = cursor.peek();
                SqlExpression right = comparison();
                checkEquality(left, first, right, second);
                left = new SqlComparison.Equality(left, right, negated);
            } else if (cursor.takeKeyword("IS")) {
                boolean not = cursor.takeKeyword("NOT");
                cursor.expectKeyword("NULL");
                left = new SqlExpression.NullTest(left, not);
            } else {
                return left;
            }
        }
    }

    private SqlExpression comparison() {
        SqlToken first = cursor.peek();
        SqlExpression left = unary();
        while (true) {
            SqlComparison.Order order = order(cursor.peek());
            if (order != null) {
                cursor.advance();
                SqlToken second = cursor.peek();
                left = new SqlComparison.Ordering(ordered(left, first), order, ordered(unary(), second));
                continue;
            }
            boolean negated = cursor.peek().isKeyword("NOT");
            SqlToken test = negated ? cursor.peekSecond() : cursor.peek();
            if (!isTest(test)) {
                return left;
            }
            if (negated) {
                cursor.advance();
            }
            cursor.advance();
            left = test(test, left, first, negated);
        }
    }

    private SqlExpression test(SqlToken test, SqlExpression left, SqlToken first, boolean negated) {
        return switch (test.text()) {
            case "BETWEEN" -> between(left, first, negated);
            case "IN" -> inList(left, first, negated);
            default -> new SqlTextMatch(left, SqlTextMatch.Place.valueOf(test.text()), cursor.expectString(), negated);
        };
    }

    private SqlExpression between(SqlExpression left, SqlToken first, boolean negated) {
        SqlToken lowToken = cursor.peek();
        SqlExpression low = ordered(unary(), lowToken);
        cursor.expectKeyword("AND");
        SqlToken highToken = cursor.peek();
        SqlExpression high = ordered(unary(), highToken);
        if (low instanceof SqlExpression.Literal from && high instanceof SqlExpression.Literal to
            && SqlComparison.compareNumbers(from.constant(), to.constant()) > 0) {
            throw cursor.problem("lower bound " + from.constant() + " is above upper bound " + to.constant(), lowToken);
        }
        SqlExpression operand = ordered(left, first);
        if (negated) {
            return new SqlExpression.Or(new SqlComparison.Ordering(operand, SqlComparison.Order.BELOW, low),
                new SqlComparison.Ordering(operand, SqlComparison.Order.ABOVE, high));
        }
        return new SqlExpression.And(new SqlComparison.Ordering(operand, SqlComparison.Order.AT_LEAST, low),
            new SqlComparison.Ordering(operand, SqlComparison.Order.AT_MOST, high));
    }

    private SqlExpression inList(SqlExpression left, SqlToken first, boolean negated) {
        if (!(left instanceof SqlExpression.Property property)) {
            throw cursor.problem("IN needs a property on its left", first);
        }
        cursor.expectSymbol("(");
        Set<String> values = new LinkedHashSet<>();
        do {
            values.add(cursor.expectString());
        } while (cursor.takeSymbol(","));
        cursor.expectSymbol(")");
        return new SqlExpression.InList(property, Set.copyOf(values), negated);
    }

    private SqlExpression unary() {
        if (++depth > DEPTH_MAX) {
            throw cursor.problem("nested deeper than " + DEPTH_MAX, cursor.peek());
        }
        try {
            SqlToken token = cursor.peek();
            if (cursor.takeKeyword("NOT")) {
                SqlToken operand = cursor.peek();
                return new SqlExpression.Not(condition(unary(), operand));
            }
            if (cursor.takeSymbol("-") || cursor.takeSymbol("+")) {
                return signed(token, unary());
            }
            return primary();
        } finally {
            depth--;
        }
    }

    private SqlExpression signed(SqlToken sign, SqlExpression operand) {
        Object constant = operand instanceof SqlExpression.Literal literal ? literal.constant() : null;
        boolean minus = sign.text().equals("-");
        if (constant instanceof Long whole) {
            return new SqlExpression.Literal(minus ? -whole : whole);
        }
        if (constant instanceof Double decimal) {
            return new SqlExpression.Literal(minus ? -decimal : decimal);
        }
        throw cursor.problem("'" + sign.text() + "' needs a number behind it", sign);
    }

    private SqlExpression primary() {
        SqlToken token = cursor.advance();
        return switch (token.kind()) {
            case NAME -> new SqlExpression.Property(token.text());
            case STRING -> new SqlExpression.Literal(token.text());
            case INTEGER -> literals.integer(token);
            case DECIMAL -> literals.decimal(token);
            case KEYWORD -> literals.keyword(token);
            default -> {
                if (!token.isSymbol("(")) {
                    throw cursor.unexpected(token, "a property, a constant or '('");
                }
                SqlExpression inner = or();
                cursor.expectSymbol(")");
                yield inner;
            }
        };
    }

    private void checkEquality(SqlExpression left, SqlToken first, SqlExpression right, SqlToken second) {
        refuseNull(left, first);
        refuseNull(right, second);
        boolean leftTruth = left instanceof SqlExpression.Literal literal && literal.constant() instanceof Boolean;
        if (leftTruth && !right.isCondition()) {
            throw cursor.problem("TRUE and FALSE can't be compared with a number or a string", second);
        }
    }

    private void refuseNull(SqlExpression operand, SqlToken token) {
        if (operand instanceof SqlExpression.Literal literal && literal.constant() == null) {
            throw cursor.problem("NULL can't be compared; use IS NULL", token);
        }
    }

    /** Only a property or a number has an order. */
    private SqlExpression ordered(SqlExpression operand, SqlToken token) {
        boolean number = operand instanceof SqlExpression.Literal literal && literal.constant() instanceof Number;
        if (!number && !(operand instanceof SqlExpression.Property)) {
            throw cursor.problem("only properties and numbers can be ordered", token);
        }
        return operand;
    }

    private SqlExpression condition(SqlExpression operand, SqlToken token) {
        if (!operand.isCondition()) {
            throw cursor.problem("a condition is needed here, not a constant", token);
        }
        return operand;
    }

    private static boolean isTest(SqlToken token) {
        return token.kind() == SqlToken.Kind.KEYWORD && switch (token.text()) {
            case "BETWEEN", "IN", "CONTAINS", "STARTSWITH", "ENDSWITH" -> true;
            default -> false;
        };
    }

    private static SqlComparison.Order order(SqlToken token) {
        if (token.kind() != SqlToken.Kind.SYMBOL) {
            return null;
        }
        return switch (token.text()) {
            case ">" -> SqlComparison.Order.ABOVE;
            case ">=" -> SqlComparison.Order.AT_LEAST;
            case "<" -> SqlComparison.Order.BELOW;
            case "<=" -> SqlComparison.Order.AT_MOST;
            default -> null;
        };
    }
}
