/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.tandemmq.broker.outer.OwnRequestCode;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.body.TableVersions;

/**
 * What slaves ask for, of our kind and of others (wire-protocol 2.10): whole tables 21, 43, 45, 201, message request
 * modes 402 (there are none), the timer's 60 and 61 (nothing waits in it), and between two of ours the versions of all
 * tables and newer offsets. Served on both ports by every role, away from the event loops: a table may be megabytes.
 */
public final class MasterTablesProcessor implements RequestProcessor {

    /** Most bytes of a table for a slave of ours: as many as may wait unread for all peers of a port. */
    static final int TABLE_BYTES_MAX = 32 << 20;
    /** Most bytes of a table for anybody else, who takes frames of 16 MiB. */
    static final int FOREIGN_BYTES_MAX = 15 << 20;
    private static final int TIMER_CHECKPOINT_BYTES = 7 * Long.BYTES;
    private static final long TIMER_PRECISION_MS = 1_000;

    private final Map<Integer, FollowedTable> tables = new TreeMap<>();
    private final Self self;
    private final KnownSlaves slaves;
    private final TwoWayOffsets offsets;

    /**
     * Who answers.
     *
     * @param brokerName our name
     * @param instanceId id of this process
     * @param isMaster whether we are master just now
     * @param clock wall clock
     */
    public record Self(String brokerName, String instanceId, BooleanSupplier isMaster, InstantSource clock) {
    }

    /**
     * Creates the processor.
     *
     * @param self who answers
     * @param followed the tables
     * @param slaves remembers who asks
     * @param offsets takes newer offsets
     */
    public MasterTablesProcessor(Self self, List<FollowedTable> followed, KnownSlaves slaves, TwoWayOffsets offsets) {
        this.self = self;
        followed.forEach(table -> tables.put(table.code(), table));
        this.slaves = slaves;
        this.offsets = offsets;
    }

    /** Request codes that are answered here. */
    public Iterable<Integer> codes() {
        List<Integer> codes = new ArrayList<>(tables.keySet());
        codes.addAll(List.of(RequestCode.GET_ALL_MESSAGE_REQUEST_MODE, RequestCode.GET_TIMER_CHECK_POINT,
            RequestCode.GET_TIMER_METRICS, OwnRequestCode.TABLE_VERSIONS, OwnRequestCode.OFFSETS_SINCE,
            OwnRequestCode.PUSH_OFFSETS));
        return codes;
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        switch (request.code()) {
            case OwnRequestCode.TABLE_VERSIONS:
                versions(request, reply);
                break;
            case OwnRequestCode.OFFSETS_SINCE:
                offsetsSince(request, reply);
                break;
            case OwnRequestCode.PUSH_OFFSETS:
                takeOffsets(request, reply);
                break;
            case RequestCode.GET_ALL_MESSAGE_REQUEST_MODE:
                reply.send(ResponseCode.SUCCESS, null, null,
                    Payload.of(JsonText.encode(Map.of("messageRequestModeMap", Map.of()))));
                break;
            case RequestCode.GET_TIMER_CHECK_POINT:
                reply.send(ResponseCode.SUCCESS, null, null, Payload.of(timerCheckpoint()));
                break;
            case RequestCode.GET_TIMER_METRICS:
                reply.send(ResponseCode.SUCCESS, null, null, Payload.of(JsonText.encode(Map.of("dataVersion",
                    Map.of("counter", 0, "stateVersion", 0, "timestamp", 0), "timingCount", Map.of()))));
                break;
            default:
                FollowedTable table = tables.get(request.code());
                give(table, table.table().snapshot(), request, reply);
                break;
        }
    }

    private void offsetsSince(RemotingCommand request, Reply reply) {
        byte[] changes = offsets.changesSince(
            DataVersion.read(JsonFields.of(JsonText.decode(request.body(), Object.class))));
        if (changes == null) {
            reply.send(ResponseCode.QUERY_NOT_FOUND, null);
        } else {
            give(tables.get(RequestCode.GET_ALL_CONSUMER_OFFSET), changes, request, reply);
        }
    }

    /** A body that the other side could not take would cost it the connection, and all other answers on it. */
    private void give(FollowedTable table, byte[] body, RemotingCommand request, Reply reply) {
        int bytesMax = isFromSlave(request) ? TABLE_BYTES_MAX : FOREIGN_BYTES_MAX;
        if (body.length > bytesMax) {
            reply.send(ResponseCode.SYSTEM_ERROR, "the table of " + table.table().name() + " has " + body.length
                + " bytes, which are too many for one answer, the limit is " + bytesMax);
        } else {
            reply.send(ResponseCode.SUCCESS, null, ownFields(table, request), Payload.of(body));
        }
    }

    private static boolean isFromSlave(RemotingCommand request) {
        return request.fields().text(OwnRequestCode.SLAVE_FIELD) != null;
    }

    /** Who answers, and where our log ends now that the table was read: what its progress follows from is before. */
    private CommandHeader ownFields(FollowedTable table, RemotingCommand request) {
        return isFromSlave(request) ? ownFields(table) : null;
    }

    private CommandHeader ownFields(FollowedTable table) {
        long position = table.isProgress() ? table.logEnd().getAsLong() : MasterApi.NOT_TOLD;
        return out -> {
            out.text(OwnRequestCode.INSTANCE_FIELD, self.instanceId());
            if (table.isProgress()) {
                out.number(OwnRequestCode.LOG_END_FIELD, position);
            }
        };
    }

    /**
     * Of a timer that nothing waits in: it has read up to now, to the second, and its queue is empty (wire-protocol,
     * body of 60). An Apache slave asks every three seconds and logs an error for any other answer.
     */
    private byte[] timerCheckpoint() {
        long nowMs = self.clock().millis();
        return ByteBuffer.allocate(TIMER_CHECKPOINT_BYTES).putLong(nowMs - nowMs % TIMER_PRECISION_MS).array();
    }

    private void versions(RemotingCommand request, Reply reply) {
        slaves.seen(request.fields().text(OwnRequestCode.SLAVE_FIELD));
        if (offsets.hasToLearn()) {
            reply.send(ResponseCode.SYSTEM_ERROR, "this broker was a master or lost its log, and is a slave that has to"
                + " learn its tables: it has none to give");
            return;
        }
        Map<Integer, DataVersion> versions = new TreeMap<>();
        tables.forEach((code, table) -> versions.put(code, table.table().version()));
        reply.send(ResponseCode.SUCCESS, null, ownFields(tables.get(RequestCode.GET_ALL_CONSUMER_OFFSET)),
            Payload.of(new TableVersions(self.brokerName(), versions).encode()));
    }

    private void takeOffsets(RemotingCommand request, Reply reply) {
        if (!self.isMaster().getAsBoolean()) {
            reply.send(ResponseCode.SYSTEM_ERROR, "this broker is no master and takes no offsets");
            return;
        }
        String meant = request.fields().text(OwnRequestCode.NAME_FIELD);
        if (meant != null && !meant.equals(self.brokerName())) {
            reply.send(ResponseCode.SYSTEM_ERROR, "this is broker " + self.brokerName() + ", the offsets are for "
                + meant);
            return;
        }
        ByteBuffer body = request.body();
        byte[] bytes = new byte[body.remaining()];
        body.get(body.position(), bytes);
        offsets.mergeNewest(bytes);
        reply.send(ResponseCode.SUCCESS, null);
    }
}
