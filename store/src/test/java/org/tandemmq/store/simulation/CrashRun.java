/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.tandemmq.store.file.MappedFileQueue;
import org.tandemmq.store.file.StoreFile;
import org.tandemmq.store.log.AppendResult;
import org.tandemmq.store.queue.ConsumeQueue;
import org.tandemmq.store.queue.file.QueueEntry;
import org.tandemmq.store.record.RecordDraft;
import org.tandemmq.store.record.RecordView;
import org.tandemmq.store.recovery.QueueEndsFile;
import org.tandemmq.store.recovery.StoreCheckpoint;
import org.tandemmq.store.recovery.StoreMarks;

/**
 * One life of a store from a seed: appends, flushes, rolls, checkpoints, kills, power losses, stops and recoveries in
 * random order, checked after each recovery. What the run expects is kept in a plain list.
 */
final class CrashRun {

    private static final int SEGMENT_BYTES = 8192;
    private static final Path ROOT = Path.of("/simulated");
    private static final String[] TOPICS = {"Orders", "Payments", "%RETRY%readers"};

    private final Random random;
    private final CrashDrafts drafts;
    private final ForgetfulFileLayer layer = new ForgetfulFileLayer();
    private final MemoryMarks marks = new MemoryMarks();
    private final List<Sent> sent = new ArrayList<>();
    private SimulatedStore store;
    private long machine = 1;
    private long nowMs = 1_796_000_000_000L;
    private long elapsedMs = 1;
    private int nextNumber;
    private int recoveries;

    private record Sent(int number, long position, long endPosition, String topic, int queueId, long queueOffset) {
    }

    private static final class MemoryMarks implements StoreMarks {
        private StoreCheckpoint.Marks marks = StoreCheckpoint.Marks.NONE;
        private QueueEndsFile ends;
        private Progress progress;

        @Override
        public StoreCheckpoint.Marks read() {
            return marks;
        }

        @Override
        public QueueEndsFile readEnds() {
            return ends;
        }

        @Override
        public void write(StoreCheckpoint.Marks newMarks, QueueEndsFile newEnds) {
            marks = newMarks;
            ends = newEnds;
        }

        @Override
        public Progress readProgress() {
            return progress;
        }

        @Override
        public void writeProgress(Progress newProgress) {
            progress = newProgress;
        }
    }

    CrashRun(long seed) {
        this.random = new Random(seed);
        this.drafts = new CrashDrafts(random);
    }

    /** Lives through so many steps; gives the number of recoveries that were checked. */
    int run(int steps) throws IOException {
        open(true);
        for (int i = 0; i < steps; i++) {
            step(random.nextInt(100));
        }
        crash();
        return recoveries;
    }

    private void step(int dice) throws IOException {
        elapsedMs += random.nextInt(400);
        nowMs += random.nextInt(400);
        if (dice < 70) {
            append();
        } else if (dice < 80) {
            store.dispatchStep(elapsedMs);
        } else if (dice < 84) {
            store.flush();
        } else if (dice < 87) {
            store.allocate(elapsedMs);
        } else if (dice < 90) {
            store.forceQueues();
        } else if (dice < 95) {
            store.checkpoint(elapsedMs);
        } else if (dice < 97) {
            fillDisk();
        } else if (dice < 99) {
            crash();
        } else {
            stop();
        }
    }

    private void append() {
        String topic = TOPICS[random.nextInt(TOPICS.length)];
        RecordDraft draft = drafts.next(nextNumber, topic, random.nextInt(2), nowMs);
        AppendResult result = store.append(draft, topic);
        if (result.isDone()) {
            note(draft, topic, result.position(), result.queueOffset());
        }
        nextNumber += draft.records();
    }

    private void note(RecordDraft draft, String topic, long position, long queueOffset) {
        long[] positions = draft.positions(position);
        for (int i = 0; i < draft.records(); i++) {
            long begin = positions == null ? position : positions[i];
            long end = i + 1 < draft.records() ? positions[i + 1] : position + draft.totalBytes();
            sent.add(new Sent(nextNumber + i, begin, end, topic, draft.queueId(), queueOffset + i));
        }
    }

    /** While there is no room appends are refused or fit into what is allocated; afterwards all goes on. */
    private void fillDisk() throws IOException {
        layer.fail(new IOException("No space left on device"));
        for (int i = random.nextInt(20); i > 0; i--) {
            append();
        }
        layer.fail(null);
        elapsedMs += 5_000;
        store.allocate(elapsedMs);
        store.allocate(elapsedMs + 1);
    }

    private void crash() throws IOException {
        long keptEnd = store.endPosition();
        if (random.nextBoolean()) {
            keptEnd = store.flushedPosition();
            store.kill();
            layer.powerLoss(random);
            machine++;
        } else {
            store.kill();
            tear(keptEnd);
        }
        open(false);
        check(keptEnd);
    }

    /** The last append of a killed process may be there in part. */
    private void tear(long end) throws IOException {
        Path path = ROOT.resolve("commitlog").resolve(MappedFileQueue.fileName(end - end % SEGMENT_BYTES));
        String topic = TOPICS[random.nextInt(TOPICS.length)];
        RecordDraft draft = drafts.next(nextNumber, topic, random.nextInt(2), nowMs);
        int at = (int) (end % SEGMENT_BYTES);
        if (!layer.exists(path) || random.nextBoolean() || at + draft.totalBytes() + 8 > SEGMENT_BYTES) {
            return;
        }
        ByteBuffer bytes = ByteBuffer.allocate(random.nextInt(draft.totalBytes()));
        if (random.nextInt(4) == 0) {
            random.nextBytes(bytes.array());
        } else {
            long queueOffset = sent.stream().filter(each -> each.topic().equals(topic)
                && each.queueId() == draft.queueId()).count();
            bytes = drafts.torn(draft, new RecordDraft.Place().set(end, queueOffset, nowMs));
            note(draft, topic, end, queueOffset);
        }
        nextNumber += draft.records();
        try (StoreFile file = layer.open(path)) {
            file.write(bytes, at);
        }
    }

    private void stop() throws IOException {
        long end = store.endPosition();
        store.close();
        if (random.nextBoolean()) {
            layer.powerLoss(random);
            machine++;
        }
        open(true);
        check(end);
    }

    private void open(boolean clean) throws IOException {
        store = new SimulatedStore(new SimulatedStore.Place(layer, ROOT, SEGMENT_BYTES, marks, machine));
        store.open(clean, nowMs);
    }

    /** Up to a position all is there; what is there is a begin of what was sent; all the rest follows from it. */
    private void check(long keptEnd) {
        recoveries++;
        List<Integer> found = new ArrayList<>();
        Map<String, Long> next = new HashMap<>();
        store.records(record -> {
            found.add(record.flag());
            checkRecord(record, found.size() - 1, next);
        });
        int kept = (int) sent.stream().filter(each -> each.endPosition() <= keptEnd).count();
        assertThat(found.size()).as("records that have to be there").isGreaterThanOrEqualTo(kept);
        sent.subList(found.size(), sent.size()).clear();
        for (ConsumeQueue queue : store.queues().all()) {
            assertThat(queue.maxOffset()).as("end of %s", queue)
                .isEqualTo(next.getOrDefault(queue.topic() + '/' + queue.queueId(), 0L));
        }
    }

    private void checkRecord(RecordView record, int i, Map<String, Long> next) {
        assertThat(i).as("records").isLessThan(sent.size());
        Sent expected = sent.get(i);
        assertThat(record.flag()).as("record %d", i).isEqualTo(expected.number());
        assertThat(record.position()).isEqualTo(expected.position());
        long offset = next.merge(expected.topic() + '/' + expected.queueId(), 1L, Long::sum) - 1;
        assertThat(record.queueOffset()).as("offset of record %d", i).isEqualTo(offset)
            .isEqualTo(expected.queueOffset());
        ConsumeQueue queue = store.queues().find(expected.topic(), expected.queueId());
        ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
        assertThat(queue.read(offset, entry)).as("entry %d of %s", offset, queue).isEqualTo(1);
        assertThat(QueueEntry.position(entry, 0)).as("entry %d of %s", offset, queue).isEqualTo(record.position());
        assertThat(QueueEntry.sizeBytes(entry, 0)).isEqualTo(record.totalSize());
        List<Long> byKey = new ArrayList<>();
        store.index().find(expected.topic(), "n" + expected.number(), 0, Long.MAX_VALUE, byKey::add);
        assertThat(byKey).as("key of record %d at %d", i, record.position()).contains(record.position());
    }
}
