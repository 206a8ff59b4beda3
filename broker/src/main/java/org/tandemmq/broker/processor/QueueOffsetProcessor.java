/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.header.OffsetResponseHeader;
import org.tandemmq.remoting.protocol.header.QueueRequestHeader;
import org.tandemmq.remoting.protocol.header.SearchOffsetRequestHeader;
import org.tandemmq.remoting.protocol.header.TimestampResponseHeader;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.TimeBoundary;

/**
 * SEARCH_OFFSET_BY_TIMESTAMP (29), GET_MAX_OFFSET (30), GET_MIN_OFFSET (31) and GET_EARLIEST_MSG_STORETIME (32), see
 * wire-protocol 2.11. A queue that does not exist is never an error. The search by time and the store time may read
 * from disk: 29 and 32 belong on the readers.
 */
public final class QueueOffsetProcessor implements RequestProcessor {

    private final MessageStore store;

    /**
     * Creates the processor.
     *
     * @param store holds the queues
     */
    public QueueOffsetProcessor(MessageStore store) {
        this.store = store;
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        if (request.code() == RequestCode.SEARCH_OFFSET_BY_TIMESTAMP) {
            search(SearchOffsetRequestHeader.read(request.fields()), reply);
            return;
        }
        QueueRequestHeader asked = QueueRequestHeader.read(request.fields());
        String topic = asked.topic();
        int queueId = asked.queueId();
        switch (request.code()) {
            case RequestCode.GET_MAX_OFFSET ->
                reply.send(ResponseCode.SUCCESS, null, new OffsetResponseHeader(store.maxOffset(topic, queueId)));
            case RequestCode.GET_MIN_OFFSET ->
                reply.send(ResponseCode.SUCCESS, null, new OffsetResponseHeader(store.minOffset(topic, queueId)));
            case RequestCode.GET_EARLIEST_MSG_STORETIME -> reply.send(ResponseCode.SUCCESS, null,
                new TimestampResponseHeader(store.storeTimestampMs(topic, queueId, store.minOffset(topic, queueId))));
            default -> throw new IllegalStateException("not registered for code " + request.code());
        }
    }

    private void search(SearchOffsetRequestHeader asked, Reply reply) {
        TimeBoundary boundary = "UPPER".equalsIgnoreCase(asked.boundaryType()) ? TimeBoundary.UPPER
            : TimeBoundary.LOWER;
        long offset = store.offsetByTime(asked.topic(), asked.queueId(), asked.timestampMs(), boundary);
        reply.send(ResponseCode.SUCCESS, null, new OffsetResponseHeader(offset));
    }
}
