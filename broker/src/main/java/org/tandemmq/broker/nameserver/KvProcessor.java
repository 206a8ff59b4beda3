/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver;

import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.header.GetKvConfigResponseHeader;
import org.tandemmq.remoting.protocol.header.KvConfigRequestHeader;

/** Key-value table: 100, 101, 102 and 219 (nameserver-and-admin 1.3). Changes wait for the disk, so on the worker. */
final class KvProcessor implements RequestProcessor {

    private final KvConfig kv;

    KvProcessor(KvConfig kv) {
        this.kv = kv;
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        if (request.code() == RequestCode.GET_KVLIST_BY_NAMESPACE) {
            list(request.fields().required("namespace"), reply);
            return;
        }
        KvConfigRequestHeader asked = KvConfigRequestHeader.read(request.fields());
        switch (request.code()) {
            case RequestCode.PUT_KV_CONFIG:
                put(asked, request.fields().required("value"), reply);
                break;
            case RequestCode.DELETE_KV_CONFIG:
                kv.delete(asked.namespace(), asked.key());
                reply.send(ResponseCode.SUCCESS, null);
                break;
            default:
                String value = kv.value(asked.namespace(), asked.key());
                reply.send(value == null ? ResponseCode.QUERY_NOT_FOUND : ResponseCode.SUCCESS,
                    value == null ? "No config item, Namespace: " + asked.namespace() + " Key: " + asked.key() : null,
                    new GetKvConfigResponseHeader(value));
                break;
        }
    }

    private void put(KvConfigRequestHeader asked, String value, Reply reply) {
        try {
            kv.put(asked.namespace(), asked.key(), value);
        } catch (IllegalArgumentException aboveLimit) {
            reply.send(ResponseCode.SYSTEM_ERROR, aboveLimit.getMessage());
            return;
        }
        reply.send(ResponseCode.SUCCESS, null);
    }

    private void list(String namespace, Reply reply) {
        byte[] table = kv.list(namespace);
        if (table == null) {
            reply.send(ResponseCode.QUERY_NOT_FOUND, "No config item, Namespace: " + namespace);
        } else {
            reply.send(ResponseCode.SUCCESS, null, null, Payload.of(table));
        }
    }
}
