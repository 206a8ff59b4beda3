/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import java.util.List;
import java.util.Optional;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.header.QueryMessageRequestHeader;
import org.tandemmq.remoting.protocol.header.QueryMessageResponseHeader;
import org.tandemmq.remoting.protocol.header.ViewMessageRequestHeader;
import org.tandemmq.store.KeyQuery;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.QueryResult;
import org.tandemmq.store.log.LogSlice;

/**
 * QUERY_MESSAGE (12) and VIEW_MESSAGE_BY_ID (33), on the readers (wire-protocol 2.11). A position that is not the begin
 * of a whole and valid record is not found; nothing else ever leaves the log.
 */
public final class QueryMessageProcessor implements RequestProcessor {

    private final MessageStore store;
    private final int keyMax;
    private final int uniqueKeyMax;

    /**
     * Creates the processor.
     *
     * @param store holds the messages
     * @param keyMax {@code maxMsgsNumBatch}: most messages of a look-up by key
     * @param uniqueKeyMax {@code defaultQueryMaxNum}: messages of a look-up by unique key, whatever the client asks for
     */
    public QueryMessageProcessor(MessageStore store, int keyMax, int uniqueKeyMax) {
        this.store = store;
        this.keyMax = keyMax;
        this.uniqueKeyMax = uniqueKeyMax;
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        if (request.code() == RequestCode.QUERY_MESSAGE) {
            query(QueryMessageRequestHeader.read(request.fields()), reply);
        } else {
            view(ViewMessageRequestHeader.read(request.fields()).position(), reply);
        }
    }

    private void query(QueryMessageRequestHeader asked, Reply reply) {
        int maxCount = asked.uniqueKey() ? uniqueKeyMax : Math.min(keyMax, asked.maxNum());
        QueryResult result = store.query(new KeyQuery(asked.topic(), asked.key(), maxCount, asked.beginTimestampMs(),
            asked.endTimestampMs()));
        QueryMessageResponseHeader header = new QueryMessageResponseHeader(result.indexLastTimestampMs(),
            result.indexLastPosition());
        if (result.records().isEmpty()) {
            result.close();
            reply.send(ResponseCode.QUERY_NOT_FOUND, "no message of " + asked.topic() + " with key " + asked.key()
                + " stored from " + asked.beginTimestampMs() + " to " + asked.endTimestampMs(), header);
            return;
        }
        SlicePayload payload = new SlicePayload(result.records());
        payload.touch();
        reply.send(ResponseCode.SUCCESS, null, header, payload);
    }

    private void view(long position, Reply reply) {
        Optional<LogSlice> record = store.record(position);
        if (record.isEmpty()) {
            reply.send(ResponseCode.SYSTEM_ERROR, "no message begins at position " + position + " of the log, which "
                + "has " + store.status().minPosition() + " to " + store.status().endPosition());
            return;
        }
        SlicePayload payload = new SlicePayload(List.of(record.get()));
        payload.touch();
        reply.send(ResponseCode.SUCCESS, null, null, payload);
    }
}
