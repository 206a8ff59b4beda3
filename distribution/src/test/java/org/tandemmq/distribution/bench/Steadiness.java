/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.tandemmq.distribution.bench.load.LatencyHistogram;
import org.tandemmq.distribution.bench.load.Load;
import org.tandemmq.distribution.bench.load.LoopWatch;
import org.tandemmq.distribution.bench.load.ProcessCost;
import org.tandemmq.distribution.bench.load.StallCauses;
import org.tandemmq.distribution.bench.load.Stalls;
import org.tandemmq.distribution.bench.load.SteadyLoad;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawFrame;

/**
 * Half of the rate that this broker reaches here, for minutes: which answers took more than 20 ms, and why. Meanwhile
 * segments roll, are flushed and deleted, offsets are committed and topics made, so that all tables are written.
 */
final class Steadiness implements Experiment {

    private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** This load has other ways through driver and broker than the one before, and these are compiled then. */
    private static final long WARM_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long CHORE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int UPDATE_OFFSET = 15;
    private static final int TOPIC_EACH = 10;
    private static final String TOPIC = "Steady";
    private static final int[] EDGES_MS = {20, 50, 100, 200};

    private final long nanos;
    private volatile boolean over;

    /**
     * Creates the experiment.
     *
     * @param seconds how long
     */
    Steadiness(long seconds) {
        this.nanos = TimeUnit.SECONDS.toNanos(seconds);
    }

    @Override
    public String name() {
        return "steady";
    }

    @Override
    public boolean isLong() {
        return true;
    }

    @Override
    public void run(Report report) throws IOException {
        try (BenchSide side = new BenchSide(true, BenchScenario.Setting.ASYNC)) {
            Path folder = side.master().storeFolder().getParent();
            side.settings().with("diskSpaceCleanForciblyRatio", 1);
            side.start();
            // the first start of a build makes the class archive, and no recording meanwhile
            side.stop();
            side.javaOptions(StallCauses.recordingOption(folder));
            side.start();
            side.run(Load.send(4, 32, 1024, 1), TOPIC, 0, 8_000);
            double most = side.run(Load.send(4, 32, 1024, 1), TOPIC, 0, 4_000).perSecond();
            SteadyLoad load = new SteadyLoad(TOPIC, (int) (most / 2), STALL_NANOS);
            try (LoopWatch watch = new LoopWatch(side.pids()[0])) {
                CompletableFuture<Void> chores = CompletableFuture.runAsync(() -> chores(side));
                new SteadyLoad(TOPIC, (int) (most / 2), STALL_NANOS).run(side.master().port(), WARM_NANOS);
                load.run(side.master().port(), nanos);
                over = true;
                chores.join();
                tell(report, load, StallCauses.of(side.pids()[0], folder, watch), side);
            }
        }
    }

    /** What makes the broker write its tables. */
    private void chores(BenchSide side) {
        try {
            RawAdmin admin = new RawAdmin(side.master().address(), side.master().nameServers());
            for (int round = 1; !over; round++) {
                LockSupport.parkNanos(CHORE_NANOS);
                admin.ask(RawFrame.request(UPDATE_OFFSET).with("consumerGroup", "steady_group").with("topic", TOPIC)
                    .with("queueId", 0).with("commitOffset", round));
                if (round % TOPIC_EACH == 0) {
                    admin.createTopic("Steady-" + round, 4);
                }
            }
        } catch (RuntimeException failed) {
            throw new CompletionException(failed);
        }
    }

    private void tell(Report report, SteadyLoad load, StallCauses causes, BenchSide side) throws IOException {
        LatencyHistogram latency = load.latency();
        row(report, BenchScenario.RATE, latency.total() / (nanos / 1e9));
        row(report, BenchScenario.P50, latency.micros(0.5));
        row(report, BenchScenario.P99, latency.micros(0.99));
        row(report, BenchScenario.P999, latency.micros(0.999));
        row(report, "longest µs", latency.longestMicros());
        row(report, "answers that were no SEND_OK", load.failed());
        row(report, "longest collection ms", causes.longestCollectionMillis());
        row(report, "collections", causes.collections());
        row(report, BenchScenario.MEMORY, ProcessCost.anonymousMib(side.pids()[0]));
        long nowNanos = System.nanoTime();
        List<Stalls.Stall> stalls = load.stalls();
        for (int i = 0; i < EDGES_MS.length; i++) {
            int from = EDGES_MS[i];
            int to = i + 1 < EDGES_MS.length ? EDGES_MS[i + 1] : Integer.MAX_VALUE;
            row(report, "stalls of " + from + (to == Integer.MAX_VALUE ? " ms and more" : " to " + to + " ms"),
                stalls.stream().filter(stall -> stall.millis() >= from && stall.millis() < to).count());
        }
        Map<String, Integer> byCause = new TreeMap<>();
        for (Stalls.Stall stall : stalls) {
            String cause = causes.of(stall);
            Report.say("stall of %.1f ms, %.1f s ago, %d answers late: %s (%s)", stall.millis(),
                (nowNanos - stall.beginNanos()) / 1e9, stall.answers(), cause, causes.beside(stall));
            byCause.merge(cause, 1, Integer::sum);
        }
        byCause.forEach((cause, count) -> row(report, "stalls, cause: " + cause, count));
    }

    private void row(Report report, String figure, double value) {
        report.row(name(), figure, Goal.NONE, value, Double.NaN);
    }
}
