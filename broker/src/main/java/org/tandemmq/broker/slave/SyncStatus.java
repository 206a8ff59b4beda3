/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

/**
 * How far one table follows the master's.
 *
 * @param table name of the table
 * @param ageMs milliseconds since it was last known to be the same, -1 when it never was
 * @param differences entries that differed when it was last taken over
 * @param takeovers how often it was taken over
 * @param problem what is wrong, or null
 */
public record SyncStatus(String table, long ageMs, int differences, long takeovers, String problem) {

    /** One line for people. */
    public String text() {
        String age = ageMs < 0 ? "never" : ageMs + " ms ago";
        return age + ", " + differences + " differences, taken over " + takeovers + " times"
            + (problem == null ? "" : ", " + problem);
    }
}
