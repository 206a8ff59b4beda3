/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.LogLimit;
import org.tandemmq.remoting.RemotingServer;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;

/**
 * What RocketMQ 4.9 and 5.3 have and this broker does not: its codes are answered with 3, as any unknown code is, and
 * with the name of what is missing instead of a mere number, since the text is all that a person at a tool gets to see.
 * It is also logged, once a minute for each feature: a consumer with {@code clientRebalance=false} gets nothing, and
 * tells nobody but its own log.
 */
public enum MissingFeature {

    /** Users and permissions of both lines. */
    ACCESS_CONTROL("there is no access control: limit who reaches the ports, see adminAllowedPeers and haAllowedPeers",
        codes(RequestCode.UPDATE_AND_CREATE_ACL_CONFIG, 54),
        codes(RequestCode.AUTH_CREATE_USER, RequestCode.AUTH_LIST_ACL)),
    /** Consumers whose queues and acknowledgements the broker keeps. */
    POP("there are no pop consumers: every group pulls, with clientRebalance=true",
        codes(RequestCode.QUERY_ASSIGNMENT, RequestCode.SET_MESSAGE_REQUEST_MODE),
        codes(RequestCode.POP_MESSAGE, RequestCode.POP_ROLLBACK),
        codes(RequestCode.BATCH_ACK_MESSAGE, RequestCode.BATCH_ACK_MESSAGE)),
    /** Taking back of messages with a time of delivery. */
    RECALL("there are no timer messages, so that none can be recalled",
        codes(RequestCode.RECALL_MESSAGE, RequestCode.RECALL_MESSAGE)),
    /** Topics that are spread over brokers by a fixed mapping. */
    STATIC_TOPICS("there are no static topics: make an ordinary one with updateTopic",
        codes(RequestCode.UPDATE_AND_CREATE_STATIC_TOPIC, RequestCode.UPDATE_AND_CREATE_STATIC_TOPIC)),
    /** Queues and tables in RocksDB. */
    ROCKSDB("there is no RocksDB store, only that of files",
        codes(RequestCode.CHECK_ROCKSDB_CQ_WRITE_PROGRESS, RequestCode.EXPORT_ROCKSDB_CONFIG_TO_JSON)),
    /** Several brokers in a process. */
    CONTAINER("there is no broker container: each broker is a process of its own",
        codes(RequestCode.ADD_BROKER, RequestCode.REMOVE_BROKER)),
    /** Roles given by somebody else than the operator. */
    CONTROLLER("there is neither controller nor acting master: roles are set by hand, see docs/takeover.md",
        codes(RequestCode.NOTIFY_MIN_BROKER_ID_CHANGE, RequestCode.EXCHANGE_BROKER_HA_INFO),
        codes(RequestCode.RESET_MASTER_FLUSH_OFFSET, RequestCode.RESET_MASTER_FLUSH_OFFSET),
        codes(RequestCode.CONTROLLER_ALTER_SYNC_STATE_SET, 1013)),
    /** Brakes on readers of old messages. */
    COLD_DATA("there is no flow control of cold data: cold reads have threads of their own",
        codes(RequestCode.UPDATE_COLD_DATA_FLOW_CTR_CONFIG, RequestCode.SET_COMMITLOG_READ_MODE));

    private static final Logger log = LoggerFactory.getLogger(MissingFeature.class);
    private static final long LOG_EVERY_NS = TimeUnit.MINUTES.toNanos(1);

    private record Codes(int first, int last) {
    }

    private final String reason;
    private final Codes[] ranges;

    MissingFeature(String reason, Codes... ranges) {
        this.reason = reason;
        this.ranges = ranges;
    }

    private static Codes codes(int first, int last) {
        return new Codes(first, last);
    }

    /**
     * Registers all of them; none of the codes may have a processor besides.
     *
     * @param server port of clients
     * @param elapsedMs elapsed-time clock
     */
    public static void serve(RemotingServer server, LongSupplier elapsedMs) {
        for (MissingFeature feature : values()) {
            RequestProcessor refusal = feature.refusal(elapsedMs);
            for (Codes range : feature.ranges) {
                for (int code = range.first; code <= range.last; code++) {
                    server.register(code, refusal, null);
                }
            }
        }
    }

    /**
     * What answers its codes; on event loops.
     *
     * @param elapsedMs elapsed-time clock
     * @return answers each request with code 3
     */
    RequestProcessor refusal(LongSupplier elapsedMs) {
        LogLimit lines = new LogLimit(() -> TimeUnit.MILLISECONDS.toNanos(elapsedMs.getAsLong()), 1, LOG_EVERY_NS);
        return (connection, request, reply) -> {
            if (lines.permits()) {
                log.warn("Request code {} of {} is not supported: {} (told once a minute){}", request.code(),
                    connection.remoteAddress(), reason, lines.suppressed());
            }
            reply.send(ResponseCode.REQUEST_CODE_NOT_SUPPORTED, "request code " + request.code()
                + " is not supported: " + reason);
        };
    }
}
