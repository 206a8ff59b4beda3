/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.FileSystemException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.config.MachineMemory;
import org.tandemmq.store.config.ReadConfig;
import org.tandemmq.store.config.StoreConfig;
import org.tandemmq.store.file.DiskFileLayer;
import org.tandemmq.store.file.FileLayer;
import org.tandemmq.store.ha.ReplicaLog;
import org.tandemmq.store.log.AppendGate;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.log.ReplicationGate;
import org.tandemmq.store.queue.ArrivalListener;
import org.tandemmq.store.queue.ConsumeQueue;
import org.tandemmq.store.record.RecordView;
import org.tandemmq.store.retention.DiskGauge;
import org.tandemmq.store.retention.DiskRoom;
import org.tandemmq.store.retention.RetentionAgent;

/**
 * Assembles the store from parts and hands each call to the one that does it. {@link StoreLife} opens and closes it.
 */
public final class DefaultMessageStore implements MessageStore {

    private static final Logger log = LoggerFactory.getLogger(DefaultMessageStore.class);

    private final StoreConfig config;
    private final StoreLog storeLog;
    private final StoreQueues storeQueues;
    private final StoreLife life;
    private final ReplicaLog replicaLog;
    private final Acknowledgements acknowledgements;
    private final MessagePutter putter;
    private final MessageReader reader;
    private final TimeSearch times;
    private final KeyLookup keys;
    private final RetainedStore retained;
    private final RetentionAgent retention;
    private final RetentionAgent.Disks disks;
    private volatile LongSupplier slaveNeeds = () -> Long.MAX_VALUE;

    /**
     * Puts a store together; {@link #start} opens it.
     *
     * @param config measures and places
     * @param storeHost address of this broker as records name it
     * @param listener told about each message that became readable
     * @param wallClock wall clock
     * @param elapsedMs elapsed-time clock in milliseconds
     * @throws StoreException when the measures contradict each other
     */
    public DefaultMessageStore(StoreConfig config, InetSocketAddress storeHost, ArrivalListener listener,
                               InstantSource wallClock, LongSupplier elapsedMs) {
        this(config, storeHost, listener, wallClock, elapsedMs, new DiskFileLayer());
    }

    /** The same over other files. */
    DefaultMessageStore(StoreConfig config, InetSocketAddress storeHost, ArrivalListener listener,
                        InstantSource wallClock, LongSupplier elapsedMs, FileLayer layer) {
        this.config = config;
        life = new StoreLife(config, wallClock, elapsedMs);
        storeLog = new StoreLog(config, layer, life, wallClock, elapsedMs);
        acknowledgements = new Acknowledgements(config.flush(), storeLog.flushWaiters, elapsedMs, config.role());
        storeQueues = new StoreQueues(config, layer, storeLog.reader, acknowledgements::shown, listener, wallClock,
            elapsedMs);
        storeLog.end.addWaker(this::appended);
        disks = new RetentionAgent.Disks(DiskGauge.of(config.paths().commitLog()),
            DiskGauge.of(config.paths().consumeQueues()));
        putter = new MessagePutter(config.log(), storeHost, storeLog.writer, storeLog.offsets, acknowledgements,
            new DiskRoom(disks.log(), config.retention().fullPercent()));
        ReadConfig read = config.queue().read();
        reader = new MessageReader(storeQueues.queues, storeLog.reader, read, MachineMemory.bytes(),
            () -> acknowledgements.role().isMaster() || read.offsetCheckInSlave(), storeQueues.mender::ask,
            storeLog.writer::appendedOffset);
        times = new TimeSearch(storeLog.reader);
        keys = new KeyLookup(storeQueues.index, storeLog.reader, ReadConfig.ANSWER_BYTES_MAX);
        retained = new RetainedStore(storeLog, storeQueues);
        retention = new RetentionAgent(config.retention(), retained, disks, storeLog.gate,
            () -> slaveNeeds.getAsLong(), wallClock);
        life.of(storeLog, storeQueues, retention);
        replicaLog = new StoreReplicaLog(storeLog, life, config.paths(), wallClock);
        storeLog.gate.refuse(AppendGate.Cause.CLOSED, "the store is not open yet");
        refuseAsSlave(config.role());
    }

    /** Dispatch goes to work, unless readers may not see it yet; {@link #replicated} comes then. */
    private void appended() {
        if (!acknowledgements.holdsBack(storeLog.end.value())) {
            storeQueues.dispatchWakeup.wake();
        }
    }

    private void refuseAsSlave(BrokerRole role) {
        if (role.isMaster()) {
            storeLog.gate.accept(AppendGate.Cause.SLAVE);
        } else {
            storeLog.gate.refuse(AppendGate.Cause.SLAVE, "this broker is a slave (brokerRole=SLAVE),"
                + " send to its master");
        }
    }

    @Override
    public void start() {
        try {
            life.start();
        } catch (IOException | RuntimeException | InternalError thrown) {
            throw thrown instanceof StoreException told ? told
                : new StoreException("can't open the store " + config.paths().root() + ": " + reason(thrown), thrown);
        }
    }

    private static String reason(Throwable thrown) {
        if (thrown instanceof InternalError) {
            return "the disk does not take or give a page of a mapped file, as it is full, or broken, or the file was"
                + " cut meanwhile: " + thrown.getMessage();
        }
        // the message of a refused or missing file is its path alone
        boolean pathOnly = thrown instanceof FileSystemException refused && refused.getReason() == null;
        return pathOnly || thrown.getMessage() == null ? thrown.toString() : thrown.getMessage();
    }

    @Override
    public CompletableFuture<PutResult> put(Message message, AckPolicy ack) {
        return putter.put(message, ack);
    }

    @Override
    public PutResult append(Message message, AckPolicy ack) {
        return putter.append(message, ack);
    }

    @Override
    public CompletableFuture<PutResult> confirmed(PutResult appended, AckPolicy ack) {
        return putter.confirmed(appended, ack);
    }

    @Override
    public CompletableFuture<PutResult> put(NewBatch batch, AckPolicy ack) {
        return putter.put(batch, ack);
    }

    @Override
    public GetResult get(String topic, int queueId, long offset, int maxCount, EntryFilter filter) {
        return reader.get(topic, queueId, offset, maxCount, filter, false);
    }

    @Override
    public GetResult getCached(String topic, int queueId, long offset, int maxCount, EntryFilter filter) {
        return reader.get(topic, queueId, offset, maxCount, filter, true);
    }

    @Override
    public boolean mayReadDisk(String topic, int queueId, long offset) {
        return reader.mayReadDisk(topic, queueId, offset);
    }

    @Override
    public long minOffset(String topic, int queueId) {
        ConsumeQueue queue = storeQueues.queues.find(topic, queueId);
        return queue == null ? 0 : queue.minOffset();
    }

    @Override
    public long maxOffset(String topic, int queueId) {
        ConsumeQueue queue = storeQueues.queues.find(topic, queueId);
        return queue == null ? 0 : queue.maxOffset();
    }

    @Override
    public long offsetByTime(String topic, int queueId, long timestampMs, TimeBoundary boundary) {
        ConsumeQueue queue = storeQueues.queues.find(topic, queueId);
        return queue == null ? 0 : times.offset(queue, timestampMs, boundary);
    }

    @Override
    public long storeTimestampMs(String topic, int queueId, long offset) {
        ConsumeQueue queue = storeQueues.queues.find(topic, queueId);
        return queue == null ? -1 : times.storeTimestampMs(queue, offset);
    }

    @Override
    public Optional<LogSlice> record(long position) {
        Optional<LogSlice> record = storeLog.reader.record(position);
        if (record.isPresent() && !storeQueues.has(new RecordView().wrap(record.get().bytes(), 0))) {
            record.get().close();
            return Optional.empty();
        }
        return record;
    }

    @Override
    public QueryResult query(KeyQuery query) {
        return keys.query(query);
    }

    @Override
    public Set<String> topics() {
        return storeQueues.queues.topics();
    }

    @Override
    public Collection<Integer> queueIds(String topic) {
        return storeQueues.queues.queues(topic).stream().map(ConsumeQueue::queueId).collect(Collectors.toList());
    }

    @Override
    public void deleteTopic(String topic, LongConsumer beforeQueues) {
        long end = storeLog.writer.dropTopic(topic);
        try {
            beforeQueues.accept(end);
        } finally {
            storeQueues.dispatch.at(end, () -> storeQueues.dropUpTo(topic, end));
            storeQueues.dispatchWakeup.wake();
        }
    }

    @Override
    public CompletableFuture<Integer> deleteTopic(String topic, long position) {
        CompletableFuture<Integer> dropped = new CompletableFuture<>();
        storeQueues.dispatch.at(0, () -> {
            List<Integer> former = storeQueues.deleteUpTo(topic, position);
            former.forEach(queueId -> storeLog.writer.nextOffset(topic, queueId, 0));
            dropped.complete(former.size());
        });
        storeQueues.dispatchWakeup.wake();
        return dropped;
    }

    @Override
    public Map<String, Map<Integer, Long>> emptyQueues() {
        return storeQueues.emptyQueues();
    }

    @Override
    public CompletableFuture<Integer> beginQueues(Map<String, Map<Integer, Long>> offsets) {
        CompletableFuture<Integer> begun = new CompletableFuture<>();
        storeQueues.dispatch.at(storeLog.end.value(), () ->
            begun.complete(storeQueues.begin(offsets, storeLog.writer::nextOffset)));
        storeQueues.dispatchWakeup.wake();
        return begun;
    }

    @Override
    public CompletableFuture<Void> buildQueues(Set<String> topics) {
        CompletableFuture<Void> built = new CompletableFuture<>();
        storeQueues.dispatch.at(0, () -> storeQueues.buildAgain(topics, built));
        storeQueues.dispatchWakeup.wake();
        return built;
    }

    @Override
    public void deleteExpired() {
        retention.deleteExpired();
    }

    @Override
    public void keepSegments(int hours) {
        retention.keep(hours);
    }

    @Override
    public StoreStatus status() {
        String standing = storeQueues.dispatch.failure();
        String refusal = storeLog.refusal();
        return new StoreStatus(storeLog.reader.minPosition(), storeLog.end.value(), storeLog.flushed.value(),
            storeQueues.dispatched.value(), disks.log().usedRatio(), disks.queues().usedRatio(),
            retained.earliestStoreTimestampMs(), storeLog.gate.heldMs(), refusal == null ? standing : refusal,
            new StoreStatus.Losses(retention.forcedDeletions(), storeQueues.index.missedRecords()));
    }

    @Override
    public BrokerRole role() {
        return acknowledgements.role();
    }

    /**
     * Changes the part in the pair: a slave that becomes a master takes the next offsets from its queues, once they
     * hold everything.
     *
     * @param role new part
     * @throws IOException when the queues can't catch up with the log
     */
    public void changeRole(BrokerRole role) throws IOException {
        log.info("role changes from {} to {}", acknowledgements.role(), role);
        if (role.isMaster() && !acknowledgements.role().isMaster()) {
            life.promote();
        }
        acknowledgements.role(role);
        refuseAsSlave(role);
    }

    /** The log as replication sees it. */
    public ReplicaLog replicaLog() {
        return replicaLog;
    }

    /**
     * Puts replication in place: what sends of a SYNC_MASTER wait for, what retention keeps, whom growth wakes.
     *
     * @param gate asked by sends
     * @param neededPosition position from which on connected slaves need the log; the largest number without any
     * @param waker called after each append; quick, from any thread
     */
    public void replicateBy(ReplicationGate gate, LongSupplier neededPosition, Runnable waker) {
        acknowledgements.replication(gate);
        slaveNeeds = neededPosition;
        storeLog.end.addFirstWaker(waker);
    }

    /** More of the log is on the slaves: readers may see it. Any thread. */
    public void replicated() {
        storeQueues.dispatchWakeup.wake();
    }

    @Override
    public void close() {
        if (life.isOpen()) {
            life.stop();
        }
    }
}
