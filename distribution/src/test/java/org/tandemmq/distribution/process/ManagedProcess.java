/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One started process with its log file. Signals go to its own id, never to a name; whatever still runs when this JVM
 * ends is killed. Figures come from {@code /proc}.
 */
public final class ManagedProcess implements AutoCloseable {
    private static final Duration STOP_WITHIN = Duration.ofSeconds(60);
    private static final Set<ManagedProcess> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(ManagedProcess::kill),
            "end-test-processes"));
    }

    private final String name;
    private final Process process;
    private final Path logFile;

    private ManagedProcess(String name, Process process, Path logFile) {
        this.name = name;
        this.process = process;
        this.logFile = logFile;
        RUNNING.add(this);
    }

    /** Starts a process that writes both its outputs to {@code NAME.log} in the folder, after what is there. */
    public static ManagedProcess start(String name, Path folder, List<String> command, Map<String, String> env) {
        return start(name, folder, command, env, false);
    }

    /** Starts a process whose standard input and output the caller talks to; its errors go to the log. */
    static ManagedProcess startPiped(String name, Path folder, List<String> command) {
        return start(name, folder, command, Map.of(), true);
    }

    private static ManagedProcess start(String name, Path folder, List<String> command, Map<String, String> env,
            boolean piped) {
        try {
            Files.createDirectories(folder);
            Path logFile = folder.resolve(name + ".log");
            ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
            builder.environment().putAll(env);
            ProcessBuilder.Redirect log = ProcessBuilder.Redirect.appendTo(logFile.toFile());
            builder.redirectError(log);
            if (!piped) {
                builder.redirectOutput(log);
            }
            return new ManagedProcess(name, builder.start(), logFile);
        } catch (IOException e) {
            throw new UncheckedIOException(name + ": " + command, e);
        }
    }

    Process process() {
        return process;
    }

    /** Id of the process. */
    public long pid() {
        return process.pid();
    }

    /** Whether it has not ended yet. */
    public boolean alive() {
        return process.isAlive();
    }

    /** Exit code of a process that ended. */
    public int exitCode() {
        return process.exitValue();
    }

    /** Waits for its end; the exit code. */
    public int awaitEnd(Duration within) {
        try {
            if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException(name + " still runs after " + within + "\n" + logTail());
            }
            RUNNING.remove(this);
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Asks it to stop (SIGTERM) and waits; the exit code. */
    public int stop() {
        signal("TERM");
        return awaitEnd(STOP_WITHIN);
    }

    /** Ends it at once, as a power switch would (SIGKILL). */
    public void kill() {
        process.destroyForcibly();
        RUNNING.remove(this);
        if (process.isAlive()) {
            process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
        }
    }

    /** Freezes it: connections stay, nothing is answered (SIGSTOP). */
    public void suspend() {
        signal("STOP");
    }

    /** Ends {@link #suspend()}. */
    public void resume() {
        signal("CONT");
    }

    private void signal(String signal) {
        if (!process.isAlive()) {
            return;
        }
        try {
            int code = new ProcessBuilder("kill", "-" + signal, Long.toString(pid())).inheritIO().start().waitFor();
            if (code != 0 && process.isAlive()) {
                throw new IllegalStateException("kill -" + signal + " " + pid() + ": " + code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What it printed so far. */
    public String log() {
        try {
            return new String(Files.readAllBytes(logFile), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The last lines of its log, for a failure's message. */
    public String logTail() {
        String log = log();
        return name + ": ..." + log.substring(Math.max(0, log.length() - 4_000));
    }

    /** Memory that is not backed by files, in KiB. */
    public long anonymousKib() {
        return status("RssAnon:");
    }

    /** Number of its threads. */
    public long threads() {
        return status("Threads:");
    }

    /** Its address space, in KiB. */
    public long addressSpaceKib() {
        return status("VmSize:");
    }

    /** Number of its open files, sockets and the like. */
    public long handles() {
        String[] all = Path.of("/proc", Long.toString(pid()), "fd").toFile().list();
        return all == null ? 0 : all.length;
    }

    /** Number of its mappings. */
    public long mappings() {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid()), "maps"))) {
            return lines.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long status(String field) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid()), "status"))) {
                if (line.startsWith(field)) {
                    return Long.parseLong(line.replaceAll("\\D", ""));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("no " + field + " for process " + pid());
    }

    /** Number of its open sockets. */
    public long sockets() {
        try (Stream<Path> handles = Files.list(Path.of("/proc", Long.toString(pid()), "fd"))) {
            return handles.filter(ManagedProcess::isSocket).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isSocket(Path handle) {
        try {
            return Files.readSymbolicLink(handle).toString().startsWith("socket:");
        } catch (IOException e) {
            return false;
        }
    }

    /** Stops it if it runs; a process that does not stop when asked is killed and told of. */
    @Override
    public void close() {
        if (!process.isAlive()) {
            RUNNING.remove(this);
            return;
        }
        try {
            resume();
            stop();
        } finally {
            kill();
        }
    }

    @Override
    public String toString() {
        return name + " (process " + pid() + ")";
    }
}
