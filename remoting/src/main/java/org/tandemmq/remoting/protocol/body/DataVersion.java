/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.Map;
import java.util.TreeMap;

/**
 * Version of a table (wire-protocol 3.3). Two tables are the same when all parts are equal; there is no order, since
 * clocks are set back.
 *
 * @param stateVersion part of newer peers, 0 for older ones
 * @param timestampMs time of the last change
 * @param counter number of changes
 */
public record DataVersion(long stateVersion, long timestampMs, long counter) {

    /** Version of a table that never had one. */
    public static final DataVersion NONE = new DataVersion(0, 0, 0);

    /**
     * Version after one more change.
     *
     * @param nowMs time of the change
     * @return the next version
     */
    public DataVersion next(long nowMs) {
        return new DataVersion(stateVersion, nowMs, counter + 1);
    }

    /**
     * Reads the JSON form.
     *
     * @param json the parsed object; an empty one gives {@link #NONE}
     * @return the version
     */
    public static DataVersion read(JsonFields json) {
        return new DataVersion(json.number("stateVersion", 0), json.number("timestamp", 0), json.number("counter", 0));
    }

    /** The JSON form. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = new TreeMap<>();
        json.put("counter", counter);
        json.put("stateVersion", stateVersion);
        json.put("timestamp", timestampMs);
        return json;
    }
}
