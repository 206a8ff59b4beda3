/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.log.LogSlice;

/**
 * The messages of one broker: a log, the queues that point into it, an index of keys, and the copy on the other side.
 * All methods may be called from any thread and none waits for disk or network, reads of cold data apart.
 */
public interface MessageStore extends AutoCloseable {

    /**
     * What a record is made of; {@link NewMessage} says what the fields mean. The store reads it while the call runs
     * and keeps nothing, so that a thread may use one object for all its messages.
     */
    interface Message {

        /** Topic to store under. */
        String topic();

        /** Queue, 0 or more. */
        int queueId();

        /** The producer's own flag. */
        int flag();

        /** Bits of storage 3.2. */
        int sysFlag();

        /** The producer's clock. */
        long bornTimestampMs();

        /** The producer's address. */
        InetSocketAddress bornHost();

        /** How often consuming failed so far. */
        int reconsumeTimes();

        /** Position of the half record of a committed transaction, else 0. */
        long preparedTransactionOffset();

        /** Payload between position and limit, or null. */
        ByteBuffer body();

        /** Encoded properties between position and limit, or null. */
        ByteBuffer properties();
    }

    /** Opens the files, recovers, and starts the store's threads; throws {@link StoreException} with file and cause. */
    void start();

    /**
     * Appends a message. The record is in the log, readable and counted when the call returns; the future completes
     * when what the policy asks for has happened or its deadline has passed, at once where nothing is waited for.
     *
     * @param message the message; its buffers may be used again when the call returns
     * @param ack what the future waits for
     * @return outcome; never completes exceptionally
     */
    CompletableFuture<PutResult> put(Message message, AckPolicy ack);

    /**
     * The first half of {@link #put(Message, AckPolicy)}: the record is in the log, or will never be.
     *
     * @param message the message; its buffers may be used again when the call returns
     * @param ack what will be waited for; refused at once where that can't be had
     * @return what became of it, before any wait
     */
    PutResult append(Message message, AckPolicy ack);

    /**
     * The second half of {@link #put(Message, AckPolicy)}: what the policy asks for. Most messages wait for nothing,
     * and then there is no future, which would be garbage at once.
     *
     * @param appended result of {@link #append}
     * @param ack the same policy
     * @return the outcome; null when nothing is waited for and {@code appended} is the outcome
     */
    CompletableFuture<PutResult> confirmed(PutResult appended, AckPolicy ack);

    /**
     * Appends a batch: all of it or nothing.
     *
     * @param batch the messages; the buffers may be used again when the call returns
     * @param ack what the future waits for
     * @return outcome; never completes exceptionally
     */
    CompletableFuture<PutResult> put(NewBatch batch, AckPolicy ack);

    /**
     * Reads messages of a queue.
     *
     * @param topic topic
     * @param queueId queue
     * @param offset first offset wanted
     * @param maxCount most messages wanted; one is given if there is one, even for 0
     * @param filter which messages are wanted
     * @return status and slices, to be closed by the caller
     */
    GetResult get(String topic, int queueId, long offset, int maxCount, EntryFilter filter);

    /**
     * Reads messages of a queue without waiting for the disk, which an event loop must not do.
     *
     * @param topic topic
     * @param queueId queue
     * @param offset first offset wanted
     * @param maxCount most messages wanted; one is given if there is one, even for 0
     * @param filter which messages are wanted
     * @return status and slices, to be closed by the caller; null when the first wanted record is not in memory
     */
    GetResult getCached(String topic, int queueId, long offset, int maxCount, EntryFilter filter);

    /**
     * Whether a read at this offset may have to wait for the disk, so that it does not belong on an event loop.
     *
     * @param topic topic
     * @param queueId queue
     * @param offset first offset wanted
     * @return true when the record is not among what counts as cached
     */
    boolean mayReadDisk(String topic, int queueId, long offset);

    /**
     * First offset of a queue.
     *
     * @param topic topic
     * @param queueId queue
     * @return the offset; 0 for a queue that does not exist
     */
    long minOffset(String topic, int queueId);

    /**
     * Next offset of a queue to be written, as far as readable.
     *
     * @param topic topic
     * @param queueId queue
     * @return the offset; 0 for a queue that does not exist
     */
    long maxOffset(String topic, int queueId);

    /**
     * Searches a queue by store time (wire-protocol 2.11, 5.3 meaning).
     *
     * @param topic topic
     * @param queueId queue
     * @param timestampMs epoch milliseconds
     * @param boundary which of several, or none
     * @return the offset; 0 for a queue that does not exist
     */
    long offsetByTime(String topic, int queueId, long timestampMs, TimeBoundary boundary);

    /**
     * Store time of one message.
     *
     * @param topic topic
     * @param queueId queue
     * @param offset its offset
     * @return epoch milliseconds, -1 when there is no such message
     */
    long storeTimestampMs(String topic, int queueId, long offset);

    /**
     * The record that begins at a position.
     *
     * @param position log position
     * @return the record, to be closed by the caller; empty when no whole and valid record begins there, or only bytes
     *     that look like one
     */
    Optional<LogSlice> record(long position);

    /**
     * Looks up records by key.
     *
     * @param query topic, key and limits
     * @return the records, newest first, to be closed by the caller
     */
    QueryResult query(KeyQuery query);

    /** Topics that have queues. */
    Set<String> topics();

    /**
     * Queues of a topic.
     *
     * @param topic topic
     * @return ids of the queues that exist
     */
    Collection<Integer> queueIds(String topic);

    /**
     * Drops all queues of a topic; a later message begins at offset 0 again. Messages may be put meanwhile: what is
     * before the one position that this is about goes, what is behind it stays.
     *
     * @param topic topic
     * @param beforeQueues told that position, the end of the log, before a queue is dropped: who notes it for other
     *     brokers and for the next start does so here
     */
    void deleteTopic(String topic, LongConsumer beforeQueues);

    /**
     * Drops what queues of a topic have left of a life that ended at a position; those that have a record behind it are
     * left alone. For what a deletion did not reach: a broker that was away, or was killed before it had done it.
     *
     * @param topic topic
     * @param position end of the log when the topic was deleted
     * @return number of queues that were dropped
     */
    CompletableFuture<Integer> deleteTopic(String topic, long position);

    /** Ends of the queues that have no message in the log any more, by topic and queue. */
    Map<String, Map<Integer, Long>> emptyQueues();

    /**
     * Lets queues that have no entry at all begin at an offset, because another broker or their groups know that it
     * was reached: without that they would begin at 0 again, and whoever goes on at that offset would miss as many
     * messages. Done once the queues have what the log holds now; those that have an entry then, or an end, are left
     * as they are.
     *
     * @param offsets offset by topic and queue
     * @return number of queues that begin there
     */
    CompletableFuture<Integer> beginQueues(Map<String, Map<Integer, Long>> offsets);

    /**
     * Builds the queues of topics again from all that the log has of them, as if they had never been dropped: the
     * deletion was not that of the pair. No queue gets on meanwhile, so this is for a slave.
     *
     * @param topics topics
     * @return done when all have their entries; fails where the log can't be read
     */
    CompletableFuture<Void> buildQueues(Set<String> topics);

    /** Deletes segments that have expired, without waiting for the hour of {@code deleteWhen}. */
    void deleteExpired();

    /**
     * Changes how long segments are kept; the next look at them, within ten seconds, counts by it.
     *
     * @param hours {@code fileReservedTime}, 1 or more
     */
    void keepSegments(int hours);

    /** The store's figures. */
    StoreStatus status();

    /** Current part in the pair. */
    BrokerRole role();

    /** Stops the threads, forces everything to disk and marks the end as clean. Bounded in time. */
    @Override
    void close();
}
