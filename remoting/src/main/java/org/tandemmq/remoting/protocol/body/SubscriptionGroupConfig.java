/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Configuration of one consumer group (wire-protocol 3.3). Members that this version does not know are kept in
 * {@code other} and written again.
 *
 * @param groupName name
 * @param consumeEnable whether the group may pull
 * @param consumeFromMinEnable legacy flag, kept
 * @param consumeBroadcastEnable whether broadcasting members may pull
 * @param retryQueueNums queues of the retry topic; 0 or less drops what is sent back
 * @param retryMaxTimes deliveries after which a message becomes a dead letter
 * @param brokerId broker that serves the group ordinarily
 * @param whichBrokerWhenConsumeSlowly broker that is suggested to a reader far behind
 * @param notifyConsumerIdsChangedEnable whether members are told of changes
 * @param other all further members, never null
 */
public record SubscriptionGroupConfig(String groupName, boolean consumeEnable, boolean consumeFromMinEnable,
                                      boolean consumeBroadcastEnable, int retryQueueNums, int retryMaxTimes,
                                      long brokerId, long whichBrokerWhenConsumeSlowly,
                                      boolean notifyConsumerIdsChangedEnable, Map<String, Object> other) {

    private static final Set<String> KNOWN = Set.of("groupName", "consumeEnable", "consumeFromMinEnable",
        "consumeBroadcastEnable", "retryQueueNums", "retryMaxTimes", "brokerId", "whichBrokerWhenConsumeSlowly",
        "notifyConsumerIdsChangedEnable");
    private static final Map<String, Object> EXPECTED_BY_PEERS = Map.of("attributes", Map.of(),
        "consumeMessageOrderly", false, "consumeTimeoutMinute", 15, "groupRetryPolicy",
        Map.of("type", "CUSTOMIZED"), "groupSysFlag", 0);

    /**
     * A group with all defaults.
     *
     * @param groupName name
     * @return the config
     */
    public static SubscriptionGroupConfig of(String groupName) {
        return read(JsonFields.of(Map.of()), groupName);
    }

    /**
     * Reads the JSON form.
     *
     * @param json the parsed object
     * @param name name that counts when the object has none
     * @return the config, with defaults for what is missing
     */
    public static SubscriptionGroupConfig read(JsonFields json, String name) {
        return new SubscriptionGroupConfig(json.text("groupName", name), json.flag("consumeEnable", true),
            json.flag("consumeFromMinEnable", true), json.flag("consumeBroadcastEnable", true),
            json.integer("retryQueueNums", 1), json.integer("retryMaxTimes", 16), json.number("brokerId", 0),
            json.number("whichBrokerWhenConsumeSlowly", 1), json.flag("notifyConsumerIdsChangedEnable", true),
            json.rest(KNOWN, EXPECTED_BY_PEERS));
    }

    /** The JSON form, keys in alphabetical order, with the members that newer peers expect. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = new TreeMap<>(EXPECTED_BY_PEERS);
        json.putAll(other);
        json.put("groupName", groupName);
        json.put("consumeEnable", consumeEnable);
        json.put("consumeFromMinEnable", consumeFromMinEnable);
        json.put("consumeBroadcastEnable", consumeBroadcastEnable);
        json.put("retryQueueNums", retryQueueNums);
        json.put("retryMaxTimes", retryMaxTimes);
        json.put("brokerId", brokerId);
        json.put("whichBrokerWhenConsumeSlowly", whichBrokerWhenConsumeSlowly);
        json.put("notifyConsumerIdsChangedEnable", notifyConsumerIdsChangedEnable);
        return json;
    }
}
