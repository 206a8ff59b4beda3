/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.outer;

import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.ClusterInfo;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.header.BrokerIdentityRequestHeader;
import org.tandemmq.remoting.protocol.header.RegisterBrokerRequestHeader;

/** The requests of a broker to one name server, as futures. Any thread. */
final class NameServerCalls {

    private static final int CRC_MASK = 0x7FFF_FFFF;
    /** Milliseconds for requests that carry little. */
    static final long SHORT_TIMEOUT_MS = 3000;

    private final NameServerLink link;
    private final BrokerIdentity self;
    private final long registerTimeoutMs;

    NameServerCalls(NameServerLink link, BrokerIdentity self, long registerTimeoutMs) {
        this.link = link;
        this.self = self;
        this.registerTimeoutMs = registerTimeoutMs;
    }

    /** Answer to a registration: the parts that matter, copied. */
    record Registered(String masterAddress, String haAddress, Set<String> orderTopics) {
    }

    CompletableFuture<Registered> register(byte[] body) {
        CRC32 crc = new CRC32();
        crc.update(body);
        RegisterBrokerRequestHeader header = new RegisterBrokerRequestHeader(self.name(), self.address(),
            self.cluster(), self.haAddress(), self.id(), false, crc.getValue() & CRC_MASK, null, false, null);
        return call(RequestCode.REGISTER_BROKER, header, body, registerTimeoutMs).thenApply(answer ->
            new Registered(textOf(answer, "masterAddr"), textOf(answer, "haServerAddr"), orderTopics(answer.body())));
    }

    private static String textOf(RemotingCommand answer, String field) {
        String text = answer.fields().text(field);
        return text == null || text.isEmpty() ? null : text;
    }

    private static Set<String> orderTopics(ByteBuffer body) {
        return body.hasRemaining()
            ? JsonFields.of(JsonText.decode(body, Object.class)).object("table").asMap().keySet() : Set.of();
    }

    /** What a name server says to a version. */
    enum VersionAnswer {
        /** It holds this version. */
        SAME,
        /** It holds another one, or does not know us. */
        OTHER,
        /** It does not know the request. */
        UNSUPPORTED
    }

    CompletableFuture<VersionAnswer> compareVersion(DataVersion version) {
        Payload body = Payload.of(JsonText.encode(version.toJson()));
        return link.client().call(link.address(), RequestCode.QUERY_DATA_VERSION, identity(), body, SHORT_TIMEOUT_MS)
            .thenApply(answer -> {
                if (answer.code() == ResponseCode.REQUEST_CODE_NOT_SUPPORTED) {
                    return VersionAnswer.UNSUPPORTED;
                }
                return good(RequestCode.QUERY_DATA_VERSION, answer).fields().flag("changed", true)
                    ? VersionAnswer.OTHER : VersionAnswer.SAME;
            });
    }

    CompletableFuture<ClusterInfo> clusters() {
        return call(RequestCode.GET_BROKER_CLUSTER_INFO, null, null, SHORT_TIMEOUT_MS)
            .thenApply(answer -> JsonText.decode(answer.body(), ClusterInfo.class));
    }

    CompletableFuture<RemotingCommand> unregister() {
        return call(RequestCode.UNREGISTER_BROKER, identity(), null, SHORT_TIMEOUT_MS);
    }

    private BrokerIdentityRequestHeader identity() {
        return new BrokerIdentityRequestHeader(self.name(), self.address(), self.cluster(), self.id());
    }

    private CompletableFuture<RemotingCommand> call(int code, CommandHeader header,
                                                    byte[] body, long timeoutMs) {
        return link.client().call(link.address(), code, header, body == null ? null : Payload.of(body), timeoutMs)
            .thenApply(answer -> good(code, answer));
    }

    private static RemotingCommand good(int code, RemotingCommand answer) {
        if (answer.code() != ResponseCode.SUCCESS) {
            throw new RemotingException("request " + code + " was answered with code " + answer.code() + ": "
                + answer.remark());
        }
        return answer;
    }
}
