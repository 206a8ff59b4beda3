/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.send;

import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.stats.BrokerStats;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.header.OffsetMessageId;
import org.tandemmq.remoting.protocol.header.SendMessageResponseHeader;
import org.tandemmq.store.PutResult;
import org.tandemmq.store.PutStatus;

/** Turns outcomes of puts into answers (wire-protocol 2.3). What was stored always has the complete header. */
final class SendReplies {

    private static final Logger log = LoggerFactory.getLogger(SendReplies.class);
    private static final long TELL_EVERY_MS = 60_000;

    private final BrokerIdentity identity;
    private final BrokerStats stats;
    private final SendMessageResponseHeader rejected;
    private final InstantSource clock;
    private final AtomicLong nextTellMs = new AtomicLong();

    SendReplies(BrokerIdentity identity, BrokerStats stats, InstantSource clock) {
        this.clock = clock;
        this.identity = identity;
        this.stats = stats;
        this.rejected = SendMessageResponseHeader.rejected(identity.region(), identity.traceOn());
    }

    /** Answers a send that was not stored. */
    void refuse(Reply reply, int code, String remark) {
        stats.putFailed();
        reply.send(code, remark, rejected);
    }

    /**
     * Answers a send.
     *
     * @param reply the answer
     * @param result what the store did
     * @param queueId queue asked for or chosen
     * @param transactionId unique key of a half message, else null
     */
    void answer(Reply reply, PutResult result, int queueId, String transactionId) {
        if (!result.status().isStored()) {
            refuse(reply, codeOf(result.status()), result.reason());
            return;
        }
        if (transactionId != null && result.status() != PutStatus.PUT_OK) {
            halfNotConfirmed(result.status());
        }
        reply.send(codeOf(result.status()), result.reason(), new Stored(identity, result, queueId, transactionId));
    }

    /** Producers take this answer for the end of their transaction: nobody is to wonder why all are rolled back. */
    private void halfNotConfirmed(PutStatus status) {
        stats.halfNotConfirmed();
        long nowMs = clock.millis();
        long next = nextTellMs.get();
        if (nowMs >= next && nextTellMs.compareAndSet(next, nowMs + TELL_EVERY_MS)) {
            log.warn("half messages are answered with {}, upon which Java clients roll back; {} so far. "
                + "transactionWithoutSlave=true lets transactions go on without a slave (told once a minute)", status,
                stats.halvesNotConfirmed());
        }
    }

    /** Header of what was stored, which writes the ids of its records itself. */
    private record Stored(BrokerIdentity identity, PutResult result, int queueId, String transactionId)
        implements CommandHeader, FieldWriter.Plain {

        @Override
        public void writeTo(FieldWriter out) {
            SendMessageResponseHeader.writeStored(out, this, queueId, result.queueOffset(), transactionId);
            SendMessageResponseHeader.writeBroker(out, identity.region(), identity.traceOn());
        }

        @Override
        public int sizeBytes() {
            int records = result.recordPositions() == null ? 1 : result.recordPositions().length;
            return records * (OffsetMessageId.lengthAt(identity.storeHostDigits()) + 1) - 1;
        }

        @Override
        public void write(byte[] out, int at) {
            String host = identity.storeHostDigits();
            int next = OffsetMessageId.write(host, result.position(), out, at);
            for (int i = 1; result.recordPositions() != null && i < result.recordPositions().length; i++) {
                out[next] = ',';
                next = OffsetMessageId.write(host, result.recordPositions()[i], out, next + 1);
            }
        }
    }

    private static int codeOf(PutStatus status) {
        return switch (status) {
            case PUT_OK -> ResponseCode.SUCCESS;
            case FLUSH_DISK_TIMEOUT -> ResponseCode.FLUSH_DISK_TIMEOUT;
            case FLUSH_SLAVE_TIMEOUT -> ResponseCode.FLUSH_SLAVE_TIMEOUT;
            case SLAVE_NOT_AVAILABLE -> ResponseCode.SLAVE_NOT_AVAILABLE;
            case SERVICE_NOT_AVAILABLE -> ResponseCode.SERVICE_NOT_AVAILABLE;
            case MESSAGE_ILLEGAL, PROPERTIES_SIZE_EXCEEDED -> ResponseCode.MESSAGE_ILLEGAL;
            case OS_PAGE_CACHE_BUSY -> ResponseCode.SYSTEM_BUSY;
            case CREATE_MAPPED_FILE_FAILED, IN_SYNC_REPLICAS_NOT_ENOUGH, UNKNOWN_ERROR -> ResponseCode.SYSTEM_ERROR;
        };
    }
}
