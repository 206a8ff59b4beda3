/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.HeaderFields;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.SerializeType;
import org.tandemmq.remoting.protocol.body.JsonMemory;

/**
 * Calls processors of the same process: what a broker says to its embedded name service takes the way of every other
 * request but for the socket. A call runs on the caller's thread and is complete when it returns.
 */
final class InProcessClient implements RemotingClient {

    private static final Logger log = LoggerFactory.getLogger(InProcessClient.class);

    private final Map<Integer, RequestProcessor> processors;
    private final InProcessConnection connection = new InProcessConnection();

    InProcessClient(Map<Integer, RequestProcessor> processors) {
        this.processors = processors;
    }

    @Override
    public CompletableFuture<RemotingCommand> call(String address, int code, CommandHeader header, Payload payload,
                                                   long timeoutMs) {
        CompletableFuture<RemotingCommand> answer = new CompletableFuture<>();
        RequestProcessor processor = processors.get(code);
        if (!connection.isOpen()) {
            answer.completeExceptionally(new RemotingException("the name service of this process was left"));
        } else if (processor == null) {
            answer.complete(command(ResponseCode.REQUEST_CODE_NOT_SUPPORTED, "request code " + code, null, null));
        } else {
            process(processor, command(code, null, header, payload), answer);
        }
        return answer;
    }

    private void process(RequestProcessor processor, RemotingCommand request,
                         CompletableFuture<RemotingCommand> answer) {
        try {
            processor.process(connection, request, new CompletingReply(answer));
        } catch (RuntimeException failed) {
            log.warn("request {} to the name service of this process failed", request.code(), failed);
            answer.complete(command(ResponseCode.SYSTEM_ERROR, String.valueOf(failed.getMessage()), null, null));
        } finally {
            JsonMemory.OF_PROCESS.release();
        }
    }

    @Override
    public void sendOneway(String address, int code, CommandHeader header, Payload payload) {
        call(address, code, header, payload, 0);
    }

    @Override
    public void close() {
        connection.close("the caller left");
    }

    private static RemotingCommand command(int code, String remark, CommandHeader header, Payload payload) {
        HeaderFields fields = header == null ? HeaderFields.NONE : MapFields.of(header);
        return new RemotingCommand(code, RemotingCommand.LANGUAGE_JAVA, RemotingCommand.OWN_VERSION, 0, 0, remark,
            fields, bytesOf(payload), SerializeType.JSON);
    }

    private static ByteBuffer bytesOf(Payload payload) {
        if (payload == null) {
            return ByteBuffer.allocate(0);
        }
        ByteBuffer body = ByteBuffer.allocate(payload.sizeBytes());
        for (int i = 0; i < payload.sliceCount(); i++) {
            body.put(payload.slice(i).duplicate());
        }
        payload.close();
        return body.flip();
    }

    private record CompletingReply(CompletableFuture<RemotingCommand> answer) implements Reply {
        @Override
        public void send(int code, String remark, CommandHeader header, Payload payload) {
            if (!answer.complete(command(code, remark, header, payload))) {
                throw new IllegalStateException("the request was answered before");
            }
        }

        @Override
        public void drop() {
            answer.completeExceptionally(new RemotingException("the request was dropped"));
        }

        @Override
        public boolean isOpen() {
            return true;
        }
    }
}
