/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.client.ClientChannel;
import org.tandemmq.broker.client.ClientsFullException;
import org.tandemmq.broker.subscription.SubscriptionGroupManager;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.broker.topic.TopicNames;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.LogLimit;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.ConsumerData;
import org.tandemmq.remoting.protocol.body.HeartbeatData;
import org.tandemmq.remoting.protocol.body.JsonException;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.body.SubscriptionGroupConfig;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.remoting.protocol.header.PassedHeader;

/**
 * HEART_BEAT (34). Ordinarily done on the event loop; the first heartbeat of a new group goes to the admin thread,
 * which creates the group and its retry topic on disk before the answer, so that the group's next requests find both.
 * We answer without the mark of heartbeats of the second kind: clients then always send the full one.
 */
public final class HeartbeatProcessor implements RequestProcessor {

    /** Most groups of one heartbeat. */
    public static final int GROUPS_MAX = 10_000;
    /** Most characters of a client id or a group name. */
    public static final int NAME_MAX = 255;
    /** Most bytes of the body of a heartbeat. */
    public static final int BODY_BYTES_MAX = 4 << 20;

    /** Bytes of heap for a byte of a heartbeat's body, estimated. */
    private static final int UNFOLDED = 3;
    /** Asks a client, which learnt from another broker at this address that it may leave its subscriptions out. */
    private static final CommandHeader SEND_SUBSCRIPTIONS = new PassedHeader(Map.of("IS_SUB_CHANGE", "true"));
    private static final Logger log = LoggerFactory.getLogger(HeartbeatProcessor.class);
    private static final int READ_WRITE = TopicConfig.PERM_READ | TopicConfig.PERM_WRITE;

    private final ClientRegistration registration;
    private final SubscriptionGroupManager groups;
    private final TopicConfigManager topics;
    private final BooleanSupplier creates;
    private final WaitingWork creations;
    private final InstantSource clock;
    private final LongSupplier elapsedMs;
    private final LogLimit unsavedGroups = new LogLimit(System::nanoTime);

    /**
     * Creates the processor.
     *
     * @param registration registers clients and tells the others
     * @param groups consumer groups
     * @param topics topics
     * @param creates whether new groups are created here: on a master, and on a slave that is alone. What a slave
     *     creates is replaced by its master's tables when that is back, which has learnt the group by then
     * @param creations where heartbeats wait for the creation of groups
     * @param clock wall clock
     * @param elapsedMs elapsed-time clock in milliseconds
     */
    public HeartbeatProcessor(ClientRegistration registration, SubscriptionGroupManager groups,
                              TopicConfigManager topics, BooleanSupplier creates, WaitingWork creations,
                              InstantSource clock, LongSupplier elapsedMs) {
        this.registration = registration;
        this.groups = groups;
        this.topics = topics;
        this.creates = creates;
        this.creations = creations;
        this.clock = clock;
        this.elapsedMs = elapsedMs;
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        HeartbeatData data;
        try {
            data = read(request);
        } catch (JsonException | IllegalArgumentException unreadable) {
            reply.send(ResponseCode.SYSTEM_ERROR, "heartbeat can't be read: " + unreadable.getMessage());
            return;
        }
        ClientChannel client = new ClientChannel(connection, data.clientId(), request.language(), request.version(),
            clock.millis(), elapsedMs.getAsLong());
        if (!creates.getAsBoolean() || data.consumers().stream().allMatch(this::isKnown)) {
            register(client, data, reply);
            return;
        }
        try {
            creations.submit(connection, (long) UNFOLDED * request.body().remaining(), "heartbeats of new groups",
                () -> createAndRegister(client, data, reply));
        } catch (RefusedException full) {
            reply.send(full.code(), full.getMessage());
        }
    }

    private static HeartbeatData read(RemotingCommand request) {
        if (!request.body().hasRemaining()) {
            throw new IllegalArgumentException("there is no body");
        }
        if (request.body().remaining() > BODY_BYTES_MAX) {
            throw new IllegalArgumentException("its body has " + request.body().remaining() + " bytes, the limit is "
                + BODY_BYTES_MAX);
        }
        Object body = JsonText.decode(request.body(), Object.class);
        if (!(body instanceof Map)) {
            throw new IllegalArgumentException("its body is no JSON object");
        }
        HeartbeatData data = HeartbeatData.read(JsonFields.of(body));
        int groups = data.consumers().size() + data.producerGroups().size();
        if (groups > GROUPS_MAX) {
            throw new IllegalArgumentException("it has " + groups + " groups, the limit is " + GROUPS_MAX);
        }
        checkNames(data);
        return data;
    }

    private static void checkNames(HeartbeatData data) {
        boolean nobody = data.clientId().isBlank() && !(data.producerGroups().isEmpty() && data.consumers().isEmpty());
        if (nobody || data.clientId().length() > NAME_MAX) {
            throw new IllegalArgumentException("the client id has " + data.clientId().length()
                + " characters, the limit is " + NAME_MAX + ", at least 1 is needed");
        }
        Stream.concat(data.producerGroups().stream(), data.consumers().stream().map(ConsumerData::groupName))
            .filter(name -> name.isBlank() || name.length() > NAME_MAX).findFirst().ifPresent(name -> {
                throw new IllegalArgumentException("a group name has " + name.length() + " characters, the limit is "
                    + NAME_MAX + ", at least 1 is needed");
            });
    }

    private boolean isKnown(ConsumerData consumer) {
        SubscriptionGroupConfig group = groups.group(consumer.groupName());
        boolean creatable = groups.autoCreates() && TopicNames.groupFault(consumer.groupName()) == null;
        if (group == null) {
            return !creatable;
        }
        return group.retryQueueNums() <= 0
            || topics.topic(TopicNames.RETRY_PREFIX + consumer.groupName()) != null
            || TopicNames.groupFault(consumer.groupName()) != null;
    }

    private void createAndRegister(ClientChannel client, HeartbeatData data, Reply reply) {
        try {
            create(data.consumers().stream().filter(consumer -> !isKnown(consumer)).map(ConsumerData::groupName)
                .toList());
        } catch (UncheckedIOException unsaved) {
            // a disk that takes no more keeps nobody from reading; the next heartbeat tries again
            if (unsavedGroups.permits()) {
                log.warn("groups of client {} are not saved: {}{}", client.clientId(), unsaved.getMessage(),
                    unsavedGroups.suppressed());
            }
        } catch (RuntimeException failed) {
            log.error("group of client {} can't be created", client.clientId(), failed);
            reply.send(ResponseCode.SYSTEM_ERROR, "a group can't be created: " + failed.getMessage());
            return;
        }
        register(client, data, reply);
    }

    /** Creates groups and their retry topics, with one write of each table however many there are. */
    private void create(List<String> names) {
        groups.createMissing(names);
        List<TopicConfig> retries = new ArrayList<>();
        for (String name : names) {
            SubscriptionGroupConfig group = groups.group(name);
            String retry = TopicNames.RETRY_PREFIX + name;
            if (group != null && group.retryQueueNums() > 0 && topics.topic(retry) == null) {
                retries.add(TopicConfig.of(retry, group.retryQueueNums(), READ_WRITE));
            }
        }
        topics.update(retries);
    }

    private void register(ClientChannel client, HeartbeatData data, Reply reply) {
        try {
            registration.register(client, data);
        } catch (ClientsFullException full) {
            reply.send(ResponseCode.SYSTEM_BUSY, full.getMessage());
            return;
        }
        reply.send(ResponseCode.SUCCESS, null, data.withoutSubscriptions() ? SEND_SUBSCRIPTIONS : CommandHeader.NONE);
    }
}
