/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.admin.AdminProcessor;
import org.tandemmq.broker.admin.Answers;
import org.tandemmq.broker.client.ClientChannel;
import org.tandemmq.broker.client.ConsumerGroup;
import org.tandemmq.broker.client.ConsumerManager;
import org.tandemmq.broker.client.GroupResets;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.broker.subscription.SubscriptionGroupManager;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.broker.topic.TopicNames;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.protocol.HeaderFields;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.body.MessageQueue;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.remoting.protocol.header.PassedHeader;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.TimeBoundary;

/**
 * Moves offsets of groups by hand: codes 222, 223, 308, 314 (nameserver-and-admin 3.7). A reset counts here at once
 * and is also sent to every member online, which drops what it holds and goes on from there.
 */
public final class OffsetAdminProcessor extends AdminProcessor {

    private static final Logger log = LoggerFactory.getLogger(OffsetAdminProcessor.class);
    /** Time a client has to tell its offsets. */
    static final long STATUS_MS = 5_000;
    private static final long UNSET = -1;
    private static final String QUEUE_ID = "queueId";
    private static final int ALL_QUEUES = -1;

    /** What the tasks work on. */
    public record Subject(TopicConfigManager topics, SubscriptionGroupManager groups, ConsumerOffsetManager offsets,
                          ConsumerManager consumers, GroupResets resets, MessageStore store,
                          BooleanSupplier isSlave) {
    }

    /**
     * Creates the processor.
     *
     * @param subject what the tasks work on
     */
    public OffsetAdminProcessor(Subject subject) {
        super(Map.of(
            RequestCode.INVOKE_BROKER_TO_RESET_OFFSET, (request, reply) -> reset(subject, request, reply),
            RequestCode.INVOKE_BROKER_TO_GET_CONSUMER_STATUS, (request, reply) -> status(subject, request, reply),
            RequestCode.QUERY_CORRECTION_OFFSET, (request, reply) -> correction(subject, request, reply),
            RequestCode.CLONE_GROUP_OFFSET, (request, reply) -> cloneGroup(subject, request, reply)));
    }

    private static void reset(Subject subject, RemotingCommand request, Reply reply) {
        HeaderFields fields = request.fields();
        String topic = fields.required("topic");
        String group = fields.required("group");
        refuseOnSlave(subject);
        Map<Integer, Long> targets = targets(subject, known(subject, topic), group, fields);
        ConsumerGroup online = subject.consumers.group(group);
        if (online == null) {
            refuseOffline(subject, topic, group, fields.int32(QUEUE_ID, ALL_QUEUES) >= 0);
        }
        if (online != null) {
            // first: what members commit from here on is of before
            subject.resets.begin(group, topic, targets);
        }
        commit(subject, group, topic, targets);
        subject.resets.tell(group, topic, targets, PassedHeader.of(fields, Map.of()));
        Answers.json(reply, Map.of("offsetTable", subject.resets.table(topic, targets)));
    }

    /** A group that is stopped is the tools' to reset, but not one that is misspelt. */
    private static void refuseOffline(Subject subject, String topic, String group, boolean oneQueue) {
        if (subject.groups.group(group) == null && subject.offsets.offsets(group, topic).isEmpty()) {
            throw unknown(group);
        }
        if (!oneQueue) {
            throw new RefusedException(ResponseCode.CONSUMER_NOT_ONLINE, "no consumer of group " + group
                + " is connected here");
        }
    }

    private static RefusedException unknown(String group) {
        return new RefusedException(ResponseCode.SUBSCRIPTION_GROUP_NOT_EXIST, "group " + group
            + " does not exist here");
    }

    private static Map<Integer, Long> targets(Subject subject, TopicConfig topic, String group, HeaderFields fields) {
        long timestampMs = fields.requiredNumber("timestamp");
        boolean force = fields.flag("isForce", false);
        int onlyQueue = fields.int32(QUEUE_ID, ALL_QUEUES);
        long explicit = onlyQueue < 0 ? UNSET : fields.number("offset", UNSET);
        if (onlyQueue >= topic.queues()) {
            throw new RefusedException(ResponseCode.INVALID_PARAMETER, "topic " + topic.topicName() + " has no queue "
                + onlyQueue + ", only " + topic.queues());
        }
        if (explicit != UNSET) {
            return Map.of(onlyQueue, checked(subject, topic.topicName(), onlyQueue, explicit));
        }
        Map<Integer, Long> targets = new TreeMap<>();
        int first = Math.max(0, onlyQueue);
        int end = onlyQueue < 0 ? topic.queues() : onlyQueue + 1;
        for (int queueId = first; queueId < end; queueId++) {
            long target = target(subject.store, topic.topicName(), queueId, timestampMs);
            long present = subject.offsets.offset(group, topic.topicName(), queueId);
            boolean stays = !force && timestampMs >= 0 && present >= 0 && target > present;
            targets.put(queueId, stays ? present : target);
        }
        return targets;
    }

    private static long target(MessageStore store, String topic, int queueId, long timestampMs) {
        return timestampMs < 0 ? store.maxOffset(topic, queueId)
            : store.offsetByTime(topic, queueId, timestampMs, TimeBoundary.LOWER);
    }

    private static long checked(Subject subject, String topic, int queueId, long offset) {
        long min = subject.store.minOffset(topic, queueId);
        long max = subject.store.maxOffset(topic, queueId);
        if (offset < min || offset > max) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "offset " + offset + " of topic " + topic + " queue "
                + queueId + " is outside " + min + " to " + max);
        }
        return offset;
    }

    private static void status(Subject subject, RemotingCommand request, Reply reply) {
        String name = request.fields().required("group");
        String wanted = request.fields().text("clientAddr");
        ConsumerGroup group = subject.consumers.group(name);
        if (group == null) {
            throw new RefusedException(ResponseCode.CONSUMER_NOT_ONLINE, "no consumer of group " + name
                + " is connected here");
        }
        PassedHeader header = PassedHeader.of(request.fields(), Map.of());
        Map<String, Object> perClient = new ConcurrentHashMap<>();
        List<CompletableFuture<Void>> calls = group.members().stream()
            .filter(member -> wanted == null || wanted.isEmpty() || wanted.equals(member.clientId()))
            .map(member -> member.connection().call(RequestCode.GET_CONSUMER_STATUS_FROM_CLIENT, header, null,
                STATUS_MS).thenAccept(answer -> perClient.put(member.clientId(), queueOffsets(answer)))
                .exceptionally(failure -> unanswered(member, name, failure))).toList();
        CompletableFuture.allOf(calls.toArray(new CompletableFuture<?>[0])).whenComplete((all, failure) ->
            Answers.json(reply, Map.of("consumerTable", perClient, "messageQueueTable", Map.of())));
    }

    private static Void unanswered(ClientChannel member, String group, Throwable failure) {
        log.warn("consumer {} of group {} did not tell its offsets: {}", member.clientId(), group, failure.toString());
        return null;
    }

    private static Map<Object, Object> queueOffsets(RemotingCommand answer) {
        Map<Object, Object> offsets = new LinkedHashMap<>();
        if (answer.body().hasRemaining()) {
            JsonFields.of(JsonText.decode(answer.body(), Object.class)).object("messageQueueTable").asMap()
                .forEach((queue, offset) -> offsets.put(MessageQueue.read(JsonFields.of(JsonText.decode(queue,
                    Object.class))), offset));
        }
        return offsets;
    }

    private static void correction(Subject subject, RemotingCommand request, Reply reply) {
        String topic = request.fields().required("topic");
        String compared = request.fields().required("compareGroup");
        Map<Integer, Long> lowest = new TreeMap<>();
        for (String group : subject.offsets.groupsOf(topic)) {
            subject.offsets.offsets(group, topic).forEach((queueId, offset) ->
                lowest.merge(queueId, offset, Math::min));
        }
        Map<Integer, Long> own = subject.offsets.offsets(compared, topic);
        lowest.replaceAll((queueId, offset) ->
            offset > own.getOrDefault(queueId, Long.MAX_VALUE) ? Long.MAX_VALUE : offset);
        Answers.json(reply, Map.of("correctionOffsets", lowest));
    }

    private static void cloneGroup(Subject subject, RemotingCommand request, Reply reply) {
        String source = request.fields().required("srcGroup");
        String target = request.fields().required("destGroup");
        refuseOnSlave(subject);
        String fault = TopicNames.groupFault(target);
        if (fault != null) {
            throw new RefusedException(ResponseCode.INVALID_PARAMETER, fault);
        }
        if (subject.groups.group(source) == null && subject.offsets.topicsOf(source).isEmpty()) {
            throw unknown(source);
        }
        String topic = request.fields().text("topic");
        boolean all = topic == null || topic.isBlank();
        if (!all) {
            known(subject, topic);
        }
        // as a commit does; members that come later find it
        if (subject.groups.findOrCreate(target) == null) {
            throw unknown(target);
        }
        if (all) {
            subject.offsets.topicsOf(source).forEach(each -> clone(subject, source, target, each));
        } else {
            clone(subject, source, target, topic);
        }
        Answers.done(reply);
    }

    private static void clone(Subject subject, String source, String target, String topic) {
        commit(subject, target, topic, subject.offsets.offsets(source, topic));
    }

    private static void commit(Subject subject, String group, String topic, Map<Integer, Long> offsets) {
        offsets.forEach((queueId, offset) -> {
            String full = subject.offsets.refusal(group, topic, queueId);
            if (full != null) {
                throw new RefusedException(ResponseCode.SYSTEM_BUSY, full);
            }
            subject.offsets.commit(group, topic, queueId, offset);
        });
    }

    private static void refuseOnSlave(Subject subject) {
        if (subject.isSlave.getAsBoolean()) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "this broker is a slave: offsets are set on its "
                + "master and follow from there");
        }
    }

    private static TopicConfig known(Subject subject, String topic) {
        TopicConfig config = subject.topics.topic(topic);
        if (config == null) {
            throw new RefusedException(ResponseCode.TOPIC_NOT_EXIST, "topic " + topic + " does not exist here");
        }
        return config;
    }
}
