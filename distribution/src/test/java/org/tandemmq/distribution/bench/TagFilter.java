/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;
import java.util.Arrays;
import org.tandemmq.distribution.bench.load.Load;
import org.tandemmq.distribution.bench.load.LoadDriver;
import org.tandemmq.distribution.bench.load.LoadFigures;
import org.tandemmq.distribution.bench.load.RequestFrame;

/** A consumer that wants one message of a hundred: how fast the broker passes over the others. */
final class TagFilter implements Experiment {

    private static final int ONE_OF = 100;
    private static final long SEND_MS = 6_000;
    private static final int QUEUES = 8;

    @Override
    public String name() {
        return "tag-1%";
    }

    @Override
    public void run(Report report) throws IOException {
        LoadFigures[] ours = measure(true);
        LoadFigures[] peer = measure(false);
        report.row(name(), "entries passed/s", Goal.NONE, ours[0].perSecond() * ONE_OF,
            peer[0].perSecond() * ONE_OF);
        report.row(name(), "CPU s per million entries", Goal.NONE, ours[0].cpuSecondsPerMillion() / ONE_OF,
            peer[0].cpuSecondsPerMillion() / ONE_OF);
    }

    private static LoadFigures[] measure(boolean ours) throws IOException {
        try (BenchSide side = new BenchSide(ours, BenchScenario.Setting.ASYNC)) {
            side.start();
            Load send = Load.send(4, 32, 256, 1);
            RequestFrame[] frames = new RequestFrame[ONE_OF];
            Arrays.fill(frames, RequestFrame.send("Tags", send));
            frames[ONE_OF / 2] = RequestFrame.send("Tags", send, "wanted");
            new LoadDriver(send, frames, side.pids()).run(side.master().port(), 0, SEND_MS);
            side.awaitDispatch();
            Load pull = Load.pull(QUEUES, 32);
            LoadFigures[] best = new LoadFigures[1];
            for (int round = 0; round < 3; round++) {
                RequestFrame[] asks = {RequestFrame.pull("Tags", pull, "wanted", RequestFrame.WITH_FILTER)};
                LoadFigures figures = new LoadDriver(pull, asks, side.pids()).run(side.master().port(), 0, 0);
                best[0] = best[0] == null || figures.perSecond() > best[0].perSecond() ? figures : best[0];
            }
            return best;
        }
    }
}
