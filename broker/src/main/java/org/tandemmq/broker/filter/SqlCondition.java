/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.filter;

import org.tandemmq.store.EntryFilter;
import org.tandemmq.store.record.RecordView;

/**
 * A compiled SQL92 subscription. Every message has to be looked at, since the properties stand only in its record. A
 * message whose values can't be compared as the expression asks does not match. Immutable; used from any thread.
 */
public final class SqlCondition implements EntryFilter {

    private final String text;
    private final SqlExpression expression;

    private SqlCondition(String text, SqlExpression expression) {
        this.text = text;
        this.expression = expression;
    }

    /**
     * Compiles an expression.
     *
     * @param text SQL92 text of a subscription
     * @return the condition
     * @throws SqlSyntaxException names the problem and the column
     */
    public static SqlCondition compile(String text) {
        return new SqlCondition(text, SqlParser.compile(text));
    }

    @Override
    public boolean matchesTagsCode(long tagsCode) {
        return true;
    }

    @Override
    public boolean needsRecord() {
        return true;
    }

    @Override
    public boolean matchesRecord(RecordView record) {
        try {
            return Boolean.TRUE.equals(expression.value(record::property));
        } catch (SqlMismatchException noMatch) {
            return false;
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
