/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.client;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.HeaderFields;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.body.MessageQueue;
import org.tandemmq.remoting.protocol.header.PassedHeader;

/**
 * Sends the members of groups that are online to other offsets of a topic: what they commit of before is left out from
 * then on ({@link PendingResets}), and each is told (code 220), upon which it drops what it holds. Any thread.
 */
public final class GroupResets {

    private static final Logger log = LoggerFactory.getLogger(GroupResets.class);
    private static final int LANGUAGE_CPP = 1;
    private static final String TABLE = "offsetTable";

    private final ConsumerManager consumers;
    private final PendingResets pending;
    private final String brokerName;

    /**
     * Creates the resets.
     *
     * @param consumers who is online
     * @param pending keeps where groups were told to go
     * @param brokerName our name, part of every queue
     */
    public GroupResets(ConsumerManager consumers, PendingResets pending, String brokerName) {
        this.consumers = consumers;
        this.pending = pending;
        this.brokerName = brokerName;
    }

    /**
     * Whatever members of a group commit of a topic from here on is of before; to be called before the offsets change.
     *
     * @param group group
     * @param topic topic
     * @param targets queue to the offset where it goes on
     */
    public void begin(String group, String topic, Map<Integer, Long> targets) {
        targets.forEach((queueId, offset) -> pending.begin(group, topic, queueId, offset));
    }

    /**
     * Tells the members of a group, if there are any.
     *
     * @param group group
     * @param topic topic
     * @param targets queue to the offset where it goes on
     * @param header header of the request that each gets
     */
    public void tell(String group, String topic, Map<Integer, Long> targets, CommandHeader header) {
        ConsumerGroup online = consumers.group(group);
        if (online == null || targets.isEmpty()) {
            return;
        }
        byte[] body = JsonText.encode(Map.of(TABLE, table(topic, targets)));
        byte[] listBody = JsonText.encode(Map.of(TABLE, targets.entrySet().stream().map(entry -> Map.of("topic",
            topic, "brokerName", brokerName, "queueId", entry.getKey(), "offset", entry.getValue())).toList()));
        for (ClientChannel member : online.members()) {
            if (!member.connection().deliver(RequestCode.RESET_CONSUMER_CLIENT_OFFSET, header,
                Payload.of(member.language() == LANGUAGE_CPP ? listBody : body))) {
                log.warn("consumer {} of group {} at {} was not told of a reset: its connection is closed, or it "
                    + "reads nothing", member.clientId(), group, member.connection().remoteAddress());
            }
        }
    }

    /**
     * Targets with whole queues, as tools and clients have them.
     *
     * @param topic topic
     * @param targets queue to offset
     * @return the same, in order
     */
    public Map<MessageQueue, Long> table(String topic, Map<Integer, Long> targets) {
        Map<MessageQueue, Long> table = new LinkedHashMap<>();
        targets.forEach((queueId, offset) -> table.put(new MessageQueue(topic, brokerName, queueId), offset));
        return table;
    }

    /**
     * A topic is gone, and with it where groups were told to go in it.
     *
     * @param topic topic
     */
    public void forgetTopic(String topic) {
        pending.forgetTopic(topic);
    }

    /**
     * A topic is being deleted: nothing that anybody commits of it counts any more.
     *
     * @param topic topic
     * @param queueIds its queues
     * @param readers groups that have read it, online or not
     * @param formerEnd end of its longest queue
     */
    public void beginAnew(String topic, Collection<Integer> queueIds, Collection<String> readers, long formerEnd) {
        pending.deleted(topic, formerEnd);
        online(topic, readers).forEach(group -> begin(group, topic, zeros(queueIds)));
    }

    /**
     * A topic was deleted: whoever reads on begins at 0, where the topic begins when it is made again.
     *
     * @param topic topic
     * @param queueIds its queues
     * @param readers groups that have read it, online or not
     */
    public void tellOfNewBegin(String topic, Collection<Integer> queueIds, Collection<String> readers) {
        for (String group : online(topic, readers)) {
            log.info("group {} is told to begin anew in topic {}, which was deleted", group, topic);
            tell(group, topic, zeros(queueIds), PassedHeader.of(HeaderFields.NONE, Map.of("topic", topic, "group",
                group, "timestamp", "0", "isForce", "true")));
        }
    }

    private List<String> online(String topic, Collection<String> readers) {
        Set<String> groups = consumers.groupsSubscribedTo(topic);
        groups.addAll(readers);
        return groups.stream().filter(group -> consumers.group(group) != null).toList();
    }

    private static Map<Integer, Long> zeros(Collection<Integer> queueIds) {
        Map<Integer, Long> zeros = new TreeMap<>();
        queueIds.forEach(queueId -> zeros.put(queueId, 0L));
        return zeros;
    }
}
