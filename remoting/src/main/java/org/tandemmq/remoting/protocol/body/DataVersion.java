/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.Map;
import java.util.TreeMap;

/**
 * Version of a table (wire-protocol 3.3). Two versions are the same when all three numbers are; which of two is newer
 * can't be told, since clocks are set back.
 *
 * @param counter number of changes
 * @param stateVersion generation of the master, 0 where the peer has none (4.x)
 * @param timestamp epoch milliseconds of the last change
 */
public record DataVersion(long counter, long stateVersion, long timestamp) {

    /** Version of a table that was never written. */
    public static final DataVersion NONE = new DataVersion(0, 0, 0);

    /**
     * Reads the JSON form.
     *
     * @param json the parsed object
     * @return the version; what is missing is 0
     */
    public static DataVersion read(JsonFields json) {
        return new DataVersion(json.number("counter", 0), json.number("stateVersion", 0), json.number("timestamp", 0));
    }

    /** The JSON form. */
    public Map<String, Object> toJson() {
        return new TreeMap<>(Map.of("counter", counter, "stateVersion", stateVersion, "timestamp", timestamp));
    }

    /**
     * The version after one more change.
     *
     * @param nowMs epoch milliseconds
     * @return a version that differs from this one even if the clock stands still
     */
    public DataVersion next(long nowMs) {
        return new DataVersion(counter + 1, stateVersion, nowMs);
    }
}
