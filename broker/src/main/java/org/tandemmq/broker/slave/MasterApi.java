/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import java.util.concurrent.CompletableFuture;
import org.tandemmq.broker.outer.OwnRequestCode;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.body.TableVersions;

/** What one broker asks another of its group, as futures that fail with the cause. Any thread. */
public final class MasterApi {

    /** Milliseconds for small answers. */
    static final long SHORT_TIMEOUT_MS = 3_000;
    /** Milliseconds for a whole table. */
    static final long TABLE_TIMEOUT_MS = 5_000;
    /** Most bytes of a table. */
    static final int TABLE_BYTES_MAX = 64 * 1024 * 1024;

    private final RemotingClient client;
    private final String ownAddress;

    /**
     * Creates the calls.
     *
     * @param client carries them
     * @param ownAddress our address for clients, which a master remembers for its next start
     */
    public MasterApi(RemotingClient client, String ownAddress) {
        this.client = client;
        this.ownAddress = ownAddress;
    }

    /** A whole table; fails for any code but 0 and for bodies that are empty or too large. */
    CompletableFuture<byte[]> table(String address, int code) {
        return call(address, code, null, null, TABLE_TIMEOUT_MS).thenApply(answer -> bytesOf(code, answer));
    }

    private static byte[] bytesOf(int code, RemotingCommand answer) {
        int sizeBytes = answer.body().remaining();
        if (sizeBytes == 0 || sizeBytes > TABLE_BYTES_MAX) {
            throw new RemotingException("request " + code + " was answered with a body of " + sizeBytes
                + " bytes, allowed are 1 to " + TABLE_BYTES_MAX);
        }
        byte[] body = new byte[sizeBytes];
        answer.body().get(answer.body().position(), body);
        return body;
    }

    /** What changed in the consumer offsets since a version; null when the whole table is needed. */
    CompletableFuture<byte[]> offsetsSince(String address, DataVersion base) {
        return client.call(address, OwnRequestCode.OFFSETS_SINCE, null, Payload.of(JsonText.encode(base.toJson())),
            TABLE_TIMEOUT_MS).thenApply(answer -> answer.code() == ResponseCode.QUERY_NOT_FOUND ? null
                : bytesOf(OwnRequestCode.OFFSETS_SINCE, good(OwnRequestCode.OFFSETS_SINCE, answer)));
    }

    /** Versions of all tables; null when the other broker is of another kind, that is for every code but 0. */
    CompletableFuture<TableVersions> versions(String address) {
        CommandHeader header = out -> out.text(OwnRequestCode.SLAVE_FIELD, ownAddress);
        return client.call(address, OwnRequestCode.TABLE_VERSIONS, header, null, SHORT_TIMEOUT_MS)
            .thenApply(answer -> answer.code() == ResponseCode.SUCCESS ? TableVersions.read(answer.body()) : null);
    }

    /** Gives the master offsets that are newer than its own. */
    CompletableFuture<RemotingCommand> pushOffsets(String address, byte[] body) {
        return call(address, OwnRequestCode.PUSH_OFFSETS, null, body, TABLE_TIMEOUT_MS);
    }

    private CompletableFuture<RemotingCommand> call(String address, int code, CommandHeader header, byte[] body,
                                                    long timeoutMs) {
        return client.call(address, code, header, body == null ? null : Payload.of(body), timeoutMs)
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
