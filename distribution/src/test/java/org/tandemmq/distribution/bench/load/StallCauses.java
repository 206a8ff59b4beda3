/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * What the broker's JVM recorded: collections, other stops of all threads, locks and files that were waited for.
 * Explains stalls.
 */
public final class StallCauses {

    private static final Map<String, String> EVENTS = Map.of("jdk.GarbageCollection", "1 ms", "jdk.ExecuteVMOperation",
        "2 ms", "jdk.JavaMonitorEnter", "5 ms", "jdk.FileForce", "10 ms", "jdk.FileWrite", "5 ms", "jdk.FileRead",
        "5 ms");
    private static final Set<String> STOPS_ALL = Set.of("jdk.GarbageCollection", "jdk.ExecuteVMOperation");
    /** Part of a stall that something has to take to count as its cause. */
    private static final double CAUSE_PART = 0.4;

    private final List<Span> spans = new ArrayList<>();
    private final LoopWatch watch;
    private final long wallMinusNanoClock;

    /** One recorded event, on the clock of {@link System#nanoTime}. */
    private record Span(String event, String thread, long beginNanos, long endNanos) {
        double overlapMillis(Stalls.Stall stall) {
            return Math.max(0, Math.min(endNanos, stall.endNanos()) - Math.max(beginNanos, stall.beginNanos())) / 1e6;
        }
    }

    private StallCauses(LoopWatch watch) {
        this.watch = watch;
        Instant now = Instant.now();
        this.wallMinusNanoClock = nanos(now) - System.nanoTime();
    }

    private static long nanos(Instant time) {
        return time.getEpochSecond() * 1_000_000_000L + time.getNano();
    }

    /** Writes the settings of a recording and gives the option that begins it. */
    public static String recordingOption(Path folder) throws IOException {
        StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration "
            + "version=\"2.0\">\n");
        EVENTS.forEach((event, threshold) -> text.append("<event name=\"").append(event)
            .append("\"><setting name=\"enabled\">true</setting><setting name=\"stackTrace\">false</setting>"
                + "<setting name=\"threshold\">").append(threshold).append("</setting></event>\n"));
        Path settings = folder.resolve("steady.jfc");
        Files.writeString(settings, text.append("</configuration>\n"), StandardCharsets.UTF_8);
        return "-XX:StartFlightRecording=name=steady,maxsize=256m,settings=" + settings;
    }

    /** Takes the recording of a running broker. */
    public static StallCauses of(long pid, Path folder, LoopWatch watch) throws IOException {
        Path file = folder.resolve("steady.jfr");
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process dump = new ProcessBuilder(jcmd.toString(), Long.toString(pid), "JFR.dump", "name=steady",
            "filename=" + file).redirectErrorStream(true).start();
        dump.getInputStream().readAllBytes();
        StallCauses causes = new StallCauses(watch);
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            String thread = event.getThread() == null ? "" : String.valueOf(event.getThread().getJavaName());
            causes.spans.add(new Span(event.getEventType().getName(), thread,
                nanos(event.getStartTime()) - causes.wallMinusNanoClock,
                nanos(event.getEndTime()) - causes.wallMinusNanoClock));
        }
        return causes;
    }

    /** Longest collection of the whole recording in milliseconds. */
    public double longestCollectionMillis() {
        return spans.stream().filter(span -> span.event.equals("jdk.GarbageCollection"))
            .mapToDouble(span -> (span.endNanos - span.beginNanos) / 1e6).max().orElse(0);
    }

    /** Collections in the whole recording. */
    public long collections() {
        return spans.stream().filter(span -> span.event.equals("jdk.GarbageCollection")).count();
    }

    /** Most likely cause of a stall: what took a good part of it, the broker's own doing first. */
    public String of(Stalls.Stall stall) {
        double part = CAUSE_PART * stall.millis();
        for (Span span : spans) {
            if (span.overlapMillis(stall) >= part
                && (STOPS_ALL.contains(span.event) || span.thread.startsWith("net-io"))) {
                return span.event.substring("jdk.".length()) + (span.thread.startsWith("net-io") ? " of net-io" : "");
            }
        }
        LoopWatch.Seen seen = watch.between(stall.beginNanos(), stall.endNanos());
        if (seen.diskLooks() * 10.0 >= part) {
            return "net-io in the kernel, waiting for the disk" + beside(stall);
        }
        if (seen.lateMillis() >= part) {
            return "the machine: a thread that only slept was late by " + Math.round(seen.lateMillis()) + " ms";
        }
        if (seen.waitedMillis() >= part) {
            return "the machine: net-io waited for a core";
        }
        return "not known" + beside(stall);
    }

    private String beside(Stalls.Stall stall) {
        return spans.stream().filter(span -> span.overlapMillis(stall) > 0)
            .map(span -> ", beside " + span.event.substring("jdk.".length()) + " of " + span.thread).distinct()
            .reduce("", String::concat);
    }
}
