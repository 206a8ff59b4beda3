/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.table;

import java.util.Collection;
import java.util.Map;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.JsonText;

/** How large one entry of a table may be: members that this version does not know are kept as they come. */
final class EntrySize {

    /** Most bytes of the JSON form. */
    static final int BYTES_MAX = 4_096;
    /** Most values in it, each object and array among them. */
    static final int VALUES_MAX = 200;

    private EntrySize() {
    }

    /**
     * Checks an entry.
     *
     * @param what names it
     * @param json its JSON form
     * @throws RefusedException when it is too large, with number and limit
     */
    static void check(String what, Map<String, Object> json) {
        int values = valuesIn(json);
        int bytes = values > VALUES_MAX ? -1 : JsonText.encode(json).length;
        if (values > VALUES_MAX || bytes > BYTES_MAX) {
            throw new RefusedException(ResponseCode.INVALID_PARAMETER, what + " has " + (values > VALUES_MAX
                ? values + " values with all attributes, the limit is " + VALUES_MAX
                : bytes + " bytes with all attributes, the limit is " + BYTES_MAX));
        }
    }

    private static int valuesIn(Object json) {
        if (json instanceof Map<?, ?> members) {
            return 1 + members.values().stream().mapToInt(EntrySize::valuesIn).sum();
        }
        return json instanceof Collection<?> items ? 1 + items.stream().mapToInt(EntrySize::valuesIn).sum() : 1;
    }
}
