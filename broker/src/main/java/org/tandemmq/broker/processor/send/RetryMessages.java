/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.send;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.header.OffsetMessageId;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.NewMessage;
import org.tandemmq.store.PutResult;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.record.PropertyNames;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordProperties;
import org.tandemmq.store.record.RecordView;

/** Stores a message that could not be consumed once more: same content, one more try counted. */
final class RetryMessages {

    private static final int HOST_BITS = RecordLayout.SYS_BORN_HOST_V6 | RecordLayout.SYS_STORE_HOST_V6;

    private final MessageStore store;
    private final PutDiversion diversion;

    RetryMessages(MessageStore store, PutDiversion diversion) {
        this.store = store;
        this.diversion = diversion;
    }

    /** The stored message; body and properties are views of the log, valid while its slice is open. */
    record Failed(String topic, int flag, int sysFlag, long bornTimestampMs, InetSocketAddress bornHost,
                  int reconsumeTimes, String offsetMsgId, ByteBuffer body, ByteBuffer properties) {

        /** Properties of the new record without delay; what a retry before this one set stays. */
        Map<String, String> retryProperties() {
            Map<String, String> all = RecordProperties.parse(properties);
            all.remove(PropertyNames.DELAY);
            all.putIfAbsent(PropertyNames.RETRY_TOPIC, topic);
            all.putIfAbsent(PropertyNames.ORIGIN_MESSAGE_ID, offsetMsgId);
            all.put(PropertyNames.WAIT, "false");
            return all;
        }
    }

    static Failed read(LogSlice slice) {
        RecordView record = new RecordView().wrap(slice.bytes(), slice.bytes().position());
        String id = new OffsetMessageId(OffsetMessageId.hostDigits(record.storeHost()), slice.position()).toString();
        return new Failed(record.topic(), record.flag(), record.sysFlag() & ~HOST_BITS, record.bornTimestampMs(),
            record.bornHost(), record.reconsumeTimes(), id, record.body(), record.properties());
    }

    /**
     * Stores the message and answers when that is done.
     *
     * @param failed the message
     * @param topic retry or dead-letter topic
     * @param queueId queue
     * @param delayLevel level, 0 for no delay
     * @param properties properties of the new record
     * @param reply the answer
     */
    void put(Failed failed, String topic, int queueId, int delayLevel, Map<String, String> properties, Reply reply) {
        if (delayLevel > 0) {
            properties.put(PropertyNames.DELAY, Integer.toString(delayLevel));
        }
        NewMessage retry = new NewMessage(topic, queueId, failed.flag, failed.sysFlag, failed.bornTimestampMs,
            failed.bornHost, Math.max(failed.reconsumeTimes, failed.reconsumeTimes + 1), 0, failed.body,
            ByteBuffer.wrap(RecordProperties.encode(properties)));
        NewMessage stored = delayLevel > 0 ? diversion.delayed(retry, delayLevel) : retry;
        // the consumer commits past the message once this is answered: a retry that only a lost master had is lost
        CompletableFuture<PutResult> outcome = store.put(stored, AckPolicy.AS_CONFIGURED);
        outcome.whenComplete((result, failure) -> {
            boolean done = failure == null && result.status().isStored();
            reply.send(done ? ResponseCode.SUCCESS : ResponseCode.SYSTEM_ERROR,
                done ? null : failure == null ? result.status().name() + ": " + result.reason()
                    : "storing the message failed: " + failure);
        });
    }
}
