/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.tandemmq.broker.outer.OwnRequestCode;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.SerializeType;

/** A master as its slave sees it: with our processor behind it, or with answers that a test makes up. */
final class MasterTwin implements RemotingClient {

    /** Codes that were asked for. */
    final List<Integer> asked = new ArrayList<>();
    private final Map<Integer, Supplier<CompletableFuture<RemotingCommand>>> script = new HashMap<>();
    private RequestProcessor processor;
    private boolean foreign;

    void serve(RequestProcessor behind) {
        processor = behind;
    }

    void answer(int code, String body) {
        script.put(code, () -> CompletableFuture.completedFuture(command(0, null, null,
            body.getBytes(StandardCharsets.UTF_8))));
    }

    void refuse(int code, int responseCode) {
        script.put(code, () -> CompletableFuture.completedFuture(command(responseCode, "no", null, new byte[0])));
    }

    void hang(int code) {
        script.put(code, CompletableFuture::new);
    }

    void breakOff(int code) {
        script.put(code, () -> CompletableFuture.failedFuture(new RemotingException("connection lost")));
    }

    void forget(int code) {
        script.remove(code);
    }

    int count(int code) {
        return (int) asked.stream().filter(one -> one == code).count();
    }

    @Override
    public CompletableFuture<RemotingCommand> call(String address, int code, CommandHeader header, Payload payload,
                                                   long timeoutMs) {
        asked.add(code);
        Supplier<CompletableFuture<RemotingCommand>> made = script.get(code);
        if (made != null) {
            return made.get();
        }
        if (processor == null) {
            return CompletableFuture.completedFuture(command(3, "unknown code " + code, null, new byte[0]));
        }
        CompletableFuture<RemotingCommand> answer = new CompletableFuture<>();
        processor.process(null, command(code, null, header, payload == null ? new byte[0] : bytes(payload)),
            new Reply() {
                @Override
                public void send(int responseCode, String remark, CommandHeader fields, Payload body) {
                    answer.complete(command(responseCode, remark, foreign ? null : fields,
                        body == null ? new byte[0] : bytes(body)));
                }

                @Override
                public void drop() {
                    throw new AssertionError("dropped");
                }

                @Override
                public boolean isOpen() {
                    return true;
                }
            });
        return answer;
    }

    private static byte[] bytes(Payload payload) {
        byte[] bytes = new byte[payload.sizeBytes()];
        payload.slice(0).duplicate().get(bytes);
        return bytes;
    }

    private static RemotingCommand command(int code, String remark, CommandHeader header, byte[] body) {
        Map<String, String> fields = new LinkedHashMap<>();
        if (header != null) {
            header.writeTo(new FieldWriter() {
                @Override
                public void text(String name, CharSequence value) {
                    fields.put(name, String.valueOf(value));
                }

                @Override
                public void utf8(String name, ByteBuffer value) {
                    throw new AssertionError("not used");
                }

                @Override
                public void number(String name, long value) {
                    fields.put(name, Long.toString(value));
                }

                @Override
                public void flag(String name, boolean value) {
                    fields.put(name, Boolean.toString(value));
                }
            });
        }
        HeaderFields read = new HeaderFields() {
            @Override
            public String text(String name) {
                return fields.get(name);
            }

            @Override
            public void forEach(Visitor visitor) {
                fields.forEach(visitor::field);
            }
        };
        return new RemotingCommand(code, 0, 479, 1, 1, remark, read, ByteBuffer.wrap(body), SerializeType.JSON);
    }

    @Override
    public void sendOneway(String address, int code, CommandHeader header, Payload payload) {
        throw new AssertionError("not used");
    }

    @Override
    public void close() {
        script.clear();
    }

    /** The twin becomes a broker of another kind. */
    void knowNothingOfUs() {
        foreign = true;
        answer(RequestCode.GET_BROKER_RUNTIME_INFO, "{\"table\":{\"bootTimestamp\":\"1700000000000\"}}");
        refuse(OwnRequestCode.TABLE_VERSIONS, 3);
        refuse(OwnRequestCode.PUSH_OFFSETS, 3);
    }
}
