/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.filter;

import java.util.function.Function;

/**
 * {@code operand [NOT] CONTAINS | STARTSWITH | ENDSWITH 'text'}. False, also when negated, without a value or with an
 * empty text.
 *
 * @param operand what is looked at
 * @param place where the text must stand
 * @param text what must stand there
 * @param negated whether NOT was written
 */
record SqlTextMatch(SqlExpression operand, Place place, String text, boolean negated) implements SqlExpression {

    /** Where a text must stand; the names are the keywords. */
    enum Place {
        /** Anywhere. */
        CONTAINS,
        /** At the begin. */
        STARTSWITH,
        /** At the end. */
        ENDSWITH
    }

    @Override
    public Object value(Function<String, String> properties) {
        if (text.isEmpty() || !(operand.value(properties) instanceof String value)) {
            return false;
        }
        boolean found = switch (place) {
            case CONTAINS -> value.contains(text);
            case STARTSWITH -> value.startsWith(text);
            case ENDSWITH -> value.endsWith(text);
        };
        return found != negated;
    }
}
