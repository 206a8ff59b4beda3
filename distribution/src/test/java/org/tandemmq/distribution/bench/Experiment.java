/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;

/** A comparison that is more than a load: it starts and stops brokers itself. */
interface Experiment {

    /** Name on the command line and in the table. */
    String name();

    /** Whether it takes so long that it only runs when it is named. */
    default boolean isLong() {
        return false;
    }

    /**
     * Runs it with both brokers, one after the other.
     *
     * @param report takes the figures
     */
    void run(Report report) throws IOException;
}
