/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.topic;

import java.util.Set;
import org.tandemmq.store.record.ReservedTopics;

/** Rules of topic and group names, and the names that have a meaning of their own (nameserver-and-admin 1.10). */
public final class TopicNames {

    /** Template of automatically created topics. */
    public static final String TEMPLATE = "TBW102";
    /** Delayed messages, one queue per level. */
    public static final String SCHEDULE = ReservedTopics.SCHEDULE;
    /** Half messages. */
    public static final String HALF = "RMQ_SYS_TRANS_HALF_TOPIC";
    /** Marks of half messages that are done. */
    public static final String OP_HALF = "RMQ_SYS_TRANS_OP_HALF_TOPIC";
    /** Half messages that were given up. */
    public static final String CHECK_MAX_TIME = "TRANS_CHECK_MAX_TIME_TOPIC";
    /** Self test of old tools. */
    public static final String SELF_TEST = "SELF_TEST_TOPIC";
    /** Legacy events about corrected offsets. */
    public static final String OFFSET_MOVED = "OFFSET_MOVED_EVENT";
    /** Topic of the reference's bench. */
    public static final String BENCHMARK = "BenchmarkTest";
    /** Default topic of message traces. */
    public static final String TRACE = "RMQ_SYS_TRACE_TOPIC";
    /** Begin of a group's retry topic. */
    public static final String RETRY_PREFIX = ReservedTopics.RETRY_PREFIX;
    /** Begin of a group's dead-letter topic. */
    public static final String DEAD_LETTER_PREFIX = "%DLQ%";
    /** End of the reply topic's name, behind the cluster's. */
    public static final String REPLY_SUFFIX = "_REPLY_TOPIC";
    /** Begin of further system topics. */
    public static final String SYSTEM_PREFIX = "rmq_sys_";
    /** Most characters of a topic name, each one byte. */
    public static final int TOPIC_MAX = 127;
    /** Most characters of a group whose retry topic still fits. */
    public static final int GROUP_MAX = TOPIC_MAX - RETRY_PREFIX.length();

    /** Most characters of any name that a tool asks to delete; what is deleted is remembered for a while. */
    public static final int DELETED_MAX = 255;

    private static final Set<String> SYSTEM = Set.of(TEMPLATE, SCHEDULE, BENCHMARK, TRACE, HALF, OP_HALF,
        CHECK_MAX_TIME, SELF_TEST, OFFSET_MOVED);
    private static final Set<String> NOT_FOR_SENDERS = Set.of(SCHEDULE, HALF, OP_HALF, CHECK_MAX_TIME, SELF_TEST,
        OFFSET_MOVED);

    private TopicNames() {
    }

    /**
     * Checks a topic name.
     *
     * @param topic the name, perhaps null
     * @return what is wrong with it, or null
     */
    public static String topicFault(String topic) {
        if (topic == null || topic.isBlank()) {
            return "the topic is blank";
        }
        if (topic.length() > TOPIC_MAX) {
            return "the topic has " + topic.length() + " characters, the limit is " + TOPIC_MAX;
        }
        return charactersFault("topic", topic);
    }

    /**
     * Checks a group name.
     *
     * @param group the name, perhaps null
     * @return what is wrong with it, or null
     */
    public static String groupFault(String group) {
        if (group == null || group.isBlank()) {
            return "the group is blank";
        }
        if (group.length() > GROUP_MAX) {
            return "the group has " + group.length() + " characters, the limit is " + GROUP_MAX
                + " so that its retry topic has no more than " + TOPIC_MAX;
        }
        return charactersFault("group", group);
    }

    /**
     * Checks a name that is to be deleted. It may have characters that no name has that is made here.
     *
     * @param kind what is to be deleted, for the text
     * @param name its name
     * @return what is wrong, or null
     */
    public static String deletionFault(String kind, String name) {
        if (name.isBlank()) {
            return "the " + kind + " is blank";
        }
        return name.length() <= DELETED_MAX ? null
            : "the " + kind + " has " + name.length() + " characters, the limit is " + DELETED_MAX;
    }

    /**
     * Whether producers may not send to a topic.
     *
     * @param topic topic
     * @return true for the broker's own topics
     */
    public static boolean isClosedToSenders(String topic) {
        return NOT_FOR_SENDERS.contains(topic);
    }

    /**
     * Whether a name is reserved in every broker.
     *
     * @param topic topic
     * @return true for a system topic that does not depend on the broker's names
     */
    public static boolean isSystem(String topic) {
        return SYSTEM.contains(topic) || topic.startsWith(SYSTEM_PREFIX);
    }

    /**
     * Whether a topic holds a group's retries.
     *
     * @param topic topic
     * @return true when it begins with {@link #RETRY_PREFIX}
     */
    public static boolean isRetry(String topic) {
        return topic.startsWith(RETRY_PREFIX);
    }

    /**
     * Group of a retry topic.
     *
     * @param retryTopic topic for which {@link #isRetry} is true
     * @return the group
     */
    public static String groupOfRetry(String retryTopic) {
        return retryTopic.substring(RETRY_PREFIX.length());
    }

    private static String charactersFault(String kind, String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean legal = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigitOrSign(c);
            if (!legal) {
                return "the " + kind + " '" + name + "' has an illegal character at index " + i
                    + ", legal are letters, digits and % | _ -";
            }
        }
        return null;
    }

    private static boolean isDigitOrSign(char c) {
        return c >= '0' && c <= '9' || c == '_' || c == '-' || c == '%' || c == '|';
    }
}
