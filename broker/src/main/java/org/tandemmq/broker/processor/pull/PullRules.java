/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.pull;

import java.io.UncheckedIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.client.ConsumerGroup;
import org.tandemmq.broker.client.ConsumerManager;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.broker.subscription.SubscriptionGroupManager;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.broker.topic.TopicNames;
import org.tandemmq.remoting.LogLimit;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.SubscriptionData;
import org.tandemmq.remoting.protocol.body.SubscriptionGroupConfig;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.remoting.protocol.header.PullMessageRequestHeader;
import org.tandemmq.remoting.protocol.header.PullMessageResponseHeader;
import org.tandemmq.store.EntryFilter;

/** What has to be true of a pull, in the order of wire-protocol 2.4. */
public final class PullRules {

    private static final Logger log = LoggerFactory.getLogger(PullRules.class);

    private final LogLimit unsavedGroups = new LogLimit(System::nanoTime);
    private final TopicConfigManager topics;
    private final SubscriptionGroupManager groups;
    private final ConsumerManager consumers;
    private final SubscriptionFilters filters;

    /**
     * Creates the rules.
     *
     * @param topics topics
     * @param groups consumer groups
     * @param consumers consumers online
     * @param filters filters of subscriptions
     */
    public PullRules(TopicConfigManager topics, SubscriptionGroupManager groups, ConsumerManager consumers,
                     SubscriptionFilters filters) {
        this.topics = topics;
        this.groups = groups;
        this.consumers = consumers;
        this.filters = filters;
    }

    /**
     * Checks a pull.
     *
     * @param pull the pull
     * @param settings present settings
     * @param create whether a missing group may be created now; waits for the disk
     * @return what it was granted, or null when its group has to be created first and {@code create} is false
     * @throws RefusedException with code and remark
     */
    PullGrant check(Pull pull, PullSettings settings, boolean create) {
        PullMessageRequestHeader header = pull.header();
        checkBroker(pull, settings);
        SubscriptionGroupConfig group = groupOf(header.consumerGroup(), settings, create);
        if (group == null) {
            return null;
        }
        if (!group.consumeEnable()) {
            throw new PullForbiddenException(PullMessageResponseHeader.FORBIDDEN_GROUP, "group "
                + header.consumerGroup() + " may not consume, its consumeEnable is false");
        }
        TopicConfig topic = topicOf(header);
        EntryFilter filter = pull.has(PullMessageRequestHeader.SYSFLAG_SUBSCRIPTION)
            ? carriedFilter(header) : registeredFilter(header, group);
        return new PullGrant(group, topic, filter);
    }

    private static void checkBroker(Pull pull, PullSettings settings) {
        if ((settings.brokerPermission() & TopicConfig.PERM_READ) == 0) {
            throw new PullForbiddenException(PullMessageResponseHeader.FORBIDDEN_BROKER, "brokerPermission is "
                + settings.brokerPermission() + " without the read bit 4");
        }
        if (pull.lite() && !settings.litePull()) {
            throw new PullForbiddenException(PullMessageResponseHeader.FORBIDDEN_BROKER, "litePullMessageEnable is "
                + "false");
        }
    }

    /** A slave creates nothing, its table is its master's; it serves a group that would be created all the same. */
    private SubscriptionGroupConfig groupOf(String name, PullSettings settings, boolean create) {
        SubscriptionGroupConfig group = groups.group(name);
        if (group != null) {
            return group;
        }
        String fault = groups.autoCreates() ? TopicNames.groupFault(name) : "autoCreateSubscriptionGroup is false";
        if (fault != null) {
            throw new RefusedException(ResponseCode.SUBSCRIPTION_GROUP_NOT_EXIST, "group " + name
                + " does not exist and is not created: " + fault);
        }
        if (settings.brokerId() != 0) {
            return SubscriptionGroupConfig.of(name);
        }
        return create ? created(name) : null;
    }

    /** A disk that takes no more keeps nobody from reading: the group is served as it would be, and made later. */
    private SubscriptionGroupConfig created(String name) {
        try {
            return groups.findOrCreate(name);
        } catch (UncheckedIOException unsaved) {
            if (unsavedGroups.permits()) {
                log.warn("group {} reads without being saved: {}{}", name, unsaved.getMessage(),
                    unsavedGroups.suppressed());
            }
            return SubscriptionGroupConfig.of(name);
        }
    }

    private TopicConfig topicOf(PullMessageRequestHeader header) {
        TopicConfig topic = topics.topic(header.topic());
        if (topic == null) {
            throw new RefusedException(ResponseCode.TOPIC_NOT_EXIST, "topic " + header.topic() + " does not exist");
        }
        if (!topic.readable()) {
            throw new PullForbiddenException(PullMessageResponseHeader.FORBIDDEN_TOPIC, "topic " + header.topic()
                + " has permission " + topic.perm() + " without the read bit 4");
        }
        if (header.queueId() < 0 || header.queueId() >= topic.readQueueNums()) {
            throw new RefusedException(ResponseCode.INVALID_PARAMETER, "queue " + header.queueId() + " of "
                + header.topic() + " can't be read, it has " + topic.readQueueNums() + " queues for reading");
        }
        return topic;
    }

    private EntryFilter carriedFilter(PullMessageRequestHeader header) {
        SubscriptionData subscription;
        try {
            subscription = SubscriptionData.parse(header.topic(), header.subscription(), header.expressionType(),
                header.subVersion());
        } catch (IllegalArgumentException unreadable) {
            throw new RefusedException(ResponseCode.SUBSCRIPTION_PARSE_FAILED, "subscription of group "
                + header.consumerGroup() + " can't be parsed: " + unreadable.getMessage());
        }
        return filters.filter(header.consumerGroup(), subscription, true);
    }

    private EntryFilter registeredFilter(PullMessageRequestHeader header, SubscriptionGroupConfig config) {
        ConsumerGroup group = consumers.group(header.consumerGroup());
        SubscriptionData subscription = group == null ? null : group.subscription(header.topic());
        if (group == null) {
            throw new RefusedException(ResponseCode.SUBSCRIPTION_NOT_EXIST, "no member of group "
                + header.consumerGroup() + " is online, a heartbeat comes first");
        }
        if (group.broadcasts() && !config.consumeBroadcastEnable()) {
            throw new PullForbiddenException(PullMessageResponseHeader.FORBIDDEN_BROADCAST, "group "
                + header.consumerGroup() + " may not broadcast, its consumeBroadcastEnable is false");
        }
        if (groups.readForbidden(header.consumerGroup(), header.topic())) {
            throw new PullForbiddenException(PullMessageResponseHeader.FORBIDDEN_SUBSCRIPTION, "group "
                + header.consumerGroup() + " was forbidden to read topic " + header.topic());
        }
        if (subscription == null) {
            throw new RefusedException(ResponseCode.SUBSCRIPTION_NOT_EXIST, "group " + header.consumerGroup()
                + " has no subscription for topic " + header.topic());
        }
        if (subscription.subVersion() < header.subVersion()) {
            throw new RefusedException(ResponseCode.SUBSCRIPTION_NOT_LATEST, "subscription of group "
                + header.consumerGroup() + " for " + header.topic() + " has version " + subscription.subVersion()
                + " here, older than " + header.subVersion());
        }
        return filters.filter(header.consumerGroup(), subscription, false);
    }
}
