/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Configuration of one topic (wire-protocol 3.3). Members that this version does not know are kept in {@code other}
 * and written again, so that a table can pass through us without loss.
 *
 * @param topicName name
 * @param readQueueNums queues that may be read
 * @param writeQueueNums queues that may be written
 * @param perm bits {@link #PERM_READ}, {@link #PERM_WRITE}, {@link #PERM_INHERIT}
 * @param topicFilterType {@code SINGLE_TAG} or {@code MULTI_TAG}
 * @param topicSysFlag bit 0 unit, bit 1 has unit subscription
 * @param order whether it is an order topic
 * @param other all further members such as {@code attributes}, never null
 */
public record TopicConfig(String topicName, int readQueueNums, int writeQueueNums, int perm, String topicFilterType,
                          int topicSysFlag, boolean order, Map<String, Object> other) {

    /** Permission bit: may be read. */
    public static final int PERM_READ = 4;
    /** Permission bit: may be written. */
    public static final int PERM_WRITE = 2;
    /** Permission bit: may serve as template of new topics. */
    public static final int PERM_INHERIT = 1;
    /** The ordinary filter type. */
    public static final String SINGLE_TAG = "SINGLE_TAG";
    /** Queues of a config that does not say. */
    public static final int DEFAULT_QUEUES = 16;

    private static final Set<String> KNOWN = Set.of("topicName", "readQueueNums", "writeQueueNums", "perm",
        "topicFilterType", "topicSysFlag", "order");
    private static final Map<String, Object> EXPECTED_BY_PEERS = Map.of("attributes", Map.of());

    /**
     * An ordinary topic.
     *
     * @param topicName name
     * @param queues number of queues for reading and writing
     * @param perm permission bits
     * @return the config
     */
    public static TopicConfig of(String topicName, int queues, int perm) {
        return new TopicConfig(topicName, queues, queues, perm, SINGLE_TAG, 0, false, Map.of());
    }

    /**
     * Reads the JSON form.
     *
     * @param json the parsed object
     * @param name name that counts when the object has none
     * @return the config, with defaults for what is missing
     */
    public static TopicConfig read(JsonFields json, String name) {
        return new TopicConfig(json.text("topicName", name), json.integer("readQueueNums", DEFAULT_QUEUES),
            json.integer("writeQueueNums", DEFAULT_QUEUES), json.integer("perm", PERM_READ | PERM_WRITE),
            json.text("topicFilterType", SINGLE_TAG), json.integer("topicSysFlag", 0), json.flag("order", false),
            json.rest(KNOWN, EXPECTED_BY_PEERS));
    }

    /** The JSON form, keys in alphabetical order; {@code attributes} is always there, as newer peers expect. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = new TreeMap<>(EXPECTED_BY_PEERS);
        json.putAll(other);
        json.put("topicName", topicName);
        json.put("readQueueNums", readQueueNums);
        json.put("writeQueueNums", writeQueueNums);
        json.put("perm", perm);
        json.put("topicFilterType", topicFilterType);
        json.put("topicSysFlag", topicSysFlag);
        json.put("order", order);
        return json;
    }

    /** Whether consumers may read. */
    public boolean readable() {
        return (perm & PERM_READ) != 0;
    }

    /** Whether producers may write. */
    public boolean writable() {
        return (perm & PERM_WRITE) != 0;
    }

    /** Whether it may serve as template of new topics. */
    public boolean inheritable() {
        return (perm & PERM_INHERIT) != 0;
    }

    /** Number of queues that exist for a sender that names one: the larger of both numbers. */
    public int queues() {
        return Math.max(readQueueNums, writeQueueNums);
    }
}
