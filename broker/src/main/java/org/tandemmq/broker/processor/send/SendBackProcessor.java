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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.broker.processor.WaitingWork;
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
 * dead letter (wire-protocol 2.7). It reads from the log, so it belongs on the readers; behind a tool's long question
 * it would wait for longer than clients do, which then send the retry themselves as well. What is missing, a group or a
 * topic, is created where all are that come with requests: readers would be busy with a flood of new names.
 */
public final class SendBackProcessor implements RequestProcessor {

    private static final int READ_WRITE = TopicConfig.PERM_READ | TopicConfig.PERM_WRITE;
    private static final int VERSION_WITH_LIMIT = 121;
    /** Delay level of the first retry where the broker chooses. */
    private static final int FIRST_LEVEL = 3;
    private static final int NO_DELAY = 0;
    /** Bytes of heap of a request that waits for a creation, estimated. */
    private static final int REQUEST_BYTES = 1_024;
    private static final Logger log = LoggerFactory.getLogger(SendBackProcessor.class);

    private final MessageStore store;
    private final TopicConfigManager topics;
    private final SubscriptionGroupManager groups;
    private final Supplier<SendSettings> settings;
    private final BrokerStats stats;
    private final RetryMessages messages;
    private final WaitingWork creations;

    /**
     * Creates the processor.
     *
     * @param store holds the messages
     * @param topics topics
     * @param groups consumer groups
     * @param settings present settings
     * @param stats counters
     * @param diversion delays messages
     * @param creations where requests wait for the creation of their group or topic
     */
    public SendBackProcessor(MessageStore store, TopicConfigManager topics, SubscriptionGroupManager groups,
                             Supplier<SendSettings> settings, BrokerStats stats, PutDiversion diversion,
                             WaitingWork creations) {
        this.store = store;
        this.topics = topics;
        this.groups = groups;
        this.settings = settings;
        this.stats = stats;
        this.messages = new RetryMessages(store, diversion);
        this.creations = creations;
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        try {
            ConsumerSendMsgBackRequestHeader header = ConsumerSendMsgBackRequestHeader.read(request.fields());
            Integer limit = request.version() >= VERSION_WITH_LIMIT ? header.maxReconsumeTimes() : null;
            if (!sendBack(header, limit, reply, false)) {
                creations.submit(connection, REQUEST_BYTES, "messages that new groups send back",
                    () -> createAndSendBack(header, limit, reply));
            }
        } catch (RefusedException refused) {
            reply.send(refused.code(), refused.getMessage());
        } catch (HeaderFieldException malformed) {
            reply.send(ResponseCode.SYSTEM_ERROR, malformed.getMessage());
        }
    }

    private void createAndSendBack(ConsumerSendMsgBackRequestHeader header, Integer limit, Reply reply) {
        try {
            sendBack(header, limit, reply, true);
        } catch (RefusedException refused) {
            reply.send(refused.code(), refused.getMessage());
        } catch (RuntimeException failed) {
            log.error("message at position {} can't be sent back by group {}", header.position(), header.group(),
                failed);
            reply.send(ResponseCode.SYSTEM_ERROR, "group " + header.group() + " can't send back: "
                + failed.getMessage());
        }
    }

    /** Gives false, and has done nothing, when something has to be created first and {@code create} is false. */
    private boolean sendBack(ConsumerSendMsgBackRequestHeader header, Integer askedLimit, Reply reply,
                             boolean create) {
        SubscriptionGroupConfig group = groupOf(header.group(), create);
        if (group == null) {
            return false;
        }
        if (group.retryQueueNums() <= 0) {
            reply.send(ResponseCode.SUCCESS, null);
            return true;
        }
        TopicConfig retry = topicOf(TopicNames.RETRY_PREFIX + group.groupName(),
            name -> topics.createIfAbsent(TopicConfig.of(name, group.retryQueueNums(), READ_WRITE)), create);
        if (retry == null) {
            return false;
        }
        Optional<LogSlice> found = store.record(header.position());
        if (found.isEmpty()) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "no message begins at position " + header.position()
                + " of the log, which has " + store.status().minPosition() + " to " + store.status().endPosition());
        }
        try (LogSlice record = found.get()) {
            RetryMessages.Failed failed = RetryMessages.read(record);
            int limit = askedLimit == null ? group.retryMaxTimes() : askedLimit;
            boolean dead = failed.reconsumeTimes() >= limit || header.delayLevel() < 0;
            TopicConfig target = !dead ? retry : topicOf(TopicNames.DEAD_LETTER_PREFIX + group.groupName(),
                name -> topics.createDeadLetters(group.groupName()), create);
            if (target == null) {
                return false;
            }
            store(failed, target, dead ? NO_DELAY : levelOf(header, failed), group, reply);
            return true;
        }
    }

    private void store(RetryMessages.Failed failed, TopicConfig target, int level, SubscriptionGroupConfig group,
                       Reply reply) {
        Map<String, String> properties = failed.retryProperties();
        stats.sentBack(origin(failed, properties), group.groupName());
        if (level == NO_DELAY) {
            stats.buried(target.topicName());
            messages.put(failed, target.topicName(), 0, NO_DELAY, properties, reply);
        } else {
            int queueId = ThreadLocalRandom.current().nextInt(Math.max(1, target.writeQueueNums()));
            messages.put(failed, target.topicName(), queueId, level, properties, reply);
        }
    }

    private static int levelOf(ConsumerSendMsgBackRequestHeader header, RetryMessages.Failed failed) {
        return header.delayLevel() > 0 ? header.delayLevel()
            : FIRST_LEVEL + Math.max(0, Math.min(failed.reconsumeTimes(), Short.MAX_VALUE));
    }

    /** Topic to count under: the property is the word of whoever sent the message, and need not be a topic at all. */
    private String origin(RetryMessages.Failed failed, Map<String, String> properties) {
        String told = properties.get(PropertyNames.RETRY_TOPIC);
        return topics.topic(told) == null ? failed.topic() : told;
    }

    private SubscriptionGroupConfig groupOf(String name, boolean create) {
        String fault = TopicNames.groupFault(name);
        SubscriptionGroupConfig group = groups.group(name);
        if (group == null && fault == null && store.role().isMaster()) {
            if (!create) {
                return null;
            }
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

    private TopicConfig topicOf(String name, Function<String, TopicConfig> creation, boolean create) {
        TopicConfig topic = topics.topic(name);
        if (topic == null) {
            String fault = TopicNames.topicFault(name);
            if (fault != null || !store.role().isMaster()) {
                throw new RefusedException(ResponseCode.SYSTEM_ERROR, "topic " + name + " can't be created: "
                    + (fault == null ? "this broker is a slave" : fault + ", so a group may have "
                    + TopicNames.GROUP_MAX));
            }
            if (!create) {
                return null;
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
