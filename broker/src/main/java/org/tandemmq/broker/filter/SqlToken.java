/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.filter;

/**
 * One word of a filter expression.
 *
 * @param kind what it is
 * @param text its characters; of a string what stands between the quotes, quotes undoubled
 * @param at index of its first character in the expression
 */
record SqlToken(Kind kind, String text, int at) {

    /** Kinds of words. */
    enum Kind {
        /** AND, OR, NOT, BETWEEN, IN, IS, NULL, TRUE, FALSE, CONTAINS, STARTSWITH, ENDSWITH; text in upper case. */
        KEYWORD,
        /** Name of a property. */
        NAME,
        /** Text in single quotes. */
        STRING,
        /** Decimal integer; an L may follow. */
        INTEGER,
        /** Number with point or exponent, or with f or d behind it. */
        DECIMAL,
        /** One of {@code = <> > >= < <= ( ) , + -}. */
        SYMBOL,
        /** Behind the last word. */
        END
    }

    boolean isKeyword(String word) {
        return kind == Kind.KEYWORD && text.equals(word);
    }

    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }
}
