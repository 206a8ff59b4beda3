/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.filter;

/** An SQL92 filter expression can't be compiled: the caller's mistake, answered with code 23. */
public class SqlSyntaxException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param problem what is wrong
     * @param at index of the first character concerned, from 0
     * @param expression the whole expression
     */
    public SqlSyntaxException(String problem, int at, String expression) {
        super(problem + " at column " + (at + 1) + " of '" + shortened(expression) + "'", null, false, false);
    }

    private static String shortened(String expression) {
        return expression.length() <= 200 ? expression : expression.substring(0, 200) + "...";
    }
}
