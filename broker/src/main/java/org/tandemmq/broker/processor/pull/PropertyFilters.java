/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.pull;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.tandemmq.broker.filter.SqlCondition;
import org.tandemmq.broker.filter.SqlSyntaxException;
import org.tandemmq.broker.processor.ClientProcessor;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.SubscriptionData;
import org.tandemmq.store.EntryFilter;

/**
 * Filters by tags and, where {@code enablePropertyFilter} is on, by SQL92. Each text is compiled once and kept as long
 * as there is room; an expression of a group is never older than its registered subscription.
 */
public final class PropertyFilters implements SubscriptionFilters, ClientProcessor.SubscriptionCheck {

    /** Most compiled expressions that are kept; beyond it all are forgotten and compiled again as they come. */
    static final int COMPILED_MAX = 1_000;
    /** Most characters of all of them; a compiled one takes some 30 bytes for each. */
    static final int COMPILED_CHARS_MAX = 500_000;
    private static final String SQL92 = "SQL92";

    private final BooleanSupplier enabled;
    private final AtomicInteger compiledChars = new AtomicInteger();
    private final ConcurrentMap<String, SqlCondition> compiled = new ConcurrentHashMap<>();

    /**
     * Creates the filters.
     *
     * @param enabled {@code enablePropertyFilter}
     */
    public PropertyFilters(BooleanSupplier enabled) {
        this.enabled = enabled;
    }

    @Override
    public EntryFilter filter(String group, SubscriptionData subscription, boolean carried) {
        if (subscription.isTagType()) {
            return TagFilter.of(subscription);
        }
        if (!enabled.getAsBoolean()) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "subscriptions of type "
                + subscription.expressionType() + " are off, set enablePropertyFilter=true to allow SQL92");
        }
        String fault = fault(subscription);
        if (fault != null) {
            int code = carried ? ResponseCode.SUBSCRIPTION_PARSE_FAILED : ResponseCode.FILTER_DATA_NOT_EXIST;
            throw new RefusedException(code, "subscription of group " + group
                + " to topic " + subscription.topic() + ": " + fault);
        }
        return compiled(subscription.subString());
    }

    @Override
    public String fault(SubscriptionData subscription) {
        if (!SQL92.equals(subscription.expressionType())) {
            return "expression type " + subscription.expressionType() + " is neither TAG nor SQL92";
        }
        if (subscription.subString() == null) {
            return "the expression is missing";
        }
        try {
            compiled(subscription.subString());
            return null;
        } catch (SqlSyntaxException mistake) {
            return mistake.getMessage();
        }
    }

    private SqlCondition compiled(String text) {
        SqlCondition known = compiled.get(text);
        if (known != null) {
            return known;
        }
        SqlCondition condition = SqlCondition.compile(text);
        if (compiled.size() >= COMPILED_MAX || compiledChars.addAndGet(text.length()) > COMPILED_CHARS_MAX) {
            compiled.clear();
            compiledChars.set(text.length());
        }
        compiled.put(text, condition);
        return condition;
    }
}
