/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

/**
 * Queues of a topic on one broker, as in a route (nameserver-and-admin 1.6).
 *
 * @param brokerName name of the group
 * @param perm permission bits: 4 read, 2 write, 1 inherit
 * @param readQueueNums queues that may be read
 * @param topicSysFlag bit 0 unit, bit 1 has unit subscription
 * @param writeQueueNums queues that may be written
 */
public record QueueData(String brokerName, int perm, int readQueueNums, int topicSysFlag, int writeQueueNums) {

    /**
     * Queues of a registered topic.
     *
     * @param brokerName name of the group
     * @param topic the topic as the broker has it
     * @return its queues
     */
    public static QueueData of(String brokerName, TopicConfig topic) {
        return new QueueData(brokerName, topic.perm(), topic.readQueueNums(), topic.topicSysFlag(),
            topic.writeQueueNums());
    }

    /**
     * The same queues with another permission.
     *
     * @param newPerm permission bits
     * @return changed copy
     */
    public QueueData withPerm(int newPerm) {
        return new QueueData(brokerName, newPerm, readQueueNums, topicSysFlag, writeQueueNums);
    }
}
