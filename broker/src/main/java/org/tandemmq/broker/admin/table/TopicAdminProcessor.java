/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.tandemmq.broker.admin.AdminProcessor;
import org.tandemmq.broker.admin.Answers;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.broker.topic.TopicNames;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.remoting.protocol.header.CreateTopicRequestHeader;
import org.tandemmq.store.MessageStore;

/**
 * Creates, changes, deletes and shows topics: codes 17, 18, 215, 305, 351 (nameserver-and-admin 3.1). A slave refuses
 * changes: they come from its master.
 */
public final class TopicAdminProcessor extends AdminProcessor {

    /** Most queues of one topic. */
    static final int QUEUES_MAX = 10_000;
    private static final String ATTRIBUTES = "attributes";

    /** State that all tasks share. */
    private record Subject(TopicConfigManager topics, ConsumerOffsetManager offsets, MessageStore store,
                           BooleanSupplier isSlave, String brokerAddress) {
    }

    /**
     * Creates the processor.
     *
     * @param topics the table
     * @param offsets loses the offsets of deleted topics
     * @param store loses the queues of deleted topics
     * @param isSlave whether this broker is a slave just now
     * @param brokerAddress our own address, told with the system topics
     */
    public TopicAdminProcessor(TopicConfigManager topics, ConsumerOffsetManager offsets, MessageStore store,
                               BooleanSupplier isSlave, String brokerAddress) {
        super(tasks(new Subject(topics, offsets, store, isSlave, brokerAddress)));
    }

    private static Map<Integer, Task> tasks(Subject subject) {
        return Map.of(
            RequestCode.UPDATE_AND_CREATE_TOPIC, (request, reply) -> create(subject, request, reply),
            RequestCode.UPDATE_AND_CREATE_TOPIC_LIST, (request, reply) -> createList(subject, request, reply),
            RequestCode.DELETE_TOPIC_IN_BROKER, (request, reply) -> delete(subject, request, reply),
            RequestCode.GET_SYSTEM_TOPIC_LIST_FROM_BROKER, (request, reply) -> Answers.json(reply,
                Map.of("topicList", subject.topics.systemNames(), "brokerAddr", subject.brokerAddress)),
            RequestCode.GET_TOPIC_CONFIG, (request, reply) -> show(subject, request, reply));
    }

    private static void create(Subject subject, RemotingCommand request, Reply reply) {
        CreateTopicRequestHeader header = CreateTopicRequestHeader.read(request.fields());
        checkChange(subject, header.topic());
        TopicConfig present = subject.topics.topic(header.topic());
        Map<String, Object> other = new TreeMap<>(present == null ? Map.of() : present.other());
        other.put(ATTRIBUTES, TopicAttributes.changed(attributes(present), present == null,
            header.options().attributes()));
        String filterType = header.topicFilterType() == null ? TopicConfig.SINGLE_TAG : header.topicFilterType();
        TopicConfig wanted = new TopicConfig(header.topic(), header.readQueueNums(), header.writeQueueNums(),
            header.perm(), filterType, header.topicSysFlag(), header.options().order(), Map.copyOf(other));
        checkConfig(wanted);
        subject.topics.update(List.of(wanted));
        Answers.done(reply);
    }

    private static void createList(Subject subject, RemotingCommand request, Reply reply) {
        List<TopicConfig> wanted = new ArrayList<>();
        for (Object element : Answers.list(request.body(), "topicConfigList")) {
            TopicConfig config = TopicConfig.read(JsonFields.of(element), "");
            checkChange(subject, config.topicName());
            EntrySize.check("topic " + config.topicName(), config.toJson());
            WholeNumbers.check("topic " + config.topicName(), JsonFields.of(element), "readQueueNums",
                "writeQueueNums", "perm", "topicSysFlag");
            checkConfig(config);
            wanted.add(withAttributes(config, subject.topics.topic(config.topicName())));
        }
        subject.topics.update(wanted);
        Answers.done(reply);
    }

    /** A list has its changes of attributes as an object: {@code {"+name":"value"}}. */
    private static TopicConfig withAttributes(TopicConfig config, TopicConfig present) {
        List<String> changes = new ArrayList<>();
        attributes(config).forEach((name, value) -> changes.add(name.startsWith("+") ? name + "=" + value : name));
        Map<String, Object> other = new TreeMap<>(config.other());
        other.put(ATTRIBUTES, TopicAttributes.changed(attributes(present), present == null, changes));
        return new TopicConfig(config.topicName(), config.readQueueNums(), config.writeQueueNums(), config.perm(),
            config.topicFilterType(), config.topicSysFlag(), config.order(), Map.copyOf(other));
    }

    private static void delete(Subject subject, RemotingCommand request, Reply reply) {
        String topic = request.fields().required("topic");
        refuseOnSlave(subject);
        String fault = TopicNames.deletionFault("topic", topic);
        if (fault != null) {
            throw new RefusedException(ResponseCode.INVALID_PARAMETER, fault);
        }
        if (subject.topics.isSystem(topic)) {
            throw new RefusedException(ResponseCode.INVALID_PARAMETER, "topic " + topic + " belongs to the system");
        }
        // what listens to the table drops the rest; here only what is left of one that is in no table
        if (!subject.topics.delete(topic)) {
            subject.store.deleteTopic(topic, end -> subject.offsets.deleteTopic(topic, end));
        }
        Answers.done(reply);
    }

    private static void show(Subject subject, RemotingCommand request, Reply reply) {
        String topic = request.fields().required("topic");
        TopicConfig config = subject.topics.topic(topic);
        if (config == null) {
            throw new RefusedException(ResponseCode.TOPIC_NOT_EXIST, "topic " + topic + " does not exist here");
        }
        Answers.json(reply, config.toJson());
    }

    private static Map<String, String> attributes(TopicConfig config) {
        Map<String, String> attributes = new TreeMap<>();
        if (config != null) {
            JsonFields.of(config.other().get(ATTRIBUTES)).asMap()
                .forEach((name, value) -> attributes.put(name, String.valueOf(value)));
        }
        return attributes;
    }

    private static void checkChange(Subject subject, String topic) {
        refuseOnSlave(subject);
        String fault = TopicNames.topicFault(topic);
        if (fault != null) {
            throw new RefusedException(ResponseCode.INVALID_PARAMETER, fault);
        }
        if (subject.topics.isSystem(topic)) {
            throw new RefusedException(ResponseCode.INVALID_PARAMETER, "topic " + topic + " belongs to the system");
        }
    }

    private static void checkConfig(TopicConfig config) {
        boolean legal = config.readQueueNums() >= 0 && config.writeQueueNums() >= 0 && config.queues() >= 1
            && config.queues() <= QUEUES_MAX;
        if (!legal) {
            throw new RefusedException(ResponseCode.INVALID_PARAMETER, "read " + config.readQueueNums() + " and write "
                + config.writeQueueNums() + " queues: the larger one must be 1 to " + QUEUES_MAX + ", none negative");
        }
        if (config.perm() < 0 || config.perm() > 15) {
            throw new RefusedException(ResponseCode.INVALID_PARAMETER, "permission " + config.perm()
                + " is not within 0 to 15");
        }
        if (!TopicConfig.SINGLE_TAG.equals(config.topicFilterType()) && !"MULTI_TAG".equals(config.topicFilterType())) {
            throw new RefusedException(ResponseCode.INVALID_PARAMETER, "topic filter type " + config.topicFilterType()
                + " is neither SINGLE_TAG nor MULTI_TAG");
        }
    }

    private static void refuseOnSlave(Subject subject) {
        if (subject.isSlave.getAsBoolean()) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "this broker is a slave: topics are changed on its "
                + "master and follow from there");
        }
    }
}
