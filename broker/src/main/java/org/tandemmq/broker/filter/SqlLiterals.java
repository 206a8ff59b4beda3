/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.filter;

import java.util.Locale;

/** Turns the constants of an expression into values. */
final class SqlLiterals {

    private final SqlCursor cursor;

    SqlLiterals(SqlCursor cursor) {
        this.cursor = cursor;
    }

    SqlExpression keyword(SqlToken token) {
        return switch (token.text()) {
            case "TRUE" -> new SqlExpression.Literal(true);
            case "FALSE" -> new SqlExpression.Literal(false);
            case "NULL" -> new SqlExpression.Literal(null);
            default -> throw cursor.unexpected(token, "a property, a constant or '('");
        };
    }

    SqlExpression integer(SqlToken token) {
        String digits = token.text().toLowerCase(Locale.ROOT).replace("l", "");
        try {
            return new SqlExpression.Literal(Long.valueOf(digits));
        } catch (NumberFormatException tooLarge) {
            throw cursor.problem(token.text() + " does not fit into 64 bits", token);
        }
    }

    SqlExpression decimal(SqlToken token) {
        double value = Double.parseDouble(token.text());
        if (Double.isInfinite(value)) {
            throw cursor.problem(token.text() + " is greater than " + Double.MAX_VALUE, token);
        }
        return new SqlExpression.Literal(value);
    }
}
