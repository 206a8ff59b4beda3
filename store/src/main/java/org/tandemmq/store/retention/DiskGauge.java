/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.retention;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/** How full the disk under a directory is. */
@FunctionalInterface
public interface DiskGauge {

    /**
     * Used share of the disk.
     *
     * @return 0 to 1; -1 when it can't be asked
     */
    double usedRatio();

    /**
     * The disk under a directory, or under the nearest one above that exists.
     *
     * @param directory directory
     * @return its gauge
     */
    static DiskGauge of(Path directory) {
        return () -> {
            try {
                Path there = directory.toAbsolutePath();
                while (there != null && !Files.exists(there)) {
                    there = there.getParent();
                }
                if (there == null) {
                    return -1;
                }
                FileStore disk = Files.getFileStore(there);
                double used = disk.getTotalSpace() - (double) disk.getUnallocatedSpace();
                double all = used + disk.getUsableSpace();
                return all <= 0 ? -1 : used / all;
            } catch (IOException e) {
                return -1;
            }
        };
    }

    /**
     * The used share as operators write it in their limits: whole percent, rounded up (storage 12).
     *
     * @return 0 to 100, -1 when unknown
     */
    default int usedPercent() {
        double ratio = usedRatio();
        return ratio < 0 ? -1 : (int) Math.ceil(ratio * 100);
    }
}
