/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.tandemmq.distribution.driver.Line;

/**
 * A driver running in a stock client of one line with one header encoding. Commands may overlap; events are kept by
 * role in the order they came.
 */
public final class DriverProcess implements AutoCloseable {
    private static final String MAIN = "org.tandemmq.distribution.driver.DriverMain";
    private static final String MARK = "@ ";
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(90);
    private static final int HEAP_MIB = Integer.getInteger("tandemmq.driver.heap", 192);

    private final ManagedProcess process;
    private final Writer in;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<String, CompletableFuture<Line>> answers = new ConcurrentHashMap<>();
    private final Map<String, List<Line>> events = new HashMap<>();
    private final CompletableFuture<Line> ready = new CompletableFuture<>();

    /** Starts a driver; {@code encoding} is JSON or ROCKETMQ. */
    public DriverProcess(StockLine line, String encoding, Path folder) {
        process = ManagedProcess.startPiped("driver-" + line + "-" + encoding, folder,
            new JavaCommand(line, HEAP_MIB, folder)
                .with(Map.of("rocketmq.serialize.type", encoding, "rocketmq.client.rebalance.waitInterval", "500",
                    "rocketmq.client.rebalance.minInterval", "200", "rocketmq.client.rebalance.lockInterval", "2000"))
                .main(MAIN, List.of()));
        in = new BufferedWriter(new OutputStreamWriter(process.process().getOutputStream(), StandardCharsets.UTF_8));
        Thread reader = new Thread(this::readLines, "driver-lines");
        reader.setDaemon(true);
        reader.start();
        ready.orTimeout(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS).join();
    }

    private void readLines() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(process.process().getInputStream(),
                StandardCharsets.UTF_8))) {
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                if (text.startsWith(MARK)) {
                    take(Line.parse(text.substring(MARK.length())));
                }
            }
        } catch (IOException e) {
            ready.completeExceptionally(e);
        }
        IllegalStateException ended = new IllegalStateException(process + " ended");
        ready.completeExceptionally(ended);
        answers.values().forEach(answer -> answer.completeExceptionally(ended));
    }

    private void take(Line line) {
        switch (line.verb()) {
            case "ready" -> ready.complete(line);
            case "ok" -> answers.remove(line.text("id")).complete(line);
            case "failed" -> answers.remove(line.text("id")).completeExceptionally(new DriverException(line));
            default -> {
                synchronized (events) {
                    list(line.text("role")).add(line);
                }
            }
        }
    }

    /** Gives a command; the future ends with its answer or a {@link DriverException}. */
    public CompletableFuture<Line> start(Line command) {
        String id = Integer.toString(ids.incrementAndGet());
        CompletableFuture<Line> answer = new CompletableFuture<>();
        answers.put(id, answer);
        try {
            synchronized (in) {
                in.write(command.with("id", id) + "\n");
                in.flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(process.toString(), e);
        }
        return answer;
    }

    /** Gives a command and waits for its answer. */
    public Line call(Line command) {
        return start(command).orTimeout(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS).join();
    }

    /** Events of a role since the last time it was asked about; they are kept here no longer. */
    public List<Line> take(String role) {
        synchronized (events) {
            List<Line> taken = events.remove(role);
            return taken == null ? List.of() : taken;
        }
    }

    private List<Line> list(String role) {
        return events.computeIfAbsent(role, key -> new ArrayList<>());
    }

    /** The process, for signals. */
    public ManagedProcess process() {
        return process;
    }

    @Override
    public void close() {
        process.close();
    }
}
