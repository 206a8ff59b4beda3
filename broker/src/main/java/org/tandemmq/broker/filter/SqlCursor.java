/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.filter;

import java.util.List;

/** The words of an expression with a place among them: looks ahead, takes, and says what was expected instead. */
final class SqlCursor {

    /** Most words of one expression. */
    static final int WORDS_MAX = 4_000;

    private final String expression;
    private final List<SqlToken> tokens;
    private int next;

    SqlCursor(String expression) {
        this.expression = expression;
        this.tokens = new SqlTokenizer(expression).tokens();
        if (tokens.size() > WORDS_MAX) {
            throw problem("more than " + WORDS_MAX + " words", tokens.get(WORDS_MAX));
        }
    }

    /** The word at the place, the one of kind END behind the last. */
    SqlToken peek() {
        return tokens.get(next);
    }

    /** The word behind the one at the place. */
    SqlToken peekSecond() {
        return tokens.get(Math.min(next + 1, tokens.size() - 1));
    }

    /** Takes the word at the place. */
    SqlToken advance() {
        SqlToken token = tokens.get(next);
        if (token.kind() != SqlToken.Kind.END) {
            next++;
        }
        return token;
    }

    boolean takeKeyword(String word) {
        return take(peek().isKeyword(word));
    }

    boolean takeSymbol(String symbol) {
        return take(peek().isSymbol(symbol));
    }

    void expectKeyword(String word) {
        if (!takeKeyword(word)) {
            throw unexpected(peek(), word);
        }
    }

    void expectSymbol(String symbol) {
        if (!takeSymbol(symbol)) {
            throw unexpected(peek(), "'" + symbol + "'");
        }
    }

    String expectString() {
        SqlToken token = advance();
        if (token.kind() != SqlToken.Kind.STRING) {
            throw unexpected(token, "a string in single quotes");
        }
        return token.text();
    }

    SqlSyntaxException unexpected(SqlToken token, String wanted) {
        String found = token.kind() == SqlToken.Kind.END ? "the end" : "'" + token.text() + "'";
        return problem("found " + found + " instead of " + wanted, token);
    }

    SqlSyntaxException problem(String problem, SqlToken token) {
        return new SqlSyntaxException(problem, token.at(), expression);
    }

    private boolean take(boolean there) {
        if (there) {
            advance();
        }
        return there;
    }
}
