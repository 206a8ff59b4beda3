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
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;

/**
 * What the broker's JVM recorded: collections, other stops of all threads, locks and files that were waited for.
 * Explains stalls.
 */
public final class StallCauses {

    /** Compiled code was left because something came that it had never seen: it is compiled again soon. */
    private static final String DEOPTIMIZATION = "jdk.Deoptimization";
    private static final long COMPILED_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Map<String, String> EVENTS = Map.of("jdk.GarbageCollection", "1 ms", "jdk.ExecuteVMOperation",
        "2 ms", "jdk.JavaMonitorEnter", "5 ms", "jdk.FileForce", "10 ms", "jdk.FileWrite", "5 ms", "jdk.FileRead",
        "5 ms", "jdk.Compilation", "20 ms", DEOPTIMIZATION, "0 ms");
    private static final Set<String> STOPS_ALL = Set.of("jdk.GarbageCollection", "jdk.ExecuteVMOperation");
    /** Part of a stall that something has to take to count as its cause. */
    private static final double CAUSE_PART = 0.4;
    /** What begins a stall; the rest of a long one is work that has piled up. */
    private static final long HEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(60);
    private static final int FRAMES = 4;

    private final List<Span> spans = new ArrayList<>();
    private final LoopWatch watch;
    private final long wallMinusNanoClock;

    /** One recorded event, on the clock of {@link System#nanoTime}. */
    private record Span(String event, String thread, String place, long beginNanos, long endNanos) {
        double overlapMillis(Stalls.Stall stall) {
            return Math.max(0, Math.min(endNanos, stall.endNanos()) - Math.max(beginNanos, stall.beginNanos())) / 1e6;
        }

        boolean ofLoop() {
            return thread.startsWith("net-io");
        }

        boolean stopsLoops() {
            return STOPS_ALL.contains(event) || ofLoop() && !event.equals(DEOPTIMIZATION);
        }

        String text() {
            String what = event.substring("jdk.".length()) + " of " + thread;
            return what + (event.equals(DEOPTIMIZATION) ? ""
                : " for " + Math.round((endNanos - beginNanos) / 1e6) + " ms") + place + "; ";
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
            .append("\"><setting name=\"enabled\">true</setting><setting name=\"stackTrace\">true</setting>"
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
            String name = event.getEventType().getName();
            causes.spans.add(new Span(name, thread, method(event) + place(event),
                nanos(event.getStartTime()) - causes.wallMinusNanoClock,
                nanos(event.getEndTime()) - causes.wallMinusNanoClock
                    + (name.equals(DEOPTIMIZATION) ? COMPILED_AGAIN_NANOS : 0)));
        }
        return causes;
    }

    /** What was compiled or left, and why. */
    private static String method(RecordedEvent event) {
        if (!event.hasField("method")) {
            return "";
        }
        RecordedMethod method = event.getValue("method");
        return " (" + method.getType().getName() + "." + method.getName()
            + (event.hasField("reason") ? ", " + event.getString("reason") : "") + ")";
    }

    /** Who asked for what was waited for, innermost first, as far as it is this broker's code. */
    private static String place(RecordedEvent event) {
        if (event.getStackTrace() == null) {
            return "";
        }
        return event.getStackTrace().getFrames().stream().filter(RecordedFrame::isJavaFrame)
            .map(frame -> frame.getMethod().getType().getName() + "." + frame.getMethod().getName())
            .filter(name -> name.startsWith("org.tandemmq.")).limit(FRAMES)
            .map(name -> name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1))
            .reduce("", (before, name) -> before + " < " + name);
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

    /** Most likely cause of a stall: what took a good part of its beginning, the broker's own doing first. */
    public String of(Stalls.Stall whole) {
        Stalls.Stall stall = whole.head(HEAD_NANOS);
        double part = CAUSE_PART * stall.millis();
        return spans.stream().filter(span -> span.overlapMillis(stall) >= part && span.stopsLoops())
            .map(span -> span.event.substring("jdk.".length()) + (span.ofLoop() ? " of net-io" : ""))
            .findFirst().orElseGet(() -> seen(stall, part));
    }

    /** What was seen from outside. */
    private String seen(Stalls.Stall stall, double part) {
        LoopWatch.Seen seen = watch.between(stall.beginNanos(), stall.endNanos());
        CoreWatch.Seen cores = watch.cores(stall.beginNanos(), stall.endNanos());
        if (cores.stolenMillis() >= part) {
            return "the machine: its host gave the cores to others";
        }
        if (seen.diskLooks() * 10.0 >= part) {
            return "net-io in the kernel, waiting for the disk";
        }
        if (seen.lateMillis() >= part || seen.waitedMillis() >= part) {
            boolean one = cores.longestMillis() >= part;
            return "no core was free" + (one ? ", most of it was had by " + cores.longestThread() : "");
        }
        return "not known";
    }

    /** What the broker's threads waited for when a stall began, and who was on the cores. */
    public String beside(Stalls.Stall whole) {
        Stalls.Stall stall = whole.head(HEAD_NANOS);
        return spans.stream().filter(span -> span.overlapMillis(stall) > 0)
            .map(Span::text).distinct()
            .reduce("", String::concat) + watch.cores(stall.beginNanos(), stall.endNanos()).who();
    }
}
