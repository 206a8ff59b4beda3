/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.ArrayList;
import java.util.List;

/**
 * Body of HEART_BEAT (wire-protocol 3.4).
 *
 * @param clientId id of the client instance
 * @param producerGroups its producer groups
 * @param consumers its consumer groups
 * @param withoutSubscriptions heartbeat V2: the stored subscriptions stay as they are
 */
public record HeartbeatData(String clientId, List<String> producerGroups, List<ConsumerData> consumers,
                            boolean withoutSubscriptions) {

    /**
     * Reads the JSON form.
     *
     * @param json the parsed object
     * @return the heartbeat
     */
    public static HeartbeatData read(JsonFields json) {
        List<String> producers = new ArrayList<>();
        json.list("producerDataSet").forEach(one -> {
            String group = JsonFields.of(one).text("groupName", "");
            if (!group.isEmpty()) {
                producers.add(group);
            }
        });
        List<ConsumerData> consumers = new ArrayList<>();
        json.list("consumerDataSet").forEach(one -> consumers.add(ConsumerData.read(JsonFields.of(one))));
        return new HeartbeatData(json.text("clientID", ""), List.copyOf(producers), List.copyOf(consumers),
            json.flag("withoutSub", false));
    }
}
