/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.tandemmq.broker.admin.AdminProcessor;
import org.tandemmq.broker.admin.Answers;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.broker.subscription.SubscriptionGroupManager;
import org.tandemmq.broker.topic.TopicNames;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.protocol.HeaderFields;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.SubscriptionGroupConfig;

/**
 * Creates, changes, deletes and shows consumer groups: codes 200, 225, 207, 352, 353 (nameserver-and-admin 3.2). A
 * slave refuses changes.
 */
public final class GroupAdminProcessor extends AdminProcessor {

    /** Most queues of a retry topic. */
    static final int RETRY_QUEUES_MAX = 1_000;

    /** State that all tasks share. */
    private record Subject(SubscriptionGroupManager groups, ConsumerOffsetManager offsets, BooleanSupplier isSlave) {
    }

    /**
     * Creates the processor.
     *
     * @param groups the table
     * @param offsets loses the offsets of deleted groups
     * @param isSlave whether this broker is a slave just now
     */
    public GroupAdminProcessor(SubscriptionGroupManager groups, ConsumerOffsetManager offsets,
                               BooleanSupplier isSlave) {
        super(tasks(new Subject(groups, offsets, isSlave)));
    }

    private static Map<Integer, Task> tasks(Subject subject) {
        return Map.of(
            RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP, (request, reply) -> update(subject, reply,
                List.of(Answers.object(request.body()).asMap())),
            RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP_LIST, (request, reply) -> update(subject, reply,
                Answers.list(request.body(), "groupConfigList")),
            RequestCode.DELETE_SUBSCRIPTIONGROUP, (request, reply) -> delete(subject, request, reply),
            RequestCode.GET_SUBSCRIPTIONGROUP_CONFIG, (request, reply) -> show(subject, request, reply),
            RequestCode.UPDATE_AND_GET_GROUP_FORBIDDEN, (request, reply) -> forbid(subject, request, reply));
    }

    private static void update(Subject subject, Reply reply, List<Object> bodies) {
        refuseOnSlave(subject);
        List<SubscriptionGroupConfig> configs = new ArrayList<>();
        for (Object body : bodies) {
            SubscriptionGroupConfig config = SubscriptionGroupConfig.read(JsonFields.of(body), "");
            String fault = TopicNames.groupFault(config.groupName());
            if (fault != null) {
                throw new RefusedException(ResponseCode.INVALID_PARAMETER, fault);
            }
            check(config, JsonFields.of(body));
            configs.add(config);
        }
        subject.groups.update(configs);
        Answers.done(reply);
    }

    private static void check(SubscriptionGroupConfig config, JsonFields body) {
        String what = "group " + config.groupName();
        EntrySize.check(what, config.toJson());
        WholeNumbers.check(what, body, "retryQueueNums", "retryMaxTimes", "brokerId", "whichBrokerWhenConsumeSlowly",
            "consumeTimeoutMinute", "groupSysFlag");
        if (config.retryQueueNums() > RETRY_QUEUES_MAX) {
            throw new RefusedException(ResponseCode.INVALID_PARAMETER, "retryQueueNums " + config.retryQueueNums()
                + " is above " + RETRY_QUEUES_MAX);
        }
        if (!body.object("attributes").asMap().isEmpty()) {
            throw new RefusedException(ResponseCode.INVALID_PARAMETER, what + ": groups have no attributes");
        }
    }

    private static void delete(Subject subject, RemotingCommand request, Reply reply) {
        refuseOnSlave(subject);
        HeaderFields fields = request.fields();
        String group = fields.required("groupName");
        String fault = TopicNames.deletionFault("group", group);
        if (fault != null) {
            throw new RefusedException(ResponseCode.INVALID_PARAMETER, fault);
        }
        subject.groups.delete(group);
        if (fields.flag("cleanOffset", false) || fields.flag("removeOffset", false)) {
            subject.offsets.deleteGroup(group);
        }
        Answers.done(reply);
    }

    private static void show(Subject subject, RemotingCommand request, Reply reply) {
        Answers.json(reply, known(subject, request.fields().required("group")).toJson());
    }

    private static void forbid(Subject subject, RemotingCommand request, Reply reply) {
        String group = request.fields().required("group");
        String topic = request.fields().required("topic");
        known(subject, group);
        String fault = TopicNames.topicFault(topic);
        if (fault != null) {
            throw new RefusedException(ResponseCode.INVALID_PARAMETER, fault);
        }
        if (request.fields().text("readable") != null) {
            refuseOnSlave(subject);
            subject.groups.setReadable(group, topic, request.fields().flag("readable", true));
        }
        Answers.json(reply, Map.of("group", group, "topic", topic, "readable",
            !subject.groups.readForbidden(group, topic)));
    }

    private static SubscriptionGroupConfig known(Subject subject, String group) {
        SubscriptionGroupConfig config = subject.isSlave.getAsBoolean() ? subject.groups.group(group)
            : subject.groups.findOrCreate(group);
        if (config == null) {
            throw new RefusedException(ResponseCode.SUBSCRIPTION_GROUP_NOT_EXIST, "group " + group
                + " does not exist here");
        }
        return config;
    }

    private static void refuseOnSlave(Subject subject) {
        if (subject.isSlave.getAsBoolean()) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "this broker is a slave: groups are changed on its "
                + "master and follow from there");
        }
    }
}
