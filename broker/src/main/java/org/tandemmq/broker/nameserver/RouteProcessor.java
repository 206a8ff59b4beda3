/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver;

import org.tandemmq.broker.nameserver.route.RouteQueries;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.HeaderFields;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.BrokerData;
import org.tandemmq.remoting.protocol.body.BrokerMemberGroup;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.body.TopicRouteData;
import org.tandemmq.remoting.protocol.header.GetBrokerMemberGroupRequestHeader;
import org.tandemmq.remoting.protocol.header.GetRouteInfoRequestHeader;

/**
 * Where a topic and where the brokers are: 105, 106 and 901 (nameserver-and-admin 1.6). Runs on the event loop: a route
 * is a look-up and bytes that were encoded before.
 */
final class RouteProcessor implements RequestProcessor {

    /** First version whose clients read quoted keys; older ones get the bare numbers they know. */
    private static final int VERSION_QUOTED = 401;

    private final RouteQueries routes;
    private final KvConfig kv;
    private final NameServerSettings settings;

    RouteProcessor(RouteQueries routes, KvConfig kv, NameServerSettings settings) {
        this.routes = routes;
        this.kv = kv;
        this.settings = settings;
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        switch (request.code()) {
            case RequestCode.GET_ROUTEINFO_BY_TOPIC:
                route(request, reply);
                break;
            case RequestCode.GET_BROKER_CLUSTER_INFO:
                reply.send(ResponseCode.SUCCESS, null, null, Payload.of(JsonText.encode(routes.clusters())));
                break;
            default:
                GetBrokerMemberGroupRequestHeader asked = GetBrokerMemberGroupRequestHeader.read(request.fields());
                BrokerData group = routes.group(asked.clusterName(), asked.brokerName());
                reply.send(ResponseCode.SUCCESS, null, null, Payload.of(JsonText.encode(new BrokerMemberGroup.Answer(
                    new BrokerMemberGroup(group.brokerAddrs(), group.brokerName(), group.cluster())))));
                break;
        }
    }

    private void route(RemotingCommand request, Reply reply) {
        GetRouteInfoRequestHeader asked = GetRouteInfoRequestHeader.read(request.fields());
        String order = settings.orderMessageEnable() ? kv.value(KvConfig.ORDER_TOPICS, asked.topic()) : null;
        String zone = zoneOf(request.fields());
        byte[] body;
        if (zone == null) {
            body = routes.route(asked.topic(), order,
                request.version() >= VERSION_QUOTED || asked.acceptStandardJsonOnly());
        } else {
            TopicRouteData route = routes.routeInZone(asked.topic(), order, zone);
            body = route == null ? null : route.encode(asked.acceptStandardJsonOnly());
        }
        if (body == null) {
            reply.send(ResponseCode.TOPIC_NOT_EXIST, "No topic route info in name server for the topic: "
                + asked.topic() + ". No broker that is alive has registered it");
        } else {
            reply.send(ResponseCode.SUCCESS, null, null, Payload.of(body));
        }
    }

    private static String zoneOf(HeaderFields fields) {
        String zone = fields.text("__ZONE_NAME");
        return fields.flag("__ZONE_MODE", false) && zone != null && !zone.isEmpty() ? zone : null;
    }
}
