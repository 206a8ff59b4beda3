/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.tandemmq.broker.outer.OwnRequestCode;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.JsonException;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.body.TableVersions;

/** What one broker asks another of its group, as futures that fail with the cause. Any thread. */
public final class MasterApi {

    /** Milliseconds for small answers. */
    static final long SHORT_TIMEOUT_MS = 3_000;
    /** Milliseconds for a whole table. */
    static final long TABLE_TIMEOUT_MS = 5_000;
    /** Most bytes of a table that is taken from a master; the client's frames have to be as large. */
    public static final int TABLE_BYTES_MAX = 64 << 20;
    /** Most bytes of offsets that are given to a master: what fits into a frame of its port. */
    static final int PUSH_BYTES_MAX = 15 << 20;
    /** Instead of the end of a master's log. */
    static final long NOT_TOLD = -1;
    /** Instead of what tells a process: it answers for tables, and for nothing else that we ask. */
    static final String NAMELESS = "of another kind";

    private final RemotingClient client;
    private final String brokerName;
    private final String ownAddress;

    /**
     * Creates the calls.
     *
     * @param client carries them
     * @param brokerName our name, which the others of our group share
     * @param ownAddress our address for clients, which a master remembers for its next start
     */
    public MasterApi(RemotingClient client, String brokerName, String ownAddress) {
        this.client = client;
        this.brokerName = brokerName;
        this.ownAddress = ownAddress;
    }

    /**
     * A table as its master gave it.
     *
     * @param body the table, or a part of it
     * @param logEnd where the log of the master ended then; {@link #NOT_TOLD} when that is unknown
     * @param process what tells the process that answered from those before and after it at the same address; null
     *     when nobody asked
     */
    record Told(byte[] body, long logEnd, String process) {
    }

    /**
     * A sign of life.
     *
     * @param versions of all tables; null from a broker of another kind
     * @param logEnd where its log ends; {@link #NOT_TOLD} when it does not say
     * @param process as in {@link Told}
     */
    record Sign(TableVersions versions, long logEnd, String process) {
    }

    /** A whole table; fails for any code but 0 and for bodies that are empty or too large. */
    CompletableFuture<byte[]> table(String address, int code) {
        return whole(address, code).thenApply(Told::body);
    }

    /** It is another broker than the one that was meant. */
    static final class OtherBrokerException extends RemotingException {

        private static final long serialVersionUID = 1L;

        private OtherBrokerException(String message) {
            super(message);
        }
    }

    /** A whole table, with the process that gave it and the end of its log; one of another kind is asked for those. */
    CompletableFuture<Told> told(String address, int code) {
        return whole(address, code).thenCompose(told -> told.process() != null
            ? CompletableFuture.completedFuture(told)
            : foreignSign(address).exceptionally(silence -> new Sign(null, NOT_TOLD, NAMELESS))
                .thenApply(sign -> new Told(told.body(), sign.logEnd(), sign.process())));
    }

    private CompletableFuture<Told> whole(String address, int code) {
        return call(address, code, ownAddressHeader(), null, TABLE_TIMEOUT_MS).thenApply(answer -> told(code, answer));
    }

    private static Told told(int code, RemotingCommand answer) {
        int sizeBytes = answer.body().remaining();
        if (sizeBytes == 0 || sizeBytes > TABLE_BYTES_MAX) {
            throw new RemotingException("request " + code + " was answered with a body of " + sizeBytes
                + " bytes, allowed are 1 to " + TABLE_BYTES_MAX);
        }
        return new Told(bytes(answer.body()), logEnd(answer), answer.fields().text(OwnRequestCode.INSTANCE_FIELD));
    }

    /** The bytes of a body, which is ours alone: not a second time in memory where that can be avoided. */
    private static byte[] bytes(ByteBuffer body) {
        if (body.hasArray() && body.array().length == body.remaining()) {
            return body.array();
        }
        byte[] bytes = new byte[body.remaining()];
        body.get(body.position(), bytes);
        return bytes;
    }

    private static long logEnd(RemotingCommand answer) {
        return answer.fields().number(OwnRequestCode.LOG_END_FIELD, NOT_TOLD);
    }

    /**
     * A sign of life of a broker of another kind, out of its runtime info: it tells when it was started. One that gives
     * no such info tells nothing; fails when it does not answer.
     */
    CompletableFuture<Sign> foreignSign(String address) {
        return client.call(address, RequestCode.GET_BROKER_RUNTIME_INFO, null, null, SHORT_TIMEOUT_MS)
            .thenApply(MasterApi::foreignSign);
    }

    private static Sign foreignSign(RemotingCommand answer) {
        if (answer.code() == ResponseCode.SUCCESS) {
            try {
                JsonFields table = JsonFields.of(JsonText.decode(answer.body(), Object.class)).object("table");
                return new Sign(null, table.number("commitLogMaxOffset", NOT_TOLD),
                    NAMELESS + ", started at " + table.number("bootTimestamp", NOT_TOLD));
            } catch (JsonException noInfo) {
                return new Sign(null, NOT_TOLD, NAMELESS);
            }
        }
        return new Sign(null, NOT_TOLD, NAMELESS);
    }

    /**
     * A sign of life: versions of all tables, or what a broker of another kind tells, that is for every answer that
     * names no broker. Fails with {@link OtherBrokerException} when a broker of another name answers.
     *
     * @param address where the master should be
     * @param whateverKind whether one that does not answer the first question, or answers nonsense, is asked as another
     *     kind
     */
    CompletableFuture<Sign> sign(String address, boolean whateverKind) {
        return askVersions(address).handle((answer, failure) -> {
            if (failure != null) {
                return whateverKind ? foreignSign(address) : CompletableFuture.<Sign>failedFuture(failure);
            }
            TableVersions versions = versions(answer, whateverKind);
            if (versions == null) {
                return foreignSign(address);
            }
            if (!brokerName.equals(versions.brokerName())) {
                throw new OtherBrokerException("at " + address + " answers broker " + versions.brokerName()
                    + ", our master's name is " + brokerName);
            }
            return CompletableFuture.completedFuture(new Sign(versions, logEnd(answer),
                String.valueOf(answer.fields().text(OwnRequestCode.INSTANCE_FIELD))));
        }).thenCompose(sign -> sign);
    }

    private static TableVersions versions(RemotingCommand answer, boolean whateverKind) {
        try {
            TableVersions versions = answer.code() == ResponseCode.SUCCESS ? TableVersions.read(answer.body()) : null;
            return versions == null || versions.brokerName().isEmpty() ? null : versions;
        } catch (JsonException noVersions) {
            if (whateverKind) {
                return null;
            }
            throw noVersions;
        }
    }

    private CompletableFuture<RemotingCommand> askVersions(String address) {
        return client.call(address, OwnRequestCode.TABLE_VERSIONS, ownAddressHeader(), null, SHORT_TIMEOUT_MS);
    }

    /** What changed in the consumer offsets since a version; null when the whole table is needed. */
    CompletableFuture<Told> offsetsSince(String address, DataVersion base) {
        return client.call(address, OwnRequestCode.OFFSETS_SINCE, ownAddressHeader(),
            Payload.of(JsonText.encode(base.toJson())), TABLE_TIMEOUT_MS).thenApply(answer ->
                answer.code() == ResponseCode.QUERY_NOT_FOUND ? null
                    : told(OwnRequestCode.OFFSETS_SINCE, good(OwnRequestCode.OFFSETS_SINCE, answer)));
    }

    /** Versions of all tables; null when the other broker is of another kind, that is for every code but 0. */
    CompletableFuture<TableVersions> versions(String address) {
        return askVersions(address)
            .thenApply(answer -> answer.code() == ResponseCode.SUCCESS ? TableVersions.read(answer.body()) : null);
    }

    /**
     * Gives the master offsets that are newer than its own.
     *
     * @param address the master's
     * @param body offsets
     * @return its answer; fails when it is no good one
     */
    public CompletableFuture<RemotingCommand> pushOffsets(String address, byte[] body) {
        if (body.length > PUSH_BYTES_MAX) {
            return CompletableFuture.failedFuture(new RemotingException(body.length + " bytes of consumer offsets that "
                + "are newer here are too many for one request to the master, the limit is " + PUSH_BYTES_MAX));
        }
        return call(address, OwnRequestCode.PUSH_OFFSETS, out -> out.text(OwnRequestCode.NAME_FIELD, brokerName), body,
            TABLE_TIMEOUT_MS);
    }

    private CommandHeader ownAddressHeader() {
        return out -> out.text(OwnRequestCode.SLAVE_FIELD, ownAddress);
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
