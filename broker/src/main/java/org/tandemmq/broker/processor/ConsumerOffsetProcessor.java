/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.broker.subscription.SubscriptionGroupManager;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.broker.topic.TopicNames;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.remoting.protocol.header.OffsetResponseHeader;
import org.tandemmq.remoting.protocol.header.QueryConsumerOffsetRequestHeader;
import org.tandemmq.remoting.protocol.header.UpdateConsumerOffsetRequestHeader;
import org.tandemmq.store.MessageStore;

/**
 * QUERY_CONSUMER_OFFSET (14) and UPDATE_CONSUMER_OFFSET (15), on the event loop (wire-protocol 2.5).
 *
 * <p>A queue that a group never saw is answered with 0 while its first message is still cached, as the reference does:
 * so a group that begins at the end misses nothing of a young topic. {@code strict} answers 22 instead. Commits for
 * topics or queues that do not exist are refused, as in the newer line, since a table anyone can grow has no limit; an
 * unknown group is created where groups are created automatically.
 */
public final class ConsumerOffsetProcessor implements RequestProcessor {

    /** Estimate of what a waiting commit holds. */
    private static final int COMMIT_BYTES = 1024;
    private static final Logger log = LoggerFactory.getLogger(ConsumerOffsetProcessor.class);

    private record Commit(Connection connection, UpdateConsumerOffsetRequestHeader asked, boolean oneway) {
    }

    private final MemberProgress progress;
    private final TopicConfigManager topics;
    private final SubscriptionGroupManager groups;
    private final MessageStore store;
    private final WaitingWork creations;
    private final BooleanSupplier strict;

    /**
     * Creates the processor.
     *
     * @param progress consumer offsets, and who gives them
     * @param topics topics
     * @param groups consumer groups
     * @param store holds the queues
     * @param creations where commits wait for the creation of their group
     * @param strict whether a queue without offset is always answered with 22
     */
    public ConsumerOffsetProcessor(MemberProgress progress, TopicConfigManager topics,
                                   SubscriptionGroupManager groups, MessageStore store, WaitingWork creations,
                                   BooleanSupplier strict) {
        this.progress = progress;
        this.topics = topics;
        this.groups = groups;
        this.store = store;
        this.creations = creations;
        this.strict = strict;
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        switch (request.code()) {
            case RequestCode.QUERY_CONSUMER_OFFSET ->
                query(QueryConsumerOffsetRequestHeader.read(request.fields()), reply);
            case RequestCode.UPDATE_CONSUMER_OFFSET ->
                update(new Commit(connection, UpdateConsumerOffsetRequestHeader.read(request.fields()),
                    request.isOneway()), reply);
            default -> throw new IllegalStateException("not registered for code " + request.code());
        }
    }

    private void query(QueryConsumerOffsetRequestHeader asked, Reply reply) {
        long offset = progress.offset(asked.consumerGroup(), asked.topic(), asked.queueId());
        if (offset == ConsumerOffsetManager.NONE && asked.setZeroIfNotFound() && beginsAtZero(asked)) {
            offset = 0;
        }
        if (offset == ConsumerOffsetManager.NONE) {
            reply.send(ResponseCode.QUERY_NOT_FOUND, "group " + asked.consumerGroup() + " has no offset in "
                + asked.topic() + " queue " + asked.queueId(), null);
            return;
        }
        reply.send(ResponseCode.SUCCESS, null, new OffsetResponseHeader(offset));
    }

    private boolean beginsAtZero(QueryConsumerOffsetRequestHeader asked) {
        return !strict.getAsBoolean() && asked.queueId() >= 0 && topics.topic(asked.topic()) != null
            && store.minOffset(asked.topic(), asked.queueId()) <= 0
            && (store.maxOffset(asked.topic(), asked.queueId()) == 0
                || !store.mayReadDisk(asked.topic(), asked.queueId(), 0));
    }

    private void update(Commit commit, Reply reply) {
        UpdateConsumerOffsetRequestHeader asked = commit.asked;
        TopicConfig topic = topics.topic(asked.topic());
        if (topic == null) {
            reply.send(ResponseCode.TOPIC_NOT_EXIST, "topic " + asked.topic() + " does not exist");
        } else if (asked.queueId() < 0 || asked.queueId() >= topic.queues() || asked.commitOffset() < 0) {
            reply.send(ResponseCode.INVALID_PARAMETER, "offset " + asked.commitOffset() + " of queue "
                + asked.queueId() + " refused: " + asked.topic() + " has " + topic.queues()
                + " queues, offsets are 0 or more");
        } else if (groups.group(asked.consumerGroup()) != null) {
            store(commit, reply);
        } else {
            createAndStore(commit, reply);
        }
    }

    /** Members commit one way as they go on; tools wait for the answer. */
    private void store(Commit commit, Reply reply) {
        UpdateConsumerOffsetRequestHeader asked = commit.asked;
        String full = commit.oneway ? progress.commit(commit.connection, asked.consumerGroup(), asked.topic(),
            asked.queueId(), asked.commitOffset())
            : progress.set(commit.connection, asked.consumerGroup(), asked.topic(), asked.queueId(),
                asked.commitOffset());
        reply.send(full == null ? ResponseCode.SUCCESS : ResponseCode.SYSTEM_BUSY, full);
    }

    private void createAndStore(Commit commit, Reply reply) {
        UpdateConsumerOffsetRequestHeader asked = commit.asked;
        String fault = groups.autoCreates() ? TopicNames.groupFault(asked.consumerGroup())
            : "autoCreateSubscriptionGroup is false";
        if (fault == null && !store.role().isMaster()) {
            store(commit, reply);
            return;
        }
        if (fault != null) {
            reply.send(ResponseCode.SUBSCRIPTION_GROUP_NOT_EXIST, "group " + asked.consumerGroup()
                + " does not exist and is not created: " + fault);
            return;
        }
        try {
            creations.submit(commit.connection, COMMIT_BYTES, "commits of new groups", () -> {
                try {
                    groups.findOrCreate(asked.consumerGroup());
                    store(commit, reply);
                } catch (RuntimeException failed) {
                    log.error("group {} can't be created", asked.consumerGroup(), failed);
                    reply.send(ResponseCode.SYSTEM_ERROR, "group " + asked.consumerGroup() + " can't be created: "
                        + failed.getMessage());
                }
            });
        } catch (RefusedException full) {
            reply.send(full.code(), full.getMessage());
        }
    }
}
