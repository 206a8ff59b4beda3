/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.EntryFilter;
import org.tandemmq.store.GetResult;
import org.tandemmq.store.GetStatus;
import org.tandemmq.store.KeyQuery;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.NewBatch;
import org.tandemmq.store.NewMessage;
import org.tandemmq.store.PutResult;
import org.tandemmq.store.PutStatus;
import org.tandemmq.store.QueryResult;
import org.tandemmq.store.StoreStatus;
import org.tandemmq.store.TimeBoundary;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordView;

/** The store's test twin: records on the heap, readable at once, with a clock and a refusal moved by hand. */
public final class MemoryStore implements MessageStore {

    /** Wall clock of the store in epoch milliseconds. */
    public long nowMs = 1_000_000;
    /** Status of all puts, unless it is PUT_OK. */
    public PutStatus refusal = PutStatus.PUT_OK;

    /** What ends puts instead of a result; null for a result. */
    public Throwable failure;
    /** Most bytes of properties. */
    public int propertiesMax = Integer.MAX_VALUE;

    /** Part in the pair. */
    public BrokerRole role = BrokerRole.ASYNC_MASTER;
    /** Offsets below this one count as read from disk and far behind. */
    public long coldBelow;
    /** First offset of all queues. */
    public long minOffset;
    /** Runs before a topic is dropped. */
    public Runnable beforeDrop = () -> { };
    /** How often queues of a topic were dropped. */
    public int drops;
    /** What the last put waited for. */
    public AckPolicy lastAck;
    /** What reads of unreadable records answer. */
    public GetStatus unreadableStatus = GetStatus.MESSAGE_WAS_REMOVING;

    private final TreeMap<Long, ByteBuffer> log = new TreeMap<>();
    private final Map<String, TreeMap<Integer, List<Long>>> queues = new HashMap<>();
    private final Map<String, long[]> unreadable = new HashMap<>();
    /** Topics whose queues are built again, and whether that is done. */
    public final Set<String> builtAgain = new TreeSet<>();
    /** Completed when they are built. */
    public CompletableFuture<Void> building = new CompletableFuture<>();
    /** Queues that begin at an offset without a message. */
    public Map<String, Map<Integer, Long>> begun = Map.of();
    private long end;

    private record Slice(long position, ByteBuffer bytes) implements LogSlice {
        @Override
        public void close() {
            // heap
        }
    }

    /**
     * Makes records of a topic unreadable.
     *
     * @param topic topic
     * @param from first offset
     * @param end offset behind the last
     */
    public void unreadable(String topic, long from, long end) {
        unreadable.put(topic, new long[] {from, end});
    }

    @Override
    public void start() {
        // nothing to open
    }

    @Override
    public CompletableFuture<PutResult> put(Message message, AckPolicy ack) {
        return failure != null ? CompletableFuture.failedFuture(failure)
            : CompletableFuture.completedFuture(append(message, ack));
    }

    @Override
    public PutResult append(Message message, AckPolicy ack) {
        if (refusal != PutStatus.PUT_OK) {
            return PutResult.refused(refusal, "refused by the test");
        }
        if (message.properties().remaining() > propertiesMax) {
            return PutResult.refused(PutStatus.PROPERTIES_SIZE_EXCEEDED, "limit " + propertiesMax);
        }
        lastAck = ack;
        byte[] topic = message.topic().getBytes(StandardCharsets.UTF_8);
        int size = RecordLayout.recordBytes(message.sysFlag(), false, message.body().remaining(), topic.length,
            message.properties().remaining());
        List<Long> queue = queues.computeIfAbsent(message.topic(), name -> new TreeMap<>())
            .computeIfAbsent(message.queueId(), id -> new ArrayList<>());
        ByteBuffer out = ByteBuffer.allocate(size);
        out.putInt(size).putInt(RecordLayout.MAGIC_V1).putInt(0).putInt(message.queueId()).putInt(message.flag());
        out.putLong(queue.size()).putLong(end).putInt(message.sysFlag()).putLong(message.bornTimestampMs());
        out.put(message.bornHost().getAddress().getAddress()).putInt(message.bornHost().getPort()).putLong(nowMs);
        out.put(new byte[] {10, 0, 0, 1}).putInt(10911).putInt(message.reconsumeTimes());
        out.putLong(message.preparedTransactionOffset()).putInt(message.body().remaining());
        out.put(message.body().duplicate()).put((byte) topic.length).put(topic);
        out.putShort((short) message.properties().remaining()).put(message.properties().duplicate()).flip();
        log.put(end, out);
        queue.add(end);
        long position = end;
        end += size;
        return new PutResult(PutStatus.PUT_OK, position, end, queue.size() - 1, nowMs, null, null);
    }

    @Override
    public CompletableFuture<PutResult> confirmed(PutResult appended, AckPolicy ack) {
        return failure != null ? CompletableFuture.failedFuture(failure) : null;
    }

    @Override
    public CompletableFuture<PutResult> put(NewBatch batch, AckPolicy ack) {
        List<Long> positions = new ArrayList<>();
        PutResult first = null;
        ByteBuffer in = batch.elements().duplicate();
        while (in.hasRemaining()) {
            int begin = in.position();
            int size = in.getInt(begin);
            int bodyBytes = in.getInt(begin + 16);
            int propertiesBytes = in.getShort(begin + 20 + bodyBytes);
            ByteBuffer properties = ByteBuffer.allocate(propertiesBytes + batch.batchProperties().remaining() + 1);
            properties.put(in.slice(begin + 22 + bodyBytes, propertiesBytes));
            if (propertiesBytes > 0 && properties.get(propertiesBytes - 1) != 2) {
                properties.put((byte) 2);
            }
            properties.put(batch.batchProperties().duplicate()).flip();
            PutResult one = append(new NewMessage(batch.topic(), batch.queueId(), in.getInt(begin + 12),
                batch.sysFlag(), batch.bornTimestampMs(), batch.bornHost(), batch.reconsumeTimes(), 0,
                in.slice(begin + 20, bodyBytes), properties), ack);
            first = first == null ? one : first;
            positions.add(one.position());
            in.position(begin + size);
        }
        return CompletableFuture.completedFuture(new PutResult(PutStatus.PUT_OK, positions.get(0), end,
            first.queueOffset(), nowMs, positions.stream().mapToLong(Long::longValue).toArray(), null));
    }

    @Override
    public GetResult get(String topic, int queueId, long offset, int maxCount, EntryFilter filter) {
        List<Long> queue = queue(topic, queueId);
        int max = queue.size();
        if (max == 0) {
            return new GetResult(GetStatus.NO_MESSAGE_IN_QUEUE, 0, 0, 0, List.of(), 0, 0, false);
        }
        if (offset >= max || offset < minOffset) {
            return outside(offset, max);
        }
        int upTo = (int) Math.min(max, offset + Math.max(1, maxCount));
        long[] gone = unreadable.getOrDefault(topic, new long[2]);
        if (offset >= gone[0] && offset < gone[1]) {
            return new GetResult(unreadableStatus, Math.min(upTo, gone[1]), minOffset, max, List.of(), 0, 0, false);
        }
        List<LogSlice> slices = new ArrayList<>();
        int sizeBytes = 0;
        for (long position : queue.subList((int) offset, upTo)) {
            String tag = new RecordView().wrap(log.get(position), 0).property("TAGS");
            if (filter.matchesTagsCode(tag == null ? 0 : tag.hashCode())) {
                slices.add(new Slice(position, log.get(position).duplicate()));
                sizeBytes += log.get(position).limit();
            }
        }
        GetStatus status = slices.isEmpty() ? GetStatus.NO_MATCHED_MESSAGE : GetStatus.FOUND;
        return new GetResult(status, upTo, minOffset, max, slices, slices.size(), sizeBytes, offset < coldBelow);
    }

    private GetResult outside(long offset, int max) {
        GetStatus status = GetStatus.OFFSET_TOO_SMALL;
        if (offset >= max) {
            status = offset == max ? GetStatus.OFFSET_OVERFLOW_ONE : GetStatus.OFFSET_OVERFLOW_BADLY;
        }
        long corrected = offset < minOffset ? minOffset : max;
        return new GetResult(status, role.isMaster() ? corrected : offset, minOffset, max, List.of(), 0, 0, false);
    }

    /**
     * Messages of a queue, as views.
     *
     * @param topic topic
     * @param queueId queue
     * @return all records in order
     */
    public List<RecordView> records(String topic, int queueId) {
        return queue(topic, queueId).stream().map(at -> new RecordView().wrap(log.get(at), 0)).toList();
    }

    private List<Long> queue(String topic, int queueId) {
        return queues.getOrDefault(topic, new TreeMap<>()).getOrDefault(queueId, List.of());
    }

    @Override
    public GetResult getCached(String topic, int queueId, long offset, int maxCount, EntryFilter filter) {
        return offset < coldBelow ? null : get(topic, queueId, offset, maxCount, filter);
    }

    @Override
    public boolean mayReadDisk(String topic, int queueId, long offset) {
        return offset < coldBelow;
    }

    @Override
    public long minOffset(String topic, int queueId) {
        return minOffset;
    }

    @Override
    public long maxOffset(String topic, int queueId) {
        return Math.max(queue(topic, queueId).size(), begun.getOrDefault(topic, Map.of()).getOrDefault(queueId, 0L));
    }

    @Override
    public Map<String, Map<Integer, Long>> emptyQueues() {
        return begun;
    }

    @Override
    public CompletableFuture<Integer> beginQueues(Map<String, Map<Integer, Long>> offsets) {
        begun = offsets;
        return CompletableFuture.completedFuture(offsets.size());
    }

    @Override
    public CompletableFuture<Void> buildQueues(Set<String> topics) {
        builtAgain.addAll(topics);
        return building;
    }

    @Override
    public long offsetByTime(String topic, int queueId, long timestampMs, TimeBoundary boundary) {
        return records(topic, queueId).stream().takeWhile(each -> each.storeTimestampMs() < timestampMs).count();
    }

    @Override
    public long storeTimestampMs(String topic, int queueId, long offset) {
        List<RecordView> records = records(topic, queueId);
        return offset < records.size() ? records.get((int) offset).storeTimestampMs() : -1;
    }

    @Override
    public Optional<LogSlice> record(long position) {
        return Optional.ofNullable(log.get(position)).map(bytes -> new Slice(position, bytes.duplicate()));
    }

    @Override
    public QueryResult query(KeyQuery query) {
        List<LogSlice> found = new ArrayList<>();
        log.forEach((position, bytes) -> {
            RecordView record = new RecordView().wrap(bytes, 0);
            if (record.topic().equals(query.topic()) && query.key().equals(record.property("KEYS"))) {
                found.add(new Slice(position, bytes.duplicate()));
            }
        });
        return new QueryResult(found, nowMs, end);
    }

    @Override
    public Set<String> topics() {
        return queues.keySet();
    }

    @Override
    public Collection<Integer> queueIds(String topic) {
        return queues.getOrDefault(topic, new TreeMap<>()).keySet();
    }

    @Override
    public void deleteTopic(String topic, LongConsumer beforeQueues) {
        beforeDrop.run();
        long position = end;
        TreeMap<Integer, List<Long>> former = queues.remove(topic);
        beforeQueues.accept(position);
        drops += former == null ? 0 : 1;
    }

    @Override
    public CompletableFuture<Integer> deleteTopic(String topic, long position) {
        TreeMap<Integer, List<Long>> known = queues.getOrDefault(topic, new TreeMap<>());
        int before = known.size();
        known.values().removeIf(queue -> !queue.isEmpty() && queue.get(queue.size() - 1) < position);
        return CompletableFuture.completedFuture(before - known.size());
    }

    @Override
    public void deleteExpired() {
        // nothing expires
    }

    @Override
    public void keepSegments(int hours) {
        // nothing expires
    }

    @Override
    public StoreStatus status() {
        return new StoreStatus(0, end, end, end, 0, 0, -1, 0, null, StoreStatus.Losses.NONE);
    }

    @Override
    public BrokerRole role() {
        return role;
    }

    @Override
    public void close() {
        // nothing to close
    }
}
