/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/**
 * One queue as clients name it. Their order serves tables keyed by queues: they are searched quickly also where clients
 * choose names of one hash.
 *
 * @param topic topic
 * @param brokerName name of the pair
 * @param queueId queue
 */
public record MessageQueue(String topic, String brokerName, int queueId) implements Comparable<MessageQueue> {

    private static final Comparator<MessageQueue> ORDER = Comparator.comparing(MessageQueue::topic)
        .thenComparing(MessageQueue::brokerName).thenComparingInt(MessageQueue::queueId);

    /**
     * Reads the JSON form.
     *
     * @param json the parsed object
     * @return the queue
     */
    public static MessageQueue read(JsonFields json) {
        return new MessageQueue(json.text("topic", ""), json.text("brokerName", ""), json.integer("queueId", 0));
    }

    @Override
    public int compareTo(MessageQueue other) {
        return ORDER.compare(this, other);
    }

    /** The JSON form, keys in alphabetical order. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = new TreeMap<>();
        json.put("brokerName", brokerName);
        json.put("queueId", queueId);
        json.put("topic", topic);
        return json;
    }
}
