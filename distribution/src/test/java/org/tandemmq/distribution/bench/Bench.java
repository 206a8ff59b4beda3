/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.tandemmq.distribution.bench.load.Load;
import org.tandemmq.distribution.bench.load.LoadFigures;

/**
 * Runs the benchmark set and prints one table:
 * {@code Bench [--all] [--fill-cache] [--rounds N] [--seconds N] [--warmup N] [--steady N] [name ...]}.
 * Both brokers take turns within each
 * scenario; each figure is the median of the rounds. Without names all loads run; {@code --all} adds the experiments
 * but for the long ones: {@code steady}, which takes so many seconds, and {@code growth}. {@code --fill-cache} fills
 * the page cache before each turn.
 */
public final class Bench {

    private static final String TOPIC = "Bench";
    private static final String BACKLOG = "Backlog";
    private static final long BACKLOG_BYTES = 512L << 20;
    private static final long FIRST_WARMUP_MS = 8_000;
    private static final long ROOM_BYTES = 45L << 30;
    private static final int STEADY_SECONDS = 600;
    private static final int WARM_TOPICS = 1_000;

    private final Report report = new Report();
    private final int rounds;
    private final long warmupMs;
    private final long countMs;
    private final PageCacheFill cache;

    private Bench(int rounds, long warmupMs, long countMs, PageCacheFill cache) {
        this.cache = cache;
        this.rounds = rounds;
        this.warmupMs = warmupMs;
        this.countMs = countMs;
    }

    /**
     * Runs.
     *
     * @param args options and names of scenarios and experiments
     */
    public static void main(String[] args) throws IOException {
        List<String> words = new ArrayList<>(Arrays.asList(args));
        boolean all = words.remove("--all");
        int rounds = option(words, "--rounds", 3);
        long countMs = option(words, "--seconds", all ? 3 : 6) * 1000L;
        long warmupMs = option(words, "--warmup", all ? 1 : 3) * 1000L;
        List<Experiment> experiments = experiments(rounds, option(words, "--steady", STEADY_SECONDS));
        PageCacheFill cache = words.remove("--fill-cache") ? new PageCacheFill() : null;
        Bench bench = new Bench(rounds, warmupMs, countMs, cache);
        for (BenchScenario.Setting setting : BenchScenario.Setting.values()) {
            List<BenchScenario> wanted = BenchScenario.all().stream().filter(scenario -> scenario.setting() == setting)
                .filter(scenario -> words.isEmpty() || words.contains(scenario.name())).toList();
            if (!wanted.isEmpty()) {
                bench.run(setting, wanted);
            }
        }
        for (Experiment experiment : experiments) {
            if (isWanted(experiment, words, all)) {
                bench.attempt(experiment);
            }
        }
        bench.report.end();
        if (cache != null) {
            cache.close();
        }
    }

    private static boolean isWanted(Experiment experiment, List<String> words, boolean all) {
        return words.isEmpty() ? all && !experiment.isLong() : words.contains(experiment.name());
    }

    private static List<Experiment> experiments(int rounds, int steadySeconds) {
        return List.of(new BareLoopRun(), new DiskSync(), new StartTime(rounds), new IdleConnections(),
            new HeldPulls(), new Overload(), new ColdReaders(), new TagFilter(), new CatchUp(), new RestartAfterKill(),
            new ManyQueues(), new Steadiness(steadySeconds), new Growth());
    }

    /** One experiment that fails, such as for want of space, must not cost the others. */
    private void attempt(Experiment experiment) {
        Report.say("%s ...", experiment.name());
        try {
            if (cache != null) {
                cache.fill();
            }
            experiment.run(report);
        } catch (IOException | RuntimeException failed) {
            System.out.println("| " + experiment.name() + " | failed: " + failed + " | | | | | |");
        }
    }

    private static int option(List<String> words, String name, int absent) {
        int at = words.indexOf(name);
        if (at < 0) {
            return absent;
        }
        words.remove(at);
        return Integer.parseInt(words.remove(at));
    }

    /** New brokers with empty stores whenever the disk begins to fill: near its limit both refuse. */
    private void run(BenchScenario.Setting setting, List<BenchScenario> scenarios) throws IOException {
        int next = 0;
        while (next < scenarios.size()) {
            try (BenchSide ours = new BenchSide(true, setting); BenchSide peer = new BenchSide(false, setting)) {
                warm(ours, peer);
                do {
                    run(scenarios.get(next++), ours, peer);
                } while (next < scenarios.size() && ours.usableBytes() > ROOM_BYTES);
            }
        }
    }

    private static void warm(BenchSide ours, BenchSide peer) throws IOException {
        ours.start();
        peer.start();
        ours.awaitSlaves();
        peer.awaitSlaves();
        alone(peer, () -> ours.run(Load.send(4, 32, 1024, 1), TOPIC, 0, FIRST_WARMUP_MS));
        alone(ours, () -> peer.run(Load.send(4, 32, 1024, 1), TOPIC, 0, FIRST_WARMUP_MS));
    }

    private void run(BenchScenario scenario, BenchSide ours, BenchSide peer) throws IOException {
        List<LoadFigures> oursRuns = new ArrayList<>();
        List<LoadFigures> peerRuns = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            boolean first = round == 0;
            oursRuns.add(alone(peer, () -> turn(ours, scenario, first)));
            peerRuns.add(alone(ours, () -> turn(peer, scenario, first)));
        }
        rows(scenario, oursRuns, peerRuns);
    }

    /** A turn of one side. */
    private interface Turn {
        LoadFigures run() throws IOException;
    }

    private static LoadFigures alone(BenchSide other, Turn turn) throws IOException {
        other.suspend();
        try {
            return turn.run();
        } finally {
            other.resume();
        }
    }

    private LoadFigures turn(BenchSide side, BenchScenario scenario, boolean first) throws IOException {
        boolean pull = scenario.load().kind() == Load.Kind.PULL;
        String topic = pull ? BACKLOG : scenario.load().topics() >= WARM_TOPICS ? TOPIC + "-many" : TOPIC;
        if (pull && first) {
            side.fill(Load.send(4, 32, 1024, 1), BACKLOG, BACKLOG_BYTES);
            side.run(scenario.load(), topic, 0, FIRST_WARMUP_MS);
        }
        if (cache != null) {
            cache.fill();
        }
        long untilCompiledMs = first && !pull ? Math.max(warmupMs, FIRST_WARMUP_MS) : warmupMs;
        LoadFigures figures = side.run(scenario.load(), topic, untilCompiledMs, countMs);
        Report.say("%s %s: %s", scenario.name(), side.name(), figures);
        return figures;
    }

    private void rows(BenchScenario scenario, List<LoadFigures> ours, List<LoadFigures> peer) {
        row(scenario, BenchScenario.RATE, ours, peer, LoadFigures::perSecond);
        row(scenario, BenchScenario.P50, ours, peer, LoadFigures::p50Micros);
        row(scenario, BenchScenario.P99, ours, peer, LoadFigures::p99Micros);
        row(scenario, BenchScenario.P999, ours, peer, LoadFigures::p999Micros);
        row(scenario, BenchScenario.CPU, ours, peer, LoadFigures::cpuSecondsPerMillion);
        row(scenario, BenchScenario.MEMORY, ours, peer, figures -> figures.anonymousMib());
    }

    private void row(BenchScenario scenario, String figure, List<LoadFigures> ours, List<LoadFigures> peer,
                     ToDoubleFunction<LoadFigures> value) {
        report.row(scenario.name(), figure, scenario.goal(figure), median(ours, value), median(peer, value));
    }

    private static double median(List<LoadFigures> runs, ToDoubleFunction<LoadFigures> value) {
        double[] sorted = runs.stream().mapToDouble(value).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
