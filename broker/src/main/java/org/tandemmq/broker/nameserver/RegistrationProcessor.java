/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.nameserver.route.BrokerRegistry;
import org.tandemmq.broker.nameserver.route.Registration;
import org.tandemmq.broker.nameserver.route.RegistrationResult;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.CompressedRegistration;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.body.QueueData;
import org.tandemmq.remoting.protocol.body.RegisterBrokerBody;
import org.tandemmq.remoting.protocol.body.TopicRouteData;
import org.tandemmq.remoting.protocol.header.BrokerIdentityRequestHeader;
import org.tandemmq.remoting.protocol.header.QueryDataVersionResponseHeader;
import org.tandemmq.remoting.protocol.header.RegisterBrokerRequestHeader;
import org.tandemmq.remoting.protocol.header.RegisterBrokerResponseHeader;

/**
 * Brokers come, stay and go: 103, 104, 217, 322 and 904 (nameserver-and-admin 1.3, 1.4). Runs on the worker of the name
 * service, one request after the other, so that what a broker sends last wins.
 */
final class RegistrationProcessor implements RequestProcessor {

    private static final Logger log = LoggerFactory.getLogger(RegistrationProcessor.class);
    private static final int CRC_MASK = 0x7FFF_FFFF;
    /** Key of the mark on connections whose loss is already watched. */
    private static final Object WATCHED = new Object();

    private final BrokerRegistry registry;
    private final KvConfig kv;

    RegistrationProcessor(BrokerRegistry registry, KvConfig kv) {
        this.registry = registry;
        this.kv = kv;
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        switch (request.code()) {
            case RequestCode.REGISTER_BROKER:
                register(connection, request, reply);
                break;
            case RequestCode.UNREGISTER_BROKER:
                BrokerIdentityRequestHeader leaving = BrokerIdentityRequestHeader.read(request.fields());
                registry.unregister(leaving.brokerName(), leaving.brokerAddr(), connection);
                reply.send(ResponseCode.SUCCESS, null);
                break;
            case RequestCode.REGISTER_TOPIC_IN_NAMESRV:
                TopicRouteData told = JsonText.decode(request.body(), TopicRouteData.class);
                String refusal = registry.registerTopic(request.fields().required("topic"),
                    told == null ? List.of() : told.queueDatas());
                reply.send(refusal == null ? ResponseCode.SUCCESS : ResponseCode.SYSTEM_ERROR, refusal);
                break;
            case RequestCode.QUERY_DATA_VERSION:
                queryVersion(request, reply);
                break;
            default:
                registry.heard(BrokerIdentityRequestHeader.read(request.fields()).brokerAddr());
                reply.send(ResponseCode.SUCCESS, null);
                break;
        }
    }

    private void register(Connection connection, RemotingCommand request, Reply reply) {
        RegisterBrokerRequestHeader header = RegisterBrokerRequestHeader.read(request.fields());
        String fault = faultOf(header, request.body());
        if (fault != null) {
            reply.send(ResponseCode.SYSTEM_ERROR, fault);
            return;
        }
        RegisterBrokerBody body = header.compressed() ? CompressedRegistration.read(request.body())
            : RegisterBrokerBody.read(request.body(), request.version());
        RegistrationResult result = registry.register(registration(header, body, connection));
        watch(connection);
        if (result.refusal() != null) {
            reply.send(ResponseCode.SYSTEM_ERROR, result.refusal());
            return;
        }
        byte[] order = kv.list(KvConfig.ORDER_TOPICS);
        reply.send(ResponseCode.SUCCESS, null,
            new RegisterBrokerResponseHeader(result.masterAddress(), result.haAddress()),
            order == null ? null : Payload.of(order));
    }

    /** What is wrong before the body is read, or null. */
    private static String faultOf(RegisterBrokerRequestHeader header, ByteBuffer body) {
        int longest = Stream.of(header.clusterName(), header.brokerName(), header.brokerAddr(), header.haServerAddr(),
            header.zoneName()).mapToInt(name -> name == null ? 0 : name.length()).max().orElse(0);
        if (longest > Registration.NAME_CHARS_MAX) {
            return "a name or address of " + longest + " characters, the limit is " + Registration.NAME_CHARS_MAX;
        }
        if (header.clusterName().isBlank() || header.brokerName().isBlank() || header.brokerAddr().isBlank()) {
            return "broker '" + header.brokerName() + "' of cluster '" + header.clusterName() + "' at '"
                + header.brokerAddr() + "': name, cluster and address are needed";
        }
        long crc = crcOf(body);
        return header.bodyCrc32() == 0 || header.bodyCrc32() == crc ? null : "body of " + body.remaining()
            + " bytes has CRC " + crc + ", the header says " + header.bodyCrc32();
    }

    private static Registration registration(RegisterBrokerRequestHeader header, RegisterBrokerBody body,
                                             Connection connection) {
        Map<String, QueueData> topics = new LinkedHashMap<>();
        body.topics().stream().filter(topic -> topic.topicName().length() <= Registration.NAME_CHARS_MAX)
            .forEach(topic -> topics.put(topic.topicName(), QueueData.of(header.brokerName(), topic)));
        long tooLong = body.topics().stream()
            .filter(topic -> topic.topicName().length() > Registration.NAME_CHARS_MAX).count();
        if (tooLong > 0) {
            log.warn("{} of {} topics of broker {} at {} left out: names of more than {} characters", tooLong,
                body.topics().size(), header.brokerName(), header.brokerAddr(), Registration.NAME_CHARS_MAX);
        }
        Long told = header.heartbeatTimeoutMillis();
        long timeoutMs = told == null || told <= 0 ? Registration.HEARTBEAT_TIMEOUT_MS : told;
        return new Registration(header.clusterName(), header.brokerName(), header.brokerId(), header.brokerAddr(),
            header.haServerAddr(), timeoutMs, header.enableActingMaster(), header.zoneName(), body.dataVersion(),
            topics, connection);
    }

    /** Asked after the registration was entered, so that a connection that is closed already is noticed as well. */
    private void watch(Connection connection) {
        if (connection.attachment(WATCHED) == null) {
            connection.attach(WATCHED, WATCHED);
            connection.onClose(() -> registry.connectionLost(connection));
        }
    }

    private void queryVersion(RemotingCommand request, Reply reply) {
        DataVersion known = registry.heard(BrokerIdentityRequestHeader.read(request.fields()).brokerAddr());
        DataVersion told = request.body().hasRemaining()
            ? DataVersion.read(JsonFields.of(JsonText.decode(request.body(), Object.class))) : null;
        reply.send(ResponseCode.SUCCESS, null,
            new QueryDataVersionResponseHeader(known == null || !known.equals(told)),
            known == null ? null : Payload.of(JsonText.encode(known.toJson())));
    }

    private static long crcOf(ByteBuffer body) {
        CRC32 crc = new CRC32();
        crc.update(body.duplicate());
        return crc.getValue() & CRC_MASK;
    }
}
