/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Memory of the machine, a share of which counts as cache of the log (storage 13.2). */
public final class MachineMemory {

    private static final Logger log = LoggerFactory.getLogger(MachineMemory.class);
    private static final Path MEMINFO = Path.of("/proc/meminfo");
    /** What is assumed where the machine does not tell. */
    private static final long UNKNOWN_BYTES = 24L << 30;

    private MachineMemory() {
    }

    /** Size of the machine's memory in bytes. */
    public static long bytes() {
        try {
            for (String line : Files.readAllLines(MEMINFO)) {
                if (line.startsWith("MemTotal:")) {
                    return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
                }
            }
        } catch (IOException | NumberFormatException thrown) {
            log.info("the machine does not tell its memory ({}), {} bytes are assumed", thrown.toString(),
                UNKNOWN_BYTES);
        }
        return UNKNOWN_BYTES;
    }
}
