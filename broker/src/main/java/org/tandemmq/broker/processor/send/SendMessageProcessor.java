/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.send;

import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.broker.processor.WaitingWork;
import org.tandemmq.broker.stats.BrokerStats;
import org.tandemmq.broker.topic.TopicNames;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.HeaderFieldException;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.header.SendMessageRequestHeader;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.NewBatch;
import org.tandemmq.store.NewMessage;
import org.tandemmq.store.PutResult;
import org.tandemmq.store.PutStatus;
import org.tandemmq.store.record.BatchDraft;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordProperties;

/**
 * Sends: codes 10, 310 and 320. Runs on the event loop: header read without a map, body handed to the store as the
 * slice of the frame that it is, properties copied once to put ours behind them. Only a send that first has to create
 * its topic leaves the event loop.
 */
public final class SendMessageProcessor implements RequestProcessor {

    private static final Logger log = LoggerFactory.getLogger(SendMessageProcessor.class);

    private final MessageStore store;
    private final SendRules rules;
    private final WaitingWork creations;
    private final PutDiversion diversion;
    private final BrokerStats stats;
    private final SendReplies replies;
    private final byte[] additions;
    private final UniqueKeys keys;
    private final ThreadLocal<Scratch> scratch = ThreadLocal.withInitial(Scratch::new);

    /** What a thread uses again for each of its sends. */
    private static final class Scratch {
        private final SendRequest send = new SendRequest();
        private final SendProperties properties = new SendProperties();
    }

    /**
     * Creates the processor.
     *
     * @param store takes the messages
     * @param rules what has to be true of a send
     * @param creations where sends wait for the creation of their topic
     * @param diversion leads half and delayed messages elsewhere
     * @param identity what goes into messages and answers
     * @param stats counters
     * @param clock wall clock for the unique keys of messages without one
     */
    public SendMessageProcessor(MessageStore store, SendRules rules, WaitingWork creations,
                                PutDiversion diversion, BrokerIdentity identity, BrokerStats stats,
                                InstantSource clock) {
        this.store = store;
        this.rules = rules;
        this.creations = creations;
        this.diversion = diversion;
        this.stats = stats;
        this.replies = new SendReplies(identity, stats, clock);
        Map<String, String> added = new TreeMap<>();
        added.put("CLUSTER", identity.clusterName());
        added.put("MSG_REGION", identity.region());
        added.put("TRACE_ON", String.valueOf(identity.traceOn()));
        this.additions = RecordProperties.encode(added);
        this.keys = new UniqueKeys(identity.storeHostDigits(), ProcessHandle.current().pid(), clock);
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        try {
            Scratch own = scratch.get();
            own.send.fill(request, connection.remoteAddress());
            if (rules.direct(own.send, false)) {
                put(own.send, own.properties, reply);
            } else {
                createAndPut(connection, own.send, reply);
            }
        } catch (RefusedException refused) {
            replies.refuse(reply, refused.code(), refused.getMessage());
        } catch (HeaderFieldException malformed) {
            replies.refuse(reply, ResponseCode.SYSTEM_ERROR, malformed.getMessage());
        }
    }

    private void createAndPut(Connection connection, SendRequest frameBound, Reply reply) {
        if (!store.role().isMaster()) {
            throw new RefusedException(ResponseCode.SERVICE_NOT_AVAILABLE, "this broker is a slave, it creates no "
                + "topic " + frameBound.header().topic());
        }
        SendRequest send = frameBound.copy();
        creations.submit(connection, send.sizeBytes(), "sends to new topics", () -> {
            try {
                rules.direct(send, true);
                put(send, scratch.get().properties, reply);
            } catch (RefusedException refused) {
                replies.refuse(reply, refused.code(), refused.getMessage());
            } catch (RuntimeException failed) {
                log.error("send to {} failed while its topic was created", send.header().topic(), failed);
                replies.refuse(reply, ResponseCode.SYSTEM_ERROR, "topic " + send.header().topic()
                    + " can't be created: " + failed.getMessage());
            }
        });
    }

    private void put(SendRequest send, SendProperties properties, Reply reply) {
        ByteBuffer sent = send.header().properties();
        // a consumer that sends a message back itself has added its origin to properties that were at the limit
        int limit = TopicNames.isRetry(send.header().topic()) ? RecordProperties.MAX_BYTES
            : RecordProperties.SENT_MAX_BYTES;
        if (sent != null && sent.remaining() > limit) {
            throw new RefusedException(ResponseCode.MESSAGE_ILLEGAL, "the properties have " + sent.remaining()
                + " bytes, the limit is " + limit);
        }
        properties.load(sent);
        checkDelay(properties);
        send.encode(properties);
        if (send.header().batch()) {
            putBatch(send, properties, reply);
        } else {
            putSingle(send, properties, reply);
        }
    }

    /** A delay that can't be kept is refused: to deliver at once is not what was asked for. */
    private static void checkDelay(SendProperties properties) {
        if (properties.delayLevel() == SendProperties.NO_LEVEL) {
            throw new RefusedException(ResponseCode.MESSAGE_ILLEGAL, "the property DELAY is no number of a level");
        }
        if (properties.isTimed() && properties.delayLevel() == 0 && !properties.isHalf()) {
            throw new RefusedException(ResponseCode.MESSAGE_ILLEGAL, "times of delivery (TIMER_DELAY_SEC, "
                + "TIMER_DELAY_MS, TIMER_DELIVER_MS) are not supported, delay levels are");
        }
    }

    private void putSingle(SendRequest send, SendProperties properties, Reply reply) {
        if (send.deadLetter()) {
            properties.removeDelay();
        }
        boolean half = isHalf(send, properties);
        if (!properties.hasUniqueKey()) {
            properties.appendUniqueKey(keys);
        }
        String transactionId = half ? properties.uniqueKey() : null;
        properties.append(additions);
        MessageStore.Message message =
            half || properties.delayLevel() > 0 ? diverted(send.message(), properties, half) : send;
        AckPolicy ack = ackPolicy(properties);
        long begin = System.nanoTime();
        PutResult appended = store.append(message, ack);
        CompletableFuture<PutResult> later = store.confirmed(appended, ack);
        if (later == null) {
            answer(appended, send.topic(), send.queueId(), transactionId, begin, reply);
        } else {
            answer(later, send, transactionId, begin, reply);
        }
    }

    /** What a consumer sends back still says that it was a half message once. */
    private boolean isHalf(SendRequest send, SendProperties properties) {
        boolean sentBack = send.deadLetter() || send.reconsumeTimes() > 0 && properties.delayLevel() > 0;
        boolean half = properties.isHalf() && !sentBack;
        if (half && rules.rejectsTransactions()) {
            throw new RefusedException(ResponseCode.NO_PERMISSION, "rejectTransactionMessage is true, half messages "
                + "are refused");
        }
        return half;
    }

    private NewMessage diverted(NewMessage message, SendProperties properties, boolean half) {
        if (!half) {
            return diversion.delayed(message, properties.delayLevel());
        }
        NewMessage halfMessage = diversion.half(message);
        if (halfMessage == null) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "transactions are not available here");
        }
        return halfMessage;
    }

    /** What the batch has beside its messages counts for those only that do not say otherwise themselves. */
    private void putBatch(SendRequest send, SendProperties properties, Reply reply) {
        SendMessageRequestHeader header = send.header();
        if (properties.isHalf() || (header.sysFlag() & RecordLayout.SYS_TRANSACTION_MASK) != 0) {
            throw new RefusedException(ResponseCode.MESSAGE_ILLEGAL, "a batch can't be a transaction");
        }
        if (properties.delayLevel() > 0) {
            throw new RefusedException(ResponseCode.MESSAGE_ILLEGAL, "a batch can't be delayed, its level is "
                + properties.delayLevel());
        }
        ByteBuffer elements = send.body();
        if (properties.hasMore()) {
            elements = withShared(elements, properties);
        } else if (properties.hasUniqueKey()) {
            properties.removeUniqueKey();
        }
        properties.append(additions);
        NewBatch batch = new NewBatch(send.topic(), send.queueId(), send.sysFlag(), header.bornTimestampMs(),
            send.bornHost(), header.reconsumeTimes(), elements, properties.encoded());
        long begin = System.nanoTime();
        answer(store.put(batch, ackPolicy(properties)), send, null, begin, reply);
    }

    private static ByteBuffer withShared(ByteBuffer elements, SendProperties properties) {
        try {
            ByteBuffer all = BatchDraft.withShared(elements, properties.sharedByBatch());
            properties.keepWaitOnly();
            return all;
        } catch (IllegalArgumentException tooLarge) {
            throw new RefusedException(ResponseCode.MESSAGE_ILLEGAL, tooLarge.getMessage());
        }
    }

    private void answer(CompletableFuture<PutResult> outcome, SendRequest send, String transactionId, long begin,
                        Reply reply) {
        String topic = send.topic();
        int queueId = send.queueId();
        PutResult now = outcome.isCompletedExceptionally() ? null : outcome.getNow(null);
        if (now != null) {
            answer(now, topic, queueId, transactionId, begin, reply);
            return;
        }
        // by then this thread has other sends at hand
        outcome.whenComplete((result, failure) -> {
            if (failure == null) {
                answer(result, topic, queueId, transactionId, begin, reply);
            } else {
                replies.refuse(reply, ResponseCode.SYSTEM_ERROR, "storing the message failed: " + failure);
            }
        });
    }

    private void answer(PutResult result, String topic, int queueId, String transactionId, long begin, Reply reply) {
        count(result, topic, queueId, begin);
        replies.answer(reply, told(result, transactionId), queueId, transactionId);
    }

    /** Clients roll a transaction back unless its half message is answered with SEND_OK, see transactions.md. */
    private PutResult told(PutResult result, String transactionId) {
        boolean alone = result.status() == PutStatus.SLAVE_NOT_AVAILABLE
            || result.status() == PutStatus.FLUSH_SLAVE_TIMEOUT;
        if (transactionId == null || !alone || !rules.halvesWithoutSlave()) {
            return result;
        }
        stats.halfWithoutSlave();
        return result.with(PutStatus.PUT_OK, null);
    }

    private void count(PutResult result, String topic, int queueId, long begin) {
        if (result.status().isStored()) {
            int messages = result.recordPositions() == null ? 1 : result.recordPositions().length;
            stats.put(topic, queueId, messages, result.endPosition() - result.position(),
                System.nanoTime() - begin);
        }
    }

    private static AckPolicy ackPolicy(SendProperties properties) {
        return properties.waits() ? AckPolicy.AS_CONFIGURED : AckPolicy.APPEND_ONLY;
    }
}
