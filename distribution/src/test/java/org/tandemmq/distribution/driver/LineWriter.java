/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.driver;

import java.io.PrintStream;

/** Where a driver's lines go: its standard output, marked, since the stock client may print there too. */
final class LineWriter {
    /** Begins every line of a driver. */
    static final String MARK = "@ ";

    private final PrintStream out;

    LineWriter(PrintStream out) {
        this.out = out;
    }

    synchronized void write(Line line) {
        out.println(MARK + line);
        out.flush();
    }
}
