/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.List;
import java.util.Map;

/**
 * Route of a topic: body of 105 and 217 (nameserver-and-admin 1.6).
 *
 * @param orderTopicConf {@code broker-a:4;broker-b:4} or null
 * @param queueDatas queues by broker
 * @param brokerDatas the brokers named in them
 * @param filterServerTable always empty, but clients want it to be there
 */
public record TopicRouteData(String orderTopicConf, List<QueueData> queueDatas, List<BrokerData> brokerDatas,
                             Map<String, Object> filterServerTable) {

    /** What is missing is empty. */
    public TopicRouteData {
        queueDatas = queueDatas == null ? List.of() : List.copyOf(queueDatas);
        brokerDatas = brokerDatas == null ? List.of() : List.copyOf(brokerDatas);
        filterServerTable = Map.of();
    }

    /**
     * A route.
     *
     * @param orderTopicConf {@code broker-a:4;broker-b:4} or null
     * @param queueDatas queues by broker
     * @param brokerDatas the brokers named in them
     */
    public TopicRouteData(String orderTopicConf, List<QueueData> queueDatas, List<BrokerData> brokerDatas) {
        this(orderTopicConf, queueDatas, brokerDatas, Map.of());
    }

    /**
     * Body of a reply.
     *
     * @param quotedKeys whether broker ids are strings, as standard JSON wants, or bare numbers as old clients know it
     * @return UTF-8 JSON
     */
    public byte[] encode(boolean quotedKeys) {
        return quotedKeys ? JsonText.encodeStandard(this) : JsonText.encode(this);
    }
}
