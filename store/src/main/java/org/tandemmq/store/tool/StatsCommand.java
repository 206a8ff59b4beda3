/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.tool;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.tandemmq.store.offline.LogWalk;
import org.tandemmq.store.offline.OfflineStore;
import org.tandemmq.store.offline.QueueTally;
import org.tandemmq.store.record.RecordView;

/** Counts messages and bytes per topic and queue, with the times of the first and the last. */
final class StatsCommand implements LogWalk.Visitor {

    private final PrintStream out;
    private final boolean json;
    private final QueueTally tally;
    private final LogWalk walk;
    private long damaged;

    StatsCommand(OfflineStore store, boolean json, PrintStream out, LongSupplier elapsedMs) throws IOException {
        this.out = out;
        this.json = json;
        this.tally = new QueueTally(store);
        this.walk = new LogWalk(store.segmentFiles(), store.measures().segmentBytes(), false, elapsedMs);
    }

    void run() throws IOException {
        walk.run(this);
        if (json) {
            tally.queues().values().forEach(queue -> out.println(Json.line(line(queue))));
            return;
        }
        out.printf("log %d to %d, %d records, %d damaged places%n", Math.max(0, walk.begin()), Math.max(0, walk.end()),
            walk.records(), damaged);
        out.printf("%-40s %5s %12s %12s %12s %14s %6s  %s%n", "topic", "queue", "min", "max", "messages", "bytes",
            "holes", "first and last stored");
        Map<String, long[]> topics = new TreeMap<>();
        for (QueueTally.Queue queue : tally.queues().values()) {
            Map<String, Object> line = line(queue);
            out.printf("%-40s %5d %12d %12d %12d %14d %6d  %s%n", queue.topic(), queue.queueId(), line.get("minOffset"),
                line.get("maxOffset"), queue.messages(), queue.bytes(), queue.holes(), queue.messages() == 0 ? "-"
                    : Instant.ofEpochMilli(queue.firstMs()) + " " + Instant.ofEpochMilli(queue.lastMs()));
            long[] sums = topics.computeIfAbsent(queue.topic(), any -> new long[3]);
            sums[0]++;
            sums[1] += queue.messages();
            sums[2] += queue.bytes();
        }
        out.printf("%n%-40s %6s %12s %14s%n", "topic", "queues", "messages", "bytes");
        topics.forEach((topic, sums) -> out.printf("%-40s %6d %12d %14d%n", topic, sums[0], sums[1], sums[2]));
    }

    private static Map<String, Object> line(QueueTally.Queue queue) {
        long end = queue.entries() == null ? 0 : queue.entries().end();
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("topic", queue.topic());
        line.put("queueId", queue.queueId());
        line.put("minOffset", queue.messages() == 0 ? end : queue.firstOffset());
        line.put("maxOffset", queue.messages() == 0 ? end : queue.nextOffset());
        line.put("messages", queue.messages());
        line.put("bytes", queue.bytes());
        line.put("firstMs", queue.messages() == 0 ? null : queue.firstMs());
        line.put("lastMs", queue.messages() == 0 ? null : queue.lastMs());
        line.put("holes", queue.holes());
        return line;
    }

    @Override
    public void record(RecordView record) throws IOException {
        tally.add(record);
    }

    @Override
    public void damage(Path file, long position, long bytes, String reason) {
        damaged++;
    }

    @Override
    public void file(Path file, String what) {
        damaged++;
    }
}
