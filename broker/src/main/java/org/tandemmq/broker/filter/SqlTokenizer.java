/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cuts a filter expression into words. Blanks, line comments behind {@code --} and block comments fall away. */
final class SqlTokenizer {

    private static final Set<String> KEYWORDS = Set.of("AND", "OR", "NOT", "BETWEEN", "IN", "IS", "NULL", "TRUE",
        "FALSE", "CONTAINS", "STARTSWITH", "ENDSWITH");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$]*");
    private static final Pattern SYMBOL = Pattern.compile("<>|>=|<=|[=<>(),+-]");
    private static final Pattern DECIMAL = Pattern.compile(
        "(\\d+\\.\\d*([eE][+-]?\\d+)?|\\.\\d+([eE][+-]?\\d+)?|\\d+[eE][+-]?\\d+)[fFdD]?|\\d+[fFdD]");
    private static final Pattern INTEGER = Pattern.compile("\\d+[lL]?");

    private final String expression;
    private final List<SqlToken> tokens = new ArrayList<>();
    private int at;

    SqlTokenizer(String expression) {
        this.expression = expression;
    }

    /** All words, the last one of kind END; throws {@link SqlSyntaxException}. */
    List<SqlToken> tokens() {
        skipBlanks();
        while (at < expression.length()) {
            next();
            skipBlanks();
        }
        tokens.add(new SqlToken(SqlToken.Kind.END, "", at));
        return tokens;
    }

    private void next() {
        if (expression.charAt(at) == '\'') {
            string();
            return;
        }
        String word = match(NAME);
        if (word != null) {
            String upper = word.toUpperCase(Locale.ROOT);
            boolean keyword = KEYWORDS.contains(upper);
            add(keyword ? SqlToken.Kind.KEYWORD : SqlToken.Kind.NAME, keyword ? upper : word, word.length());
            return;
        }
        if (take(DECIMAL, SqlToken.Kind.DECIMAL) || take(INTEGER, SqlToken.Kind.INTEGER)
            || take(SYMBOL, SqlToken.Kind.SYMBOL)) {
            return;
        }
        throw new SqlSyntaxException("unexpected character '" + expression.charAt(at) + "'", at, expression);
    }

    private boolean take(Pattern pattern, SqlToken.Kind kind) {
        String word = match(pattern);
        if (word != null) {
            add(kind, word, word.length());
        }
        return word != null;
    }

    private void add(SqlToken.Kind kind, String text, int length) {
        tokens.add(new SqlToken(kind, text, at));
        at += length;
    }

    private String match(Pattern pattern) {
        Matcher matcher = pattern.matcher(expression).region(at, expression.length());
        return matcher.lookingAt() ? matcher.group() : null;
    }

    private void string() {
        StringBuilder text = new StringBuilder();
        int start = at;
        int from = at + 1;
        while (true) {
            int quote = expression.indexOf('\'', from);
            if (quote < 0) {
                throw new SqlSyntaxException("string without its closing quote", start, expression);
            }
            text.append(expression, from, quote);
            from = quote + 1;
            if (from >= expression.length() || expression.charAt(from) != '\'') {
                break;
            }
            text.append('\'');
            from++;
        }
        add(SqlToken.Kind.STRING, text.toString(), from - start);
    }

    private void skipBlanks() {
        int before;
        do {
            before = at;
            while (at < expression.length() && Character.isWhitespace(expression.charAt(at))) {
                at++;
            }
            if (expression.startsWith("--", at) && startsComment()) {
                int end = expression.indexOf('\n', at);
                at = end < 0 ? expression.length() : end + 1;
            } else if (expression.startsWith("/*", at)) {
                int end = expression.indexOf("*/", at + 2);
                if (end < 0) {
                    throw new SqlSyntaxException("comment without its end", at, expression);
                }
                at = end + 2;
            }
        } while (at > before);
    }

    /** Two signs before a number, as in {@code a > --5}, are no comment. */
    private boolean startsComment() {
        int next = at + 2;
        return next >= expression.length() || !(Character.isDigit(expression.charAt(next))
            || expression.charAt(next) == '.');
    }
}
