/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.tandemmq.distribution.bench.load.LatencyHistogram;
import org.tandemmq.distribution.process.BuildOutput;

/** The disk's own time to confirm 1 KiB, in space that is there already: what a SYNC_FLUSH can't be faster than. */
final class DiskSync implements Experiment {

    private static final int FILE_BYTES = 16 << 20;
    private static final int RECORD_BYTES = 1024;
    private static final int TIMES = 1_000;

    @Override
    public String name() {
        return "disk-sync";
    }

    @Override
    public void run(Report report) throws IOException {
        Path folder = BuildOutput.workFolder("disk-sync");
        LatencyHistogram times = new LatencyHistogram();
        try (FileChannel file = FileChannel.open(folder.resolve("file"), StandardOpenOption.CREATE,
            StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(FILE_BYTES));
            file.force(true);
            ByteBuffer record = ByteBuffer.allocateDirect(RECORD_BYTES);
            for (int i = 0; i < TIMES; i++) {
                long begin = System.nanoTime();
                file.write(record.clear(), (long) i * RECORD_BYTES);
                file.force(false);
                times.add(System.nanoTime() - begin);
            }
        } finally {
            BuildOutput.deleteTree(folder);
        }
        report.row(name(), BenchScenario.P50, Goal.NONE, times.micros(0.5), Double.NaN);
        report.row(name(), BenchScenario.P99, Goal.NONE, times.micros(0.99), Double.NaN);
    }
}
