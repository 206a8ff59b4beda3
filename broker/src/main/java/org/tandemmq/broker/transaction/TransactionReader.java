/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.transaction;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.LogLimit;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.record.PropertyNames;
import org.tandemmq.store.record.RecordView;

/**
 * Follows the half and the op topic in slices, and brings what they say into {@link OpenHalves} (storage 16). It finds
 * where to begin, and keeps how far a restart need not go back. Used by the thread that owns the open half messages.
 */
final class TransactionReader {

    private static final Logger log = LoggerFactory.getLogger(TransactionReader.class);
    private static final int READ_COUNT = 32;
    private static final int READS_PER_SLICE = 64;

    private final MessageStore store;
    private final HalfMessages halves;
    private final TransactionProgress progress;
    private final CheckLimits limits;
    private final LogLimit strange = new LogLimit(System::nanoTime);

    /**
     * Creates the reader.
     *
     * @param store knows where the topics begin and end
     * @param halves reads their records
     * @param progress where to begin after a restart
     * @param limits says how many half messages may be open
     */
    TransactionReader(MessageStore store, HalfMessages halves, TransactionProgress progress, CheckLimits limits) {
        this.store = store;
        this.halves = halves;
        this.progress = progress;
        this.limits = limits;
    }

    /** Nothing is open yet; reading goes on at the kept progress. */
    OpenHalves begin() {
        long halfBegin = begin(TransactionTopics.HALF);
        return new OpenHalves(halfBegin, firstOpFor(halfBegin, begin(TransactionTopics.OP)));
    }

    /** Reads one slice; gives the number of records, 0 when there is nothing to be read just now. */
    int read(OpenHalves open) {
        long opEnd = store.maxOffset(TransactionTopics.OP, TransactionTopics.QUEUE_ID);
        // behind the end of the op topic: it holds every half message that is ended there
        long halfEnd = store.maxOffset(TransactionTopics.HALF, TransactionTopics.QUEUE_ID);
        int done = readHalves(open);
        if (done == 0 || open.nextHalfOffset() >= halfEnd || open.size() >= limits.openMax()) {
            done += readOps(open, opEnd, halfEnd);
        }
        return done;
    }

    /** Keeps how far both topics are worked off. */
    void keep(OpenHalves open) {
        progress.save(TransactionTopics.HALF, open.halfProgress());
        progress.save(TransactionTopics.OP, open.opProgress());
    }

    private long begin(String topic) {
        long kept = progress.load(topic);
        long min = store.minOffset(topic, TransactionTopics.QUEUE_ID);
        long max = store.maxOffset(topic, TransactionTopics.QUEUE_ID);
        long begin = Math.max(min, Math.min(kept, max));
        if (kept >= 0 && begin != kept) {
            log.warn("progress {} in {} is outside {} to {}, going on at {}", kept, topic, min, max, begin);
        }
        return begin;
    }

    /**
     * The first op record that may end a half message from some offset on: none of those is older than that message.
     * The kept op progress says the same, but on a slave that takes over it may be of another moment than that of the
     * half messages, or of a master of another kind.
     */
    private long firstOpFor(long halfBegin, long keptOpBegin) {
        long halfPosition = halves.positionOf(TransactionTopics.HALF, halfBegin);
        long low = store.minOffset(TransactionTopics.OP, TransactionTopics.QUEUE_ID);
        long high = keptOpBegin;
        while (halfPosition >= 0 && low < high) {
            long middle = (low + high) >>> 1;
            if (halves.positionOf(TransactionTopics.OP, middle) < halfPosition) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return high;
    }

    private int readHalves(OpenHalves open) {
        int read = 0;
        for (int i = 0; i < READS_PER_SLICE && open.size() < limits.openMax(); i++) {
            int before = read;
            read += halves.read(TransactionTopics.HALF, open.nextHalfOffset(), READ_COUNT,
                record -> addHalf(open, record), open::halvesReadUpTo);
            if (read == before) {
                break;
            }
        }
        return read;
    }

    /** Reads no further than to the given end: what came since may end half messages that were not read yet. */
    private int readOps(OpenHalves open, long opEnd, long halfEnd) {
        int read = 0;
        for (int i = 0; i < READS_PER_SLICE && open.nextOpOffset() < opEnd; i++) {
            int before = read;
            int count = (int) Math.min(READ_COUNT, opEnd - open.nextOpOffset());
            long offset = open.nextOpOffset();
            read += halves.read(TransactionTopics.OP, offset, count, record -> addOp(open, record, halfEnd), next -> {
                if (open.nextOpOffset() == offset) {
                    // none of them can be read: they are passed over
                    open.opsReadUpTo(Math.min(next, opEnd));
                }
            });
            if (read == before && open.nextOpOffset() == offset) {
                break;
            }
        }
        return read;
    }

    private void addHalf(OpenHalves open, RecordView record) {
        HalfMessage half = HalfMessage.of(record);
        if (half.realTopic() == null) {
            if (strange.permits()) {
                log.warn("half message at position {} lacks {}, passed over{}", half.position(),
                    PropertyNames.REAL_TOPIC, strange.suppressed());
            }
            return;
        }
        open.add(new OpenHalves.OpenHalf(half.queueOffset(), half.rootOffset(), half.position(),
            half.storeTimestampMs(), half.immuneUntilMs(limits.timeoutMs())));
    }

    private void addOp(OpenHalves open, RecordView record, long halfEnd) {
        List<Long> ended = new ArrayList<>(1);
        for (String piece : StandardCharsets.UTF_8.decode(record.body()).toString().split(",")) {
            try {
                ended.add(Long.parseLong(piece.trim()));
            } catch (NumberFormatException noOffset) {
                if (strange.permits()) {
                    log.warn("op record at position {} names no offset: '{}'{}", record.position(), piece,
                        strange.suppressed());
                }
            }
        }
        open.apply(record.queueOffset(), ended, halfEnd);
    }
}
