/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.stats;

/**
 * Finds counters by the names and keys of VIEW_BROKER_STATS_DATA (nameserver-and-admin 3.5). Neither topics nor groups
 * have a {@code @} in their names.
 *
 * <pre>
 *   TOPIC_PUT_NUMS, TOPIC_PUT_SIZE                    topic
 *   TOPIC_PUT_LATENCY                                 queueId@topic
 *   QUEUE_PUT_NUMS, QUEUE_PUT_SIZE                    topic@queueId
 *   GROUP_GET_NUMS, GROUP_GET_SIZE, SNDBCK_PUT_NUMS   topic@group
 *   QUEUE_GET_NUMS, QUEUE_GET_SIZE                    topic@queueId@group
 *   GROUP_GET_LATENCY                                 queueId@topic@group
 * </pre>
 */
final class CounterNames {

    private static final int WITH_GROUP = 3;

    /** Says which topic's counters there are. */
    interface Topics {

        /**
         * Counters of a topic.
         *
         * @param name topic
         * @return its counters, null when nothing was counted
         */
        TopicMeters find(String name);
    }

    private CounterNames() {
    }

    /**
     * Finds a counter.
     *
     * @param topics counters by topic
     * @param name name of the kind
     * @param key which of that kind
     * @return the counter, null when nothing was counted under that name
     */
    static Meter find(Topics topics, String name, String key) {
        String[] parts = key.split("@", -1);
        return switch (name) {
            case "TOPIC_PUT_NUMS", "TOPIC_PUT_SIZE" -> ofTopic(topics.find(key), name);
            case "GROUP_GET_NUMS", "GROUP_GET_SIZE", "SNDBCK_PUT_NUMS" -> parts.length != 2 ? null
                : ofGroup(topics.find(parts[0]), name, parts[1]);
            case "QUEUE_PUT_NUMS", "QUEUE_PUT_SIZE" -> parts.length != 2 ? null
                : ofQueue(topics.find(parts[0]), name, null, parts[1]);
            case "TOPIC_PUT_LATENCY" -> parts.length != 2 ? null
                : ofQueue(topics.find(parts[1]), name, null, parts[0]);
            case "QUEUE_GET_NUMS", "QUEUE_GET_SIZE" -> parts.length != WITH_GROUP ? null
                : ofQueue(topics.find(parts[0]), name, parts[2], parts[1]);
            case "GROUP_GET_LATENCY" -> parts.length != WITH_GROUP ? null
                : ofQueue(topics.find(parts[1]), name, parts[2], parts[0]);
            default -> null;
        };
    }

    private static Meter ofTopic(TopicMeters topic, String name) {
        if (topic == null) {
            return null;
        }
        return name.endsWith("NUMS") ? topic.puts() : topic.putBytes();
    }

    private static Meter ofGroup(TopicMeters topic, String name, String groupName) {
        TopicMeters.GroupMeters group = topic == null ? null : topic.findGroup(groupName);
        if (group == null) {
            return null;
        }
        return switch (name) {
            case "GROUP_GET_NUMS" -> group.gets();
            case "GROUP_GET_SIZE" -> group.givenBytes();
            default -> group.sentBack();
        };
    }

    private static Meter ofQueue(TopicMeters topic, String name, String groupName, String queueId) {
        MetersByQueue queues = queues(topic, groupName);
        QueueMeters queue = queues == null ? null : queues.find(number(queueId));
        if (queue == null) {
            return null;
        }
        if (name.endsWith("LATENCY")) {
            return queue.latencyMs();
        }
        return name.endsWith("NUMS") ? queue.messages() : queue.bytes();
    }

    private static MetersByQueue queues(TopicMeters topic, String groupName) {
        if (topic == null || groupName == null) {
            return topic == null ? null : topic.queues();
        }
        TopicMeters.GroupMeters group = topic.findGroup(groupName);
        return group == null ? null : group.queues();
    }

    private static int number(String queueId) {
        try {
            return Integer.parseInt(queueId);
        } catch (NumberFormatException noNumber) {
            return -1;
        }
    }
}
