/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.slave;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.ha.HaChannel;
import org.tandemmq.store.ha.HaFrames;
import org.tandemmq.store.ha.ReplicaLog;
import org.tandemmq.store.ha.TransferRate;
import org.tandemmq.store.ha.history.TailConfirmation;

/**
 * One connection while data flow: reads all there is, reports after each read that brought records, and at least once
 * a heartbeat. The first report goes out with the first call. Owned by the replication thread.
 */
final class Following {

    /** Reads in one turn, so that the address and the clock are looked at in between. */
    private static final int READS_MAX = 16;

    private final ReplicaLog log;
    private final HaChannel channel;
    private final HaConfig.Timing timing;
    private final FrameReader reader;
    private final InboundRecords records;
    private final TransferRate rate;
    private final long first;
    private final ByteBuffer[] report = {HaFrames.report(0)};

    private long reported = -1;
    private long readMs;
    private long dataMs;
    private long seen;
    private long reportMs;
    private long lastReadWallMs;
    private long lastWriteWallMs;

    /**
     * Begins behind the log's last record.
     *
     * @param log the slave's log
     * @param channel the master, connected
     * @param timing intervals
     * @param buffer room for reading
     * @param first position to report while the log is empty (see {@link TailConfirmation#firstPosition})
     * @param nowMs elapsed time
     */
    Following(ReplicaLog log, HaChannel channel, HaConfig.Timing timing, ByteBuffer buffer, long first, long nowMs) {
        this.log = log;
        this.channel = channel;
        this.timing = timing;
        this.first = first;
        this.records = new InboundRecords(log);
        if (first == TailConfirmation.WITHOUT_FIRST_BYTE) {
            records.assumeFirstByte();
        } else if (first > 0) {
            records.beginAt(first);
        }
        this.seen = records.nextPosition();
        this.reader = new FrameReader(log, records, buffer);
        this.rate = new TransferRate(nowMs);
        this.readMs = nowMs;
        this.dataMs = nowMs;
        report[0].position(HaFrames.REPORT_BYTES);
    }

    /**
     * Reads and reports.
     *
     * @param nowMs elapsed time
     * @param wallMs epoch milliseconds
     * @return number of bytes moved
     * @throws IOException when the connection can't go on; the message says why
     */
    int doWork(long nowMs, long wallMs) throws IOException {
        int work = report(nowMs, wallMs);
        int bytes = 1;
        for (int i = 0; i < READS_MAX && bytes > 0; i++) {
            bytes = reader.readFrom(channel);
            if (bytes > 0) {
                readMs = nowMs;
                dataMs = records.nextPosition() == seen ? dataMs : nowMs;
                seen = records.nextPosition();
                lastReadWallMs = wallMs;
                work += bytes + report(nowMs, wallMs);
                log.wakeFollowers();
            }
        }
        rate.moved(work, nowMs);
        if (nowMs - readMs > timing.housekeepingMs()) {
            throw new IOException("master silent for " + (nowMs - readMs) + " ms, limit " + timing.housekeepingMs());
        }
        return work;
    }

    private int report(long nowMs, long wallMs) throws IOException {
        if (!report[0].hasRemaining()) {
            long end = log.isEmpty() ? first : log.endPosition();
            if (end == reported && nowMs - reportMs <= timing.heartbeatMs()) {
                return 0;
            }
            report[0] = HaFrames.report(end);
            reported = end;
            reportMs = nowMs;
            lastWriteWallMs = wallMs;
        }
        return (int) channel.write(report, 0, 1);
    }

    /** Whether the master sent anything that was right. */
    boolean hasReceived() {
        return reader.frames() > 0;
    }

    /** End of the master's log as far as its frames told. */
    long masterPosition() {
        return records.nextPosition();
    }

    /** Elapsed time at which log bytes came last, or the connection began. */
    long dataMs() {
        return dataMs;
    }

    /** Begin of the last record that came, -1 when none did. */
    long lastRecordPosition() {
        return records.lastRecordPosition();
    }

    long lastReadMs() {
        return lastReadWallMs;
    }

    long lastWriteMs() {
        return lastWriteWallMs;
    }

    long bytesPerSecond(long nowMs) {
        return rate.bytesPerSecond(nowMs);
    }
}
