/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver;

import org.tandemmq.broker.nameserver.route.BrokerRegistry;
import org.tandemmq.broker.nameserver.route.RouteQueries;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.HeaderFields;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.body.TopicList;
import org.tandemmq.remoting.protocol.header.AddWritePermResponseHeader;
import org.tandemmq.remoting.protocol.header.WipeWritePermResponseHeader;

/** Lists of topics and what the admin tool changes about them: 205, 206, 216, 224, 304, 311 to 313, 327. */
final class TopicProcessor implements RequestProcessor {

    private final BrokerRegistry registry;
    private final RouteQueries routes;

    TopicProcessor(BrokerRegistry registry, RouteQueries routes) {
        this.registry = registry;
        this.routes = routes;
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        HeaderFields fields = request.fields();
        switch (request.code()) {
            case RequestCode.WIPE_WRITE_PERM_OF_BROKER:
                reply.send(ResponseCode.SUCCESS, null,
                    new WipeWritePermResponseHeader(registry.wipeWritePerm(fields.required("brokerName"))));
                break;
            case RequestCode.ADD_WRITE_PERM_OF_BROKER:
                reply.send(ResponseCode.SUCCESS, null,
                    new AddWritePermResponseHeader(registry.addWritePerm(fields.required("brokerName"))));
                break;
            case RequestCode.DELETE_TOPIC_IN_NAMESRV:
                String cluster = fields.text("clusterName");
                registry.deleteTopic(fields.required("topic"), cluster == null || cluster.isEmpty() ? null : cluster);
                reply.send(ResponseCode.SUCCESS, null);
                break;
            default:
                reply.send(ResponseCode.SUCCESS, null, null, Payload.of(JsonText.encode(list(request))));
                break;
        }
    }

    private TopicList list(RemotingCommand request) {
        switch (request.code()) {
            case RequestCode.GET_TOPICS_BY_CLUSTER:
                return routes.topicsOf(request.fields().required("cluster"));
            case RequestCode.GET_SYSTEM_TOPIC_LIST_FROM_NS:
                return routes.systemTopics();
            case RequestCode.GET_UNIT_TOPIC_LIST:
                return routes.unitTopics();
            case RequestCode.GET_HAS_UNIT_SUB_TOPIC_LIST:
                return routes.unitSubTopics();
            case RequestCode.GET_HAS_UNIT_SUB_UNUNIT_TOPIC_LIST:
                return routes.unitSubNotUnitTopics();
            default:
                return routes.topics();
        }
    }
}
