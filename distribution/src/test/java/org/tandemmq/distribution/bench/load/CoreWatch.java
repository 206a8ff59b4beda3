/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Who had the cores: time on a core of each thread of some processes, and what the whole machine did, at moments.
 * Looked at by one thread, asked by others when that has ended.
 */
final class CoreWatch {

    private static final int LIST_EVERY = 50;
    private static final int NAMED = 8;
    private static final double WORTH_A_WORD_MS = 3;
    /** Columns of the first line of {@code /proc/stat}, in ticks of 10 ms. */
    private static final String[] KINDS = {"user", "nice", "kernel", "idle", "iowait", "irq", "softirq", "stolen"};
    private static final int STOLEN = 7;
    private static final double TICK_MS = 10;

    private final List<Path> processes;
    private final Set<Path> known = new HashSet<>();
    private final List<Ran> threads = new ArrayList<>();
    private final List<Look> looks = new ArrayList<>();
    private final FileChannel machine;
    private final ByteBuffer bytes = ByteBuffer.allocate(256);

    /** A thread and the file that says how long it was on a core. */
    private record Ran(String name, FileChannel file) {
    }

    private record Look(long atNanos, long[] ranNanos, long[] ticks) {
    }

    /**
     * What was seen in a span of time.
     *
     * @param who who was on the cores, the longest first, in words
     * @param longestThread the thread of the broker or the driver that was there longest
     * @param longestMillis how long
     * @param stolenMillis how long the machine's host gave its cores to others
     */
    record Seen(String who, String longestThread, double longestMillis, double stolenMillis) {
    }

    CoreWatch(long... pids) throws IOException {
        machine = FileChannel.open(Path.of("/proc/stat"));
        List<Path> found = new ArrayList<>();
        for (long pid : pids) {
            found.add(Path.of("/proc/" + pid + "/task"));
        }
        this.processes = List.copyOf(found);
    }

    /** Notes how long each thread has been on a core so far. */
    void look(long nowNanos) {
        if (looks.size() % LIST_EVERY == 0) {
            list();
        }
        long[] ran = new long[threads.size()];
        for (int i = 0; i < ran.length; i++) {
            ran[i] = ran(threads.get(i).file);
        }
        String[] words = text(machine).split("\\s+");
        long[] ticks = new long[KINDS.length];
        for (int i = 0; i < ticks.length && words.length > ticks.length; i++) {
            ticks[i] = Long.parseLong(words[i + 1]);
        }
        looks.add(new Look(nowNanos, ran, ticks));
    }

    private void list() {
        for (Path process : processes) {
            try (Stream<Path> tasks = Files.list(process)) {
                tasks.forEach(task -> add(process, task));
            } catch (IOException ended) {
                return;
            }
        }
    }

    private void add(Path process, Path task) {
        try {
            if (known.add(task)) {
                String name = Files.readString(task.resolve("comm")).trim();
                boolean own = process.equals(processes.get(processes.size() - 1));
                threads.add(new Ran(own ? "the driver's " + name : name,
                    FileChannel.open(task.resolve("schedstat"))));
            }
        } catch (IOException gone) {
            // a thread that has ended meanwhile
            known.remove(task);
        }
    }

    /** Nanoseconds on a core; of a thread that has ended none. */
    private long ran(FileChannel file) {
        String text = text(file);
        return text.isEmpty() ? 0 : Long.parseLong(text.substring(0, text.indexOf(' ')));
    }

    private String text(FileChannel file) {
        try {
            int length = file.read(bytes.clear(), 0);
            return new String(bytes.array(), 0, Math.max(0, length), StandardCharsets.US_ASCII);
        } catch (IOException ended) {
            return "";
        }
    }

    /** Who was on the cores between two moments. */
    Seen between(long beginNanos, long endNanos) {
        Look first = null;
        Look last = null;
        for (Look look : looks) {
            first = first == null || look.atNanos <= beginNanos ? look : first;
            last = look;
            if (look.atNanos >= endNanos) {
                break;
            }
        }
        if (first == null || last == first) {
            return new Seen("nothing seen", "", 0, 0);
        }
        Map<String, Double> ms = new TreeMap<>();
        for (int i = 0; i < first.ranNanos.length; i++) {
            ms.merge(threads.get(i).name, Math.max(0, last.ranNanos[i] - first.ranNanos[i]) / 1e6, Double::sum);
        }
        List<Map.Entry<String, Double>> order = ms.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder())).limit(NAMED).toList();
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "in %.0f ms:",
            (last.atNanos - first.atNanos) / 1e6));
        order.stream().filter(entry -> entry.getValue() >= WORTH_A_WORD_MS)
            .forEach(entry -> text.append(String.format(Locale.ROOT, " %s %.0f", entry.getKey(), entry.getValue())));
        text.append("; cores:");
        for (int i = 0; i < KINDS.length; i++) {
            long ticks = last.ticks[i] - first.ticks[i];
            text.append(ticks == 0 ? "" : String.format(Locale.ROOT, " %s %.0f", KINDS[i], ticks * TICK_MS));
        }
        return new Seen(text.toString(), order.get(0).getKey(), order.get(0).getValue(),
            (last.ticks[STOLEN] - first.ticks[STOLEN]) * TICK_MS);
    }
}
