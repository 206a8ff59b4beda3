/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Looks at the event loops of a broker a hundred times a second: running, waiting for a core, or in the kernel waiting
 * for the disk. It is late itself when the whole machine stands. A thread of its own until it is closed.
 */
public final class LoopWatch implements AutoCloseable {

    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int NANOS_WAITED = 1;
    private static final int LOOKS_A_CORE_LOOK = 2;

    private final List<Path> loops;
    private final List<Look> looks = new ArrayList<>();
    private final CoreWatch cores;
    private final Thread thread = new Thread(this::run, "loop-watch");
    private volatile boolean closed;

    /** One look at all loops: how long they have waited for a core so far, and how many wait for the disk. */
    private record Look(long atNanos, long waitedNanos, int inDiskWait) {
    }

    /**
     * What was seen in a span of time.
     *
     * @param waitedMillis time that loops waited for a core
     * @param diskLooks looks at which a loop waited for the disk
     * @param lateMillis longest time by which a look was late
     */
    public record Seen(double waitedMillis, int diskLooks, double lateMillis) {
    }

    /** Begins to watch a process. */
    public LoopWatch(long pid) throws IOException {
        cores = new CoreWatch(pid, ProcessHandle.current().pid());
        try (Stream<Path> tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
            loops = tasks.filter(LoopWatch::isLoop).toList();
        }
        thread.setDaemon(true);
        thread.start();
    }

    private static boolean isLoop(Path task) {
        try {
            return Files.readString(task.resolve("comm")).startsWith("net-io");
        } catch (IOException gone) {
            return false;
        }
    }

    private void run() {
        long due = System.nanoTime();
        while (!closed) {
            due = Math.max(due + PERIOD_NANOS, System.nanoTime());
            while (!closed && System.nanoTime() < due) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            look();
        }
    }

    private void look() {
        long waited = 0;
        int inDiskWait = 0;
        try {
            for (Path loop : loops) {
                waited += Long.parseLong(Files.readString(loop.resolve("schedstat")).trim().split(" ")[NANOS_WAITED]);
                String stat = Files.readString(loop.resolve("stat"));
                inDiskWait += stat.charAt(stat.lastIndexOf(')') + 2) == 'D' ? 1 : 0;
            }
        } catch (IOException gone) {
            closed = true;
            return;
        }
        synchronized (looks) {
            looks.add(new Look(System.nanoTime(), waited, inDiskWait));
            if (looks.size() % LOOKS_A_CORE_LOOK == 0) {
                cores.look(System.nanoTime());
            }
        }
    }

    /** Who was on the cores between two moments. */
    CoreWatch.Seen cores(long beginNanos, long endNanos) {
        synchronized (looks) {
            return cores.between(beginNanos, endNanos);
        }
    }

    /** What was seen between two moments. */
    public Seen between(long beginNanos, long endNanos) {
        synchronized (looks) {
            Look first = null;
            Look before = null;
            int disk = 0;
            long late = 0;
            for (Look look : looks) {
                if (look.atNanos >= beginNanos - PERIOD_NANOS && before != null) {
                    first = first == null ? before : first;
                    disk += look.inDiskWait;
                    late = Math.max(late, look.atNanos - before.atNanos - PERIOD_NANOS);
                }
                before = look;
                if (look.atNanos >= endNanos) {
                    break;
                }
            }
            double waited = first == null ? 0 : (before.waitedNanos - first.waitedNanos) / 1e6;
            return new Seen(waited, disk, late / 1e6);
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
