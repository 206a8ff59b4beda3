/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.metadata;

import java.util.Map;
import org.tandemmq.remoting.protocol.body.JsonFields;

/**
 * JSON form of one kind of table.
 *
 * @param <V> type of an entry
 */
public interface TableFormat<V> {

    /** Name for logs and refusals, such as {@code topics}. */
    String name();

    /** Member of the JSON object that holds the entries, such as {@code topicConfigTable}. */
    String entriesMember();

    /** Further members that peers expect, with the value they have when nothing else is known. */
    Map<String, Object> companions();

    /**
     * Reads one entry.
     *
     * @param json the parsed object
     * @param key name of the entry
     * @return the entry
     */
    V read(JsonFields json, String key);

    /**
     * Gives the JSON form of an entry.
     *
     * @param value the entry
     * @return map of the members
     */
    Map<String, Object> write(V value);
}
