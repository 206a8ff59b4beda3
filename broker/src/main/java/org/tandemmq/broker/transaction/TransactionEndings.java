/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.transaction;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.tandemmq.broker.topic.LateTarget;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.header.EndTransactionRequestHeader;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.NewMessage;
import org.tandemmq.store.PutResult;
import org.tandemmq.store.PutStatus;
import org.tandemmq.store.record.PropertyNames;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordProperties;

/**
 * Commits and rolls back: the second part of a transaction (wire-protocol 2.8, storage 16). A commit first stores the
 * message under its real topic and then marks the half message as done, so that a crash between the two leads to a
 * question to the producer and never to a lost message. Any thread.
 */
public final class TransactionEndings {

    /**
     * Outcome of ending a transaction.
     *
     * @param code response code of END_TRANSACTION
     * @param remark cause for the caller, or null
     */
    public record Outcome(int code, String remark) {
    }

    private final MessageStore store;
    private final HalfMessages halves;
    private final LateTarget target;
    private final InetSocketAddress ownHost;
    private final InstantSource clock;
    private final Verdicts verdicts = new Verdicts();

    /**
     * Creates the service.
     *
     * @param store takes committed messages and op records
     * @param halves finds half messages
     * @param target gives the queue of a committed message and is told of it
     * @param ownHost our own address, born host of op records
     * @param clock wall clock
     */
    public TransactionEndings(MessageStore store, HalfMessages halves, LateTarget target, InetSocketAddress ownHost,
                              InstantSource clock) {
        this.store = store;
        this.halves = halves;
        this.target = target;
        this.ownHost = ownHost;
        this.clock = clock;
    }

    /**
     * Ends a transaction.
     *
     * @param header request with {@code commitOrRollback} 8 or 12
     * @return outcome; completes when the committed message is acknowledged as configured
     */
    public CompletableFuture<Outcome> end(EndTransactionRequestHeader header) {
        Optional<HalfMessage> found = halves.at(header.commitLogOffset());
        if (found.isEmpty()) {
            return done(ResponseCode.SYSTEM_ERROR, "no half message at position " + header.commitLogOffset());
        }
        HalfMessage half = found.get();
        Outcome refused = check(half, header);
        if (refused != null) {
            return CompletableFuture.completedFuture(refused);
        }
        Integer before = verdicts.first(half, header.commitOrRollback());
        if (before != null) {
            return before == header.commitOrRollback() ? done(ResponseCode.SUCCESS, null)
                : done(ResponseCode.SYSTEM_ERROR, "the transaction was ended before, with " + before);
        }
        // a slave may take seconds, and the body may have megabytes
        HalfMessage kept = half.withoutContent();
        return carriedOut(half, kept, header.commitOrRollback()).whenComplete((ended, failure) -> {
            if (failure != null || ended.code() != ResponseCode.SUCCESS) {
                verdicts.withdraw(kept);
            }
        });
    }

    private CompletableFuture<Outcome> carriedOut(HalfMessage half, HalfMessage kept, int verdict) {
        if (verdict == EndTransactionRequestHeader.ROLLBACK) {
            return CompletableFuture.completedFuture(mark(kept));
        }
        String topic = half.realTopic();
        NewMessage committed = half.addressed(topic, target.queue(topic, half.realQueueId()),
            RecordLayout.SYS_TRANSACTION_COMMIT, half.position());
        return store.put(committed, AckPolicy.AS_CONFIGURED).thenApply(put -> afterCommit(kept, topic, put));
    }

    private Outcome check(HalfMessage half, EndTransactionRequestHeader header) {
        if (!header.producerGroup().equals(half.producerGroup())) {
            return new Outcome(ResponseCode.SYSTEM_ERROR, "the half message belongs to producer group "
                + half.producerGroup() + ", not to " + header.producerGroup());
        }
        if (half.queueOffset() != header.tranStateTableOffset()) {
            return new Outcome(ResponseCode.SYSTEM_ERROR, "the half message at position " + half.position()
                + " has queue offset " + half.queueOffset() + ", not " + header.tranStateTableOffset());
        }
        if (half.realTopic() == null) {
            return new Outcome(ResponseCode.SYSTEM_ERROR, "the half message at position " + half.position()
                + " does not say its topic");
        }
        long immunityMs = half.immunityMs();
        long ageMs = half.ageMs(clock.millis());
        if (!header.fromTransactionCheck() && immunityMs >= 0 && ageMs > immunityMs) {
            return new Outcome(ResponseCode.ILLEGAL_OPERATION, "the message is " + ageMs + " ms old, its limit "
                + PropertyNames.IMMUNITY_SECONDS + " is " + immunityMs + " ms: only a check may end it now");
        }
        return null;
    }

    private Outcome afterCommit(HalfMessage half, String topic, PutResult put) {
        if (!put.status().isStored()) {
            return new Outcome(code(put.status()), put.reason());
        }
        target.stored(topic);
        return mark(half);
    }

    /** Marks the record and, where it was appended again, its first record: a newer copy is found by that. */
    private Outcome mark(HalfMessage half) {
        PutResult put = store.put(opMessage(half.queueOffset()), AckPolicy.APPEND_ONLY).join();
        if (put.status().isStored() && half.rootOffset() != half.queueOffset()) {
            put = store.put(opMessage(half.rootOffset()), AckPolicy.APPEND_ONLY).join();
        }
        return put.status().isStored() ? new Outcome(ResponseCode.SUCCESS, null)
            : new Outcome(code(put.status()), put.reason());
    }

    private NewMessage opMessage(long halfOffset) {
        byte[] properties = RecordProperties.encode(Map.of(PropertyNames.TAGS, TransactionTopics.OP_TAG,
            PropertyNames.WAIT, "false"));
        return new NewMessage(TransactionTopics.OP, TransactionTopics.QUEUE_ID, 0, 0, clock.millis(), ownHost, 0, 0,
            StandardCharsets.US_ASCII.encode(Long.toString(halfOffset)), ByteBuffer.wrap(properties));
    }

    private static int code(PutStatus status) {
        return switch (status) {
            case MESSAGE_ILLEGAL, PROPERTIES_SIZE_EXCEEDED -> ResponseCode.MESSAGE_ILLEGAL;
            case SERVICE_NOT_AVAILABLE -> ResponseCode.SERVICE_NOT_AVAILABLE;
            default -> ResponseCode.SYSTEM_ERROR;
        };
    }

    private static CompletableFuture<Outcome> done(int code, String remark) {
        return CompletableFuture.completedFuture(new Outcome(code, remark));
    }
}
