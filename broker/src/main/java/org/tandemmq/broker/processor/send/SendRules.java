/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.send;

import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.tandemmq.broker.lock.RebalanceLockManager;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.broker.subscription.SubscriptionGroupManager;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.broker.topic.TopicNames;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.SubscriptionGroupConfig;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.remoting.protocol.header.SendMessageRequestHeader;

/**
 * What has to be true of a send before it is stored, in the order of wire-protocol 2.3, and where it goes. Codes are
 * those of the newer line where the lines differ: 29 for names and queues (no client tries another queue then).
 */
public final class SendRules {

    /** Version (3.4.9) from which the limit of deliveries in a header counts. */
    private static final int VERSION_WITH_LIMIT = 121;
    /** Version (5.0.0) from which clients know code 29. */
    private static final int VERSION_WITH_29 = 413;
    private static final int READ_WRITE = TopicConfig.PERM_READ | TopicConfig.PERM_WRITE;

    private final TopicConfigManager topics;
    private final SubscriptionGroupManager groups;
    private final RebalanceLockManager locks;
    private final Supplier<SendSettings> settings;
    private final InstantSource clock;
    private final LongSupplier elapsedMs;

    /**
     * Creates the rules.
     *
     * @param topics topics
     * @param groups consumer groups
     * @param locks queue locks of orderly consumers
     * @param settings present settings
     * @param clock wall clock
     * @param elapsedMs elapsed-time clock of the locks
     */
    public SendRules(TopicConfigManager topics, SubscriptionGroupManager groups, RebalanceLockManager locks,
                     Supplier<SendSettings> settings, InstantSource clock, LongSupplier elapsedMs) {
        this.topics = topics;
        this.groups = groups;
        this.locks = locks;
        this.settings = settings;
        this.clock = clock;
        this.elapsedMs = elapsedMs;
    }

    /**
     * Checks a send, finds its target and tells it.
     *
     * @param request the send
     * @param create whether a missing topic or group may be created now; waits for the disk
     * @return false when something has to be created first and {@code create} is false
     * @throws RefusedException with code and remark
     */
    boolean direct(SendRequest request, boolean create) {
        SendMessageRequestHeader header = request.header();
        String name = header.topic();
        TopicConfig topic = topics.topic(name);
        checkBroker(topic);
        if (topic == null) {
            checkName(name);
        }
        checkOpen(name);
        boolean retry = TopicNames.isRetry(name);
        if (topic == null) {
            topic = missing(header, retry, create);
            if (topic == null) {
                return false;
            }
        }
        int queueId = queueOf(topic, header.queueId(), request.version());
        if (retry) {
            return directRetry(request, topic, queueId, create);
        }
        request.direct(topic, queueId, false);
        return true;
    }

    /**
     * Checks a reply of request-reply (wire-protocol 2.14), which is stored under its topic without any detour.
     *
     * @param header the reply's header
     * @return its queue
     * @throws RefusedException with code and remark
     */
    public int queueOfReply(SendMessageRequestHeader header) {
        TopicConfig topic = topics.topic(header.topic());
        checkBroker(topic);
        checkName(header.topic());
        checkOpen(header.topic());
        if (topic == null) {
            throw new RefusedException(ResponseCode.TOPIC_NOT_EXIST, "topic " + header.topic()
                + " does not exist, replies never create one");
        }
        return header.queueId() < 0 ? 0 : queueOf(topic, header.queueId(), VERSION_WITH_29);
    }

    /** Whether half messages are refused at present. */
    boolean rejectsTransactions() {
        return settings.get().rejectTransactions();
    }

    /** Whether half messages count as sent though no slave confirmed them. */
    boolean halvesWithoutSlave() {
        return settings.get().halvesWithoutSlave();
    }

    private void checkBroker(TopicConfig topic) {
        SendSettings now = settings.get();
        if (now.acceptFromMs() > 0 && clock.millis() < now.acceptFromMs()) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "sends are accepted from "
                + now.acceptFromMs() + " on (startAcceptSendRequestTimeStamp), now is " + clock.millis());
        }
        if ((now.brokerPermission() & TopicConfig.PERM_WRITE) == 0 && topic != null && topic.order()) {
            throw new RefusedException(ResponseCode.NO_PERMISSION, "brokerPermission is " + now.brokerPermission()
                + " without the write bit 2, and " + topic.topicName() + " is an order topic");
        }
    }

    private static void checkName(String topic) {
        String fault = TopicNames.topicFault(topic);
        if (fault != null) {
            throw new RefusedException(ResponseCode.INVALID_PARAMETER, fault);
        }
    }

    private static void checkOpen(String topic) {
        if (TopicNames.isClosedToSenders(topic)) {
            throw new RefusedException(ResponseCode.NO_PERMISSION, "topic " + topic + " is not for producers");
        }
    }

    private TopicConfig missing(SendMessageRequestHeader header, boolean retry, boolean create) {
        String name = header.topic();
        if (retry) {
            groupOf(TopicNames.groupOfRetry(name), false);
            return create ? topics.createIfAbsent(TopicConfig.of(name, 1, READ_WRITE)) : null;
        }
        String refusal = topics.creationRefusal(header.defaultTopic());
        if (refusal == null && !create) {
            return null;
        }
        TopicConfig created = refusal != null ? null : topics.createFromTemplate(name, header.defaultTopic(),
            header.defaultTopicQueueNums(), header.unitMode());
        if (created == null) {
            throw new RefusedException(ResponseCode.TOPIC_NOT_EXIST, "topic " + name + " does not exist and is not "
                + "created: " + refusal);
        }
        return created;
    }

    /** Clients of the 4.x line try another queue upon 1, as from their brokers: a topic may have got fewer. */
    private static int queueOf(TopicConfig topic, int wanted, int version) {
        if (wanted >= topic.queues()) {
            int code = version < VERSION_WITH_29 ? ResponseCode.SYSTEM_ERROR : ResponseCode.INVALID_PARAMETER;
            throw new RefusedException(code, "queue " + wanted + " of " + topic.topicName()
                + " does not exist, it has " + topic.readQueueNums() + " for reading and " + topic.writeQueueNums()
                + " for writing");
        }
        return wanted >= 0 ? wanted : ThreadLocalRandom.current().nextInt(Math.max(1, topic.writeQueueNums()));
    }

    private boolean directRetry(SendRequest request, TopicConfig topic, int queueId, boolean create) {
        SendMessageRequestHeader header = request.header();
        if (header.batch()) {
            throw new RefusedException(ResponseCode.MESSAGE_ILLEGAL, "a batch can't go to the retry topic "
                + header.topic());
        }
        String name = TopicNames.groupOfRetry(header.topic());
        SubscriptionGroupConfig group = groupOf(name, create);
        if (group == null) {
            return false;
        }
        if (!isSpent(request, group)) {
            request.direct(topic, queueId, false);
            return true;
        }
        TopicConfig deadLetters = topics.topic(TopicNames.DEAD_LETTER_PREFIX + name);
        if (deadLetters == null) {
            deadLetters = create ? topics.createDeadLetters(name) : null;
        }
        if (deadLetters == null) {
            return false;
        }
        request.direct(deadLetters, 0, true);
        return true;
    }

    private SubscriptionGroupConfig groupOf(String name, boolean create) {
        SubscriptionGroupConfig group = groups.group(name);
        if (group != null) {
            return group;
        }
        String fault = groups.autoCreates() ? TopicNames.groupFault(name) : "autoCreateSubscriptionGroup is false";
        if (fault != null) {
            throw new RefusedException(ResponseCode.SUBSCRIPTION_GROUP_NOT_EXIST, "group " + name
                + " does not exist and is not created: " + fault);
        }
        return create ? groups.findOrCreate(name) : null;
    }

    /** Concurrent consumers count one more before they send, orderly ones (who hold locks) do not. */
    private boolean isSpent(SendRequest request, SubscriptionGroupConfig group) {
        Integer asked = request.version() >= VERSION_WITH_LIMIT ? request.header().maxReconsumeTimes() : null;
        int limit = asked == null ? group.retryMaxTimes() : asked;
        int times = request.header().reconsumeTimes();
        return times > limit || times == limit && locks.isLocked(group.groupName(), elapsedMs.getAsLong());
    }
}
