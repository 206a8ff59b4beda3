/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.tool;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.tandemmq.store.index.IndexKeys;
import org.tandemmq.store.offline.LogWalk;
import org.tandemmq.store.offline.OfflineStore;
import org.tandemmq.store.offline.QueueReader;
import org.tandemmq.store.offline.Segment;
import org.tandemmq.store.record.RecordProperties;
import org.tandemmq.store.record.RecordScanner;
import org.tandemmq.store.record.RecordView;

/** Prints records as lines of JSON: from a position on, those of a queue, or those with a key. */
final class DumpCommand {

    private final OfflineStore store;
    private final ToolArguments arguments;
    private final PrintStream out;
    private final LongSupplier elapsedMs;
    private final RecordView view = new RecordView();
    private final boolean bodies;
    private long left;

    DumpCommand(OfflineStore store, ToolArguments arguments, PrintStream out, LongSupplier elapsedMs)
        throws ToolException {
        this.store = store;
        this.arguments = arguments;
        this.out = out;
        this.elapsedMs = elapsedMs;
        this.bodies = !arguments.has("--no-body");
        this.left = arguments.number("--count", Long.MAX_VALUE);
    }

    void run() throws ToolException, IOException {
        String topic = arguments.text("--topic", null);
        if (arguments.has("--key")) {
            if (topic == null) {
                throw new ToolException(ToolException.USAGE, "--key needs --topic");
            }
            String key = arguments.text("--key", "");
            fromLog(record -> IndexKeys.matches(record, topic, key));
        } else if (topic != null && arguments.has("--queue")) {
            queue(topic, arguments.smallNumber("--queue", 0), arguments.number("--offset", 0));
        } else {
            fromLog(record -> topic == null || topic.equals(record.topic()));
        }
    }

    private void fromLog(Predicate<RecordView> wanted) throws ToolException, IOException {
        long from = arguments.number("--position", 0);
        LogWalk walk = new LogWalk(store.segmentFiles().stream()
            .filter(each -> Long.parseLong(each.getFileName().toString()) + store.measures().segmentBytes() > from)
            .toList(), store.measures().segmentBytes(), true, elapsedMs);
        try {
            walk.run(new Matching(from, wanted));
        } catch (EnoughException e) {
            out.flush();
        }
    }

    private void queue(String topic, int queueId, long offset) throws ToolException, IOException {
        Path directory = store.paths().consumeQueues().resolve(topic).resolve(Integer.toString(queueId));
        QueueReader queue = new QueueReader(directory, store.filesOf(directory), store.measures().queueFileBytes());
        if (queue.end() == 0) {
            throw new ToolException(ToolException.FAILED, "there is no queue " + queueId + " of topic " + topic);
        }
        RecordScanner scanner = new RecordScanner(store.measures().segmentBytes(), true);
        Segment segment = null;
        for (long next = Math.max(offset, queue.begin()); next < queue.end() && left > 0; next++) {
            if (queue.isFiller(next)) {
                continue;
            }
            long position = queue.position(next);
            segment = holds(segment, position) ? segment : segmentOf(position);
            if (segment == null) {
                missing(topic, queueId, next, position, "not in the log");
            } else if (isRecord(scanner, segment, position)) {
                print(view.wrap(segment.bytes(), (int) (position - segment.start())));
            } else {
                missing(topic, queueId, next, position, scanner.reason());
            }
        }
    }

    private static boolean holds(Segment segment, long position) {
        return segment != null && position >= segment.start() && position < segment.end();
    }

    private static boolean isRecord(RecordScanner scanner, Segment segment, long position) {
        return scanner.check(segment.bytes(), (int) (position - segment.start()), segment.sizeBytes(), position)
            == RecordScanner.Verdict.RECORD;
    }

    private Segment segmentOf(long position) throws IOException {
        for (Path path : store.segmentFiles()) {
            long start = Long.parseLong(path.getFileName().toString());
            if (position >= start && position < start + store.measures().segmentBytes()) {
                return Segment.open(path);
            }
        }
        return null;
    }

    private void missing(String topic, int queueId, long offset, long position, String reason) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("topic", topic);
        line.put("queueId", queueId);
        line.put("queueOffset", offset);
        line.put("position", position);
        line.put("missing", reason == null ? "no record there" : reason);
        out.println(Json.line(line));
        left--;
    }

    private void print(RecordView record) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("position", record.position());
        line.put("size", record.totalSize());
        line.put("topic", record.topic());
        line.put("queueId", record.queueId());
        line.put("queueOffset", record.queueOffset());
        line.put("flag", record.flag());
        line.put("sysFlag", record.sysFlag());
        line.put("bornTimestamp", record.bornTimestampMs());
        line.put("bornHost", text(record.bornHost()));
        line.put("storeTimestamp", record.storeTimestampMs());
        line.put("storeHost", text(record.storeHost()));
        line.put("reconsumeTimes", record.reconsumeTimes());
        line.put("preparedTransactionOffset", record.preparedTransactionOffset());
        line.put("properties", RecordProperties.parse(record.properties()));
        line.put("bodyBytes", record.bodyBytes());
        if (bodies) {
            Json.body(line, record.body());
        }
        out.println(Json.line(line));
        left--;
    }

    private static String text(java.net.InetSocketAddress host) {
        return host.getAddress().getHostAddress() + ":" + host.getPort();
    }

    /** As many records as were wanted. */
    private static final class EnoughException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    private final class Matching implements LogWalk.Visitor {
        private final long from;
        private final Predicate<RecordView> wanted;

        Matching(long from, Predicate<RecordView> wanted) {
            this.from = from;
            this.wanted = wanted;
        }

        @Override
        public void record(RecordView record) throws IOException {
            if (left <= 0) {
                throw new EnoughException();
            }
            if (record.position() >= from && wanted.test(record)) {
                print(record);
            }
        }

        @Override
        public void damage(Path file, long position, long bytes, String reason) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("position", position);
            line.put("file", file.getFileName().toString());
            line.put("damagedBytes", bytes);
            line.put("reason", reason);
            out.println(Json.line(line));
        }

        @Override
        public void file(Path file, String what) {
            damage(file, Long.parseLong(file.getFileName().toString()), 0, what);
        }
    }
}
