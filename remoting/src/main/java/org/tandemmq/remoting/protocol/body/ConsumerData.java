/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.ArrayList;
import java.util.List;

/**
 * One consumer group of a heartbeat (wire-protocol 3.4).
 *
 * @param groupName group
 * @param consumeType {@code CONSUME_ACTIVELY}, {@code CONSUME_PASSIVELY} or {@code CONSUME_POP}
 * @param messageModel {@code CLUSTERING} or {@code BROADCASTING}
 * @param consumeFromWhere where a new group begins
 * @param subscriptions one per topic
 * @param unitMode legacy flag
 */
public record ConsumerData(String groupName, String consumeType, String messageModel, String consumeFromWhere,
                           List<SubscriptionData> subscriptions, boolean unitMode) {

    /** Message model in which every member gets all messages. */
    public static final String BROADCASTING = "BROADCASTING";

    /**
     * Reads the JSON form.
     *
     * @param json the parsed object
     * @return the group
     */
    public static ConsumerData read(JsonFields json) {
        List<SubscriptionData> subscriptions = new ArrayList<>();
        json.list("subscriptionDataSet").forEach(one -> subscriptions.add(SubscriptionData.read(JsonFields.of(one))));
        return new ConsumerData(json.text("groupName", ""), json.text("consumeType", "CONSUME_PASSIVELY"),
            json.text("messageModel", "CLUSTERING"),
            json.text("consumeFromWhere", "CONSUME_FROM_LAST_OFFSET"), List.copyOf(subscriptions),
            json.flag("unitMode", false));
    }
}
