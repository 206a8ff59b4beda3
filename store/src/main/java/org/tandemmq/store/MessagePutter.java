/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.tandemmq.store.config.CommitLogConfig;
import org.tandemmq.store.log.AppendResult;
import org.tandemmq.store.log.CommitLog;
import org.tandemmq.store.log.QueueOffsets;
import org.tandemmq.store.record.BatchDraft;
import org.tandemmq.store.record.HostBytes;
import org.tandemmq.store.record.MessageDraft;
import org.tandemmq.store.record.RecordDraft;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordProperties;
import org.tandemmq.store.record.RecordWriter;
import org.tandemmq.store.record.ReservedTopics;
import org.tandemmq.store.retention.DiskRoom;

/**
 * The way of a message into the log: limits first, then sizes and checksums, then the append. Runs on the caller's
 * thread, an event loop; what a thread needs for it, it keeps for the next message, so that a put allocates little
 * more than its result.
 */
final class MessagePutter {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final int RETRY_TOPIC_BYTES = 255;

    private final CommitLogConfig config;
    private final HostBytes storeHost;
    private final CommitLog log;
    private final QueueOffsets offsets;
    private final Acknowledgements acknowledgements;
    private final DiskRoom room;
    private final ThreadLocal<Drafts> drafts = ThreadLocal.withInitial(Drafts::new);

    /** What one thread uses again for each message. */
    private static final class Drafts {
        private final MessageDraft message = new MessageDraft();
        private final BatchDraft batch = new BatchDraft();
        private final HostBytes.Cache hosts = new HostBytes.Cache();
        private final AppendResult result = new AppendResult();
    }

    MessagePutter(CommitLogConfig config, InetSocketAddress storeHost, CommitLog log, QueueOffsets offsets,
                  Acknowledgements acknowledgements, DiskRoom room) {
        this.config = config;
        this.storeHost = HostBytes.of(storeHost);
        this.log = log;
        this.offsets = offsets;
        this.acknowledgements = acknowledgements;
        this.room = room;
    }

    CompletableFuture<PutResult> put(MessageStore.Message message, AckPolicy ack) {
        return outcome(append(message, ack), ack);
    }

    PutResult append(MessageStore.Message message, AckPolicy ack) {
        PutResult refused = refusal(message, ack);
        if (refused != null) {
            return refused;
        }
        Drafts own = drafts.get();
        RecordWriter writer = own.message.writer();
        try {
            QueueOffsets.TopicOffsets topic = offsets.topic(message.topic());
            ByteBuffer body = orNothing(message.body());
            ByteBuffer properties = orNothing(message.properties());
            writer.queue(topic.nameUtf8(), message.queueId())
                .hosts(message.sysFlag(), own.hosts.of(message.bornHost()), storeHost)
                .origin(message.bornTimestampMs(), message.reconsumeTimes(), message.preparedTransactionOffset())
                .body(message.flag(), body, body.position(), body.remaining())
                .properties(properties, properties.position(), properties.remaining(), null)
                .seal();
            return append(own.message, topic, own.result);
        } catch (IllegalArgumentException thrown) {
            return illegal(thrown.getMessage());
        } finally {
            writer.clear();
        }
    }

    /** What the answer waits for; null for nothing. */
    CompletableFuture<PutResult> confirmed(PutResult appended, AckPolicy ack) {
        return appended.status() == PutStatus.PUT_OK ? acknowledgements.await(appended, ack) : null;
    }

    private CompletableFuture<PutResult> outcome(PutResult appended, AckPolicy ack) {
        CompletableFuture<PutResult> confirmed = confirmed(appended, ack);
        return confirmed == null ? CompletableFuture.completedFuture(appended) : confirmed;
    }

    CompletableFuture<PutResult> put(NewBatch batch, AckPolicy ack) {
        return outcome(append(batch, ack), ack);
    }

    private PutResult append(NewBatch batch, AckPolicy ack) {
        String problem = problem(batch.topic(), batch.queueId());
        if (problem == null && (batch.sysFlag() & RecordLayout.SYS_TRANSACTION_MASK) != 0) {
            problem = "a batch can't be part of a transaction";
        }
        if (problem != null) {
            return illegal(problem);
        }
        String tooFew = acknowledgements.refusal(ack);
        if (tooFew != null) {
            return PutResult.refused(PutStatus.IN_SYNC_REPLICAS_NOT_ENOUGH, tooFew);
        }
        Drafts own = drafts.get();
        try {
            QueueOffsets.TopicOffsets topic = offsets.topic(batch.topic());
            own.batch.writer().queue(topic.nameUtf8(), batch.queueId())
                .hosts(batch.sysFlag(), own.hosts.of(batch.bornHost()), storeHost)
                .origin(batch.bornTimestampMs(), batch.reconsumeTimes(), 0);
            PutResult refused = parse(own.batch, batch);
            return refused != null ? refused : append(own.batch, topic, own.result);
        } catch (IllegalArgumentException thrown) {
            return illegal(thrown.getMessage());
        } finally {
            own.batch.clear();
        }
    }

    private PutResult parse(BatchDraft draft, NewBatch batch) {
        String problem = draft.parse(orNothing(batch.elements()), orNothing(batch.batchProperties()));
        if (problem == null && draft.bodiesBytes() > config.maxMessageBytes()) {
            problem = "the bodies of the batch have " + draft.bodiesBytes() + " bytes, the limit is "
                + config.maxMessageBytes() + " (maxMessageSize)";
        }
        if (problem == null && draft.totalBytes() > config.segmentBytes() - RecordLayout.BLANK_BYTES) {
            problem = "the batch makes " + draft.totalBytes() + " bytes of records, a segment holds "
                + (config.segmentBytes() - RecordLayout.BLANK_BYTES) + " (mappedFileSizeCommitLog)";
        }
        if (problem != null) {
            return PutResult.refused(PutStatus.MESSAGE_ILLEGAL, problem);
        }
        // elements come from senders only, see SENT_MAX_BYTES
        int own = draft.largestPropertiesBytes() - orNothing(batch.batchProperties()).remaining();
        return own <= RecordProperties.SENT_MAX_BYTES ? propertiesProblem(draft.largestPropertiesBytes())
            : PutResult.refused(PutStatus.PROPERTIES_SIZE_EXCEEDED, "a message of the batch has " + own
                + " bytes of properties, the limit is " + RecordProperties.SENT_MAX_BYTES);
    }

    private PutResult refusal(MessageStore.Message message, AckPolicy ack) {
        String problem = problem(message.topic(), message.queueId());
        int bodyBytes = orNothing(message.body()).remaining();
        if (problem == null && bodyBytes > config.maxMessageBytes()) {
            problem = "the body has " + bodyBytes + " bytes, the limit is " + config.maxMessageBytes()
                + " (maxMessageSize)";
        }
        if (problem != null) {
            return PutResult.refused(PutStatus.MESSAGE_ILLEGAL, problem);
        }
        PutResult properties = propertiesProblem(orNothing(message.properties()).remaining());
        if (properties != null) {
            return properties;
        }
        String tooFew = acknowledgements.refusal(ack);
        return tooFew == null ? null : PutResult.refused(PutStatus.IN_SYNC_REPLICAS_NOT_ENOUGH, tooFew);
    }

    private static PutResult propertiesProblem(int propertiesBytes) {
        return propertiesBytes <= RecordProperties.MAX_BYTES ? null
            : PutResult.refused(PutStatus.PROPERTIES_SIZE_EXCEEDED, "the properties have " + propertiesBytes
                + " bytes, the limit is " + RecordProperties.MAX_BYTES);
    }

    /** What is wrong with topic and queue; a topic that is known was looked at when it came first. */
    private String problem(String topic, int queueId) {
        if (queueId < 0) {
            return "queue id " + queueId + " is negative";
        }
        if (topic == null || topic.isEmpty()) {
            return "the topic is empty";
        }
        if (offsets.find(topic) != null) {
            return null;
        }
        boolean wide = config.wideTopicLengths() && topic.startsWith(ReservedTopics.RETRY_PREFIX);
        int limit = wide ? RETRY_TOPIC_BYTES : Byte.MAX_VALUE;
        int topicBytes = topic.length() > limit ? topic.length() : topic.getBytes(StandardCharsets.UTF_8).length;
        return topicBytes <= limit ? null : "the topic has " + topicBytes + " bytes, the limit is " + limit;
    }

    private PutResult append(RecordDraft draft, QueueOffsets.TopicOffsets topic, AppendResult result) {
        if (log.append(draft, topic, result)) {
            return new PutResult(PutStatus.PUT_OK, result.position(), result.endPosition(), result.queueOffset(),
                result.storeTimestampMs(), draft.positions(result.position()), null);
        }
        if (result.outcome() == AppendResult.Outcome.NO_FILE) {
            return PutResult.refused(room.isFull() ? PutStatus.SERVICE_NOT_AVAILABLE
                : PutStatus.CREATE_MAPPED_FILE_FAILED, result.reason() + "; " + room);
        }
        return PutResult.refused(status(result.outcome()), result.reason());
    }

    private static PutStatus status(AppendResult.Outcome outcome) {
        return switch (outcome) {
            case REFUSED -> PutStatus.SERVICE_NOT_AVAILABLE;
            case BUSY -> PutStatus.OS_PAGE_CACHE_BUSY;
            default -> PutStatus.UNKNOWN_ERROR;
        };
    }

    private static ByteBuffer orNothing(ByteBuffer bytes) {
        return bytes == null ? NOTHING : bytes;
    }

    private static PutResult illegal(String reason) {
        return PutResult.refused(PutStatus.MESSAGE_ILLEGAL, reason);
    }
}
