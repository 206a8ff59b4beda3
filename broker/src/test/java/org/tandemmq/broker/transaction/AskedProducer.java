/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.header.CheckTransactionStateRequestHeader;
import org.tandemmq.store.record.RecordView;

/** A producer that only notes what it is asked. */
final class AskedProducer implements Connection {

    private static final InetSocketAddress HOST = new InetSocketAddress("10.0.0.9", 4000);

    /** What it was asked. */
    final List<Question> questions = new ArrayList<>();

    /** One question. */
    record Question(CheckTransactionStateRequestHeader header, RecordView record, int bytes) {
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return HOST;
    }

    @Override
    public InetSocketAddress localAddress() {
        return HOST;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public CompletableFuture<RemotingCommand> call(int code, CommandHeader header, Payload payload,
                                                   long timeoutMs) {
        throw new UnsupportedOperationException("call");
    }

    @Override
    public void sendOneway(int code, CommandHeader header, Payload payload) {
        assertThat(code).isEqualTo(RequestCode.CHECK_TRANSACTION_STATE);
        ByteBuffer body = payload.slice(0);
        questions.add(new Question((CheckTransactionStateRequestHeader) header, new RecordView().wrap(body, 0),
            body.remaining()));
    }

    @Override
    public void onClose(Runnable action) {
        // never closes
    }

    @Override
    public void close(String reason) {
        // never closes
    }

    @Override
    public void attach(Object key, Object value) {
        // not used
    }

    @Override
    public Object attachment(Object key) {
        return null;
    }
}
