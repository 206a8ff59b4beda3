/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Runs the benchmark set and prints one table: {@code Bench [--rounds N] [--seconds N] [--warmup N] [scenario ...]}.
 * Both brokers take turns within each scenario; each figure is the median of the rounds.
 */
public final class Bench {

    private static final String TOPIC = "Bench";

    private final int rounds;
    private final long warmupMs;
    private final long countMs;

    private Bench(int rounds, long warmupMs, long countMs) {
        this.rounds = rounds;
        this.warmupMs = warmupMs;
        this.countMs = countMs;
    }

    /**
     * Runs.
     *
     * @param args options and names of scenarios; all scenarios without names
     */
    public static void main(String[] args) throws IOException {
        List<String> words = new ArrayList<>(Arrays.asList(args));
        int rounds = option(words, "--rounds", 3);
        long countMs = option(words, "--seconds", 8) * 1000L;
        long warmupMs = option(words, "--warmup", 4) * 1000L;
        Bench bench = new Bench(rounds, warmupMs, countMs);
        System.out.println("| scenario | figure | TandemMQ | peer | ratio |");
        System.out.println("|---|---|---|---|---|");
        for (BenchScenario.Setting setting : BenchScenario.Setting.values()) {
            List<BenchScenario> wanted = BenchScenario.all().stream().filter(scenario -> scenario.setting() == setting)
                .filter(scenario -> words.isEmpty() || words.contains(scenario.name())).toList();
            if (!wanted.isEmpty()) {
                bench.run(setting, wanted);
            }
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

    private void run(BenchScenario.Setting setting, List<BenchScenario> scenarios) throws IOException {
        try (BenchSide ours = new BenchSide(true, setting); BenchSide peer = new BenchSide(false, setting)) {
            ours.start();
            peer.start();
            for (BenchScenario scenario : scenarios) {
                List<LoadFigures> oursRuns = new ArrayList<>();
                List<LoadFigures> peerRuns = new ArrayList<>();
                for (int round = 0; round < rounds; round++) {
                    oursRuns.add(turn(ours, scenario));
                    peerRuns.add(turn(peer, scenario));
                }
                print(scenario, oursRuns, peerRuns);
            }
        }
    }

    private LoadFigures turn(BenchSide side, BenchScenario scenario) throws IOException {
        boolean pull = scenario.load().kind() == Load.Kind.PULL;
        String topic = scenario.load().topics() > 1 ? TOPIC + "-many" : TOPIC;
        LoadFigures figures = side.run(scenario, topic, pull ? 0 : warmupMs, countMs);
        System.err.printf(Locale.ROOT, "%s %s: %s%n", scenario.name(), side.name(), figures);
        return figures;
    }

    private static void print(BenchScenario scenario, List<LoadFigures> ours, List<LoadFigures> peer) {
        row(scenario, "messages/s", ours, peer, LoadFigures::perSecond);
        row(scenario, "p50 µs", ours, peer, LoadFigures::p50Micros);
        row(scenario, "p99 µs", ours, peer, LoadFigures::p99Micros);
        row(scenario, "p99.9 µs", ours, peer, LoadFigures::p999Micros);
        row(scenario, "CPU s per million", ours, peer, LoadFigures::cpuSecondsPerMillion);
        row(scenario, "anonymous MiB", ours, peer, figures -> figures.anonymousMib());
    }

    private static void row(BenchScenario scenario, String figure, List<LoadFigures> ours, List<LoadFigures> peer,
                            ToDoubleFunction<LoadFigures> value) {
        double first = median(ours, value);
        double second = median(peer, value);
        System.out.printf(Locale.ROOT, "| %s | %s | %,.1f | %,.1f | %.2f |%n", scenario.name(), figure, first, second,
            first / second);
    }

    private static double median(List<LoadFigures> runs, ToDoubleFunction<LoadFigures> value) {
        double[] sorted = runs.stream().mapToDouble(value).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
