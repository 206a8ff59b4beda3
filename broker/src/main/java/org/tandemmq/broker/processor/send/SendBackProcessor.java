/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.send;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.broker.stats.BrokerStats;
import org.tandemmq.broker.subscription.SubscriptionGroupManager;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.broker.topic.TopicNames;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.HeaderFieldException;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.SubscriptionGroupConfig;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.remoting.protocol.header.ConsumerSendMsgBackRequestHeader;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.record.PropertyNames;

/**
 * CONSUMER_SEND_MSG_BACK (36): a message that could not be consumed is stored again, delayed, for its group, or as a
 * dead letter (wire-protocol 2.7). It reads from the log and may create topics, so it belongs on the readers; behind a
 * tool's long question it would wait for longer than clients do, which then send the retry themselves as well.
 */
public final class SendBackProcessor implements RequestProcessor {

    private static final int READ_WRITE = TopicConfig.PERM_READ | TopicConfig.PERM_WRITE;
    private static final int VERSION_WITH_LIMIT = 121;
    /** Delay level of the first retry where the broker chooses. */
    private static final int FIRST_LEVEL = 3;

    private final MessageStore store;
    private final TopicConfigManager topics;
    private final SubscriptionGroupManager groups;
    private final Supplier<SendSettings> settings;
    private final BrokerStats stats;
    private final RetryMessages messages;

    /**
     * Creates the processor.
     *
     * @param store holds the messages
     * @param topics topics
     * @param groups consumer groups
     * @param settings present settings
     * @param stats counters
     * @param diversion delays messages
     */
    public SendBackProcessor(MessageStore store, TopicConfigManager topics, SubscriptionGroupManager groups,
                             Supplier<SendSettings> settings, BrokerStats stats, PutDiversion diversion) {
        this.store = store;
        this.topics = topics;
        this.groups = groups;
        this.settings = settings;
        this.stats = stats;
        this.messages = new RetryMessages(store, diversion);
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        try {
            ConsumerSendMsgBackRequestHeader header = ConsumerSendMsgBackRequestHeader.read(request.fields());
            sendBack(header, request.version() >= VERSION_WITH_LIMIT ? header.maxReconsumeTimes() : null, reply);
        } catch (RefusedException refused) {
            reply.send(refused.code(), refused.getMessage());
        } catch (HeaderFieldException malformed) {
            reply.send(ResponseCode.SYSTEM_ERROR, malformed.getMessage());
        }
    }

    private void sendBack(ConsumerSendMsgBackRequestHeader header, Integer askedLimit, Reply reply) {
        SubscriptionGroupConfig group = groupOf(header.group());
        if (group.retryQueueNums() <= 0) {
            reply.send(ResponseCode.SUCCESS, null);
            return;
        }
        TopicConfig retry = topicOf(TopicNames.RETRY_PREFIX + group.groupName(),
            name -> topics.createIfAbsent(TopicConfig.of(name, group.retryQueueNums(), READ_WRITE)));
        Optional<LogSlice> found = store.record(header.position());
        if (found.isEmpty()) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "no message begins at position " + header.position()
                + " of the log, which has " + store.status().minPosition() + " to " + store.status().endPosition());
        }
        try (LogSlice record = found.get()) {
            RetryMessages.Failed failed = RetryMessages.read(record);
            int limit = askedLimit == null ? group.retryMaxTimes() : askedLimit;
            boolean dead = failed.reconsumeTimes() >= limit || header.delayLevel() < 0;
            Map<String, String> properties = failed.retryProperties();
            stats.sentBack(origin(failed, properties), group.groupName());
            if (dead) {
                TopicConfig letters = topicOf(TopicNames.DEAD_LETTER_PREFIX + group.groupName(),
                    name -> topics.createDeadLetters(group.groupName()));
                stats.buried(letters.topicName());
                messages.put(failed, letters.topicName(), 0, 0, properties, reply);
            } else {
                int level = header.delayLevel() > 0 ? header.delayLevel()
                    : FIRST_LEVEL + Math.max(0, Math.min(failed.reconsumeTimes(), Short.MAX_VALUE));
                int queueId = ThreadLocalRandom.current().nextInt(Math.max(1, retry.writeQueueNums()));
                messages.put(failed, retry.topicName(), queueId, level, properties, reply);
            }
        }
    }

    /** Topic to count under: the property is the word of whoever sent the message, and need not be a topic at all. */
    private String origin(RetryMessages.Failed failed, Map<String, String> properties) {
        String told = properties.get(PropertyNames.RETRY_TOPIC);
        return topics.topic(told) == null ? failed.topic() : told;
    }

    private SubscriptionGroupConfig groupOf(String name) {
        String fault = TopicNames.groupFault(name);
        SubscriptionGroupConfig group = groups.group(name);
        if (group == null && fault == null && store.role().isMaster()) {
            group = groups.findOrCreate(name);
        }
        if (group == null) {
            throw new RefusedException(ResponseCode.SUBSCRIPTION_GROUP_NOT_EXIST, "group " + name
                + " does not exist and is not created" + (fault == null ? "" : ": " + fault));
        }
        int permission = settings.get().brokerPermission();
        if ((permission & TopicConfig.PERM_WRITE) == 0) {
            throw new RefusedException(ResponseCode.NO_PERMISSION, "brokerPermission is " + permission
                + " without the write bit 2");
        }
        return group;
    }

    private TopicConfig topicOf(String name, Function<String, TopicConfig> creation) {
        TopicConfig topic = topics.topic(name);
        if (topic == null) {
            String fault = TopicNames.topicFault(name);
            if (fault != null || !store.role().isMaster()) {
                throw new RefusedException(ResponseCode.SYSTEM_ERROR, "topic " + name + " can't be created: "
                    + (fault == null ? "this broker is a slave" : fault + ", so a group may have "
                    + TopicNames.GROUP_MAX));
            }
            topic = creation.apply(name);
        }
        if (!topic.writable()) {
            throw new RefusedException(ResponseCode.NO_PERMISSION, "topic " + name + " has permission " + topic.perm()
                + " without the write bit 2");
        }
        return topic;
    }
}
