/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.util.Locale;

/** The table on standard output, row by row, so that a run that is cut off has shown what it knows. */
final class Report {

    private int rows;
    private int missed;

    Report() {
        System.out.println("| scenario | figure | goal | TandemMQ | peer | ratio | reached |");
        System.out.println("|---|---|---|---|---|---|---|");
    }

    /**
     * Prints a row.
     *
     * @param scenario its scenario
     * @param figure name and unit
     * @param goal what is to be reached
     * @param ours our figure
     * @param peer the peer's; NaN when it has none
     */
    void row(String scenario, String figure, Goal goal, double ours, double peer) {
        boolean reached = goal.isReached(ours, peer);
        rows += goal == Goal.NONE ? 0 : 1;
        missed += reached ? 0 : 1;
        String verdict = goal == Goal.NONE ? "" : reached ? "yes" : "no";
        System.out.printf(Locale.ROOT, "| %s | %s | %s | %s | %s | %s | %s |%n", scenario, figure, goal.text(),
            number(ours), number(peer), number(ours / peer), verdict);
    }

    /** Says how many goals were reached. */
    void end() {
        System.out.printf("%n%d of %d goals reached.%n", rows - missed, rows);
    }

    private static String number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return "";
        }
        return String.format(Locale.ROOT, Math.abs(value) >= 1000 ? "%,.0f" : Math.abs(value) >= 100 ? "%.0f" : "%.2f",
            value);
    }

    /** A line on standard error: what is going on. */
    static void say(String format, Object... arguments) {
        System.err.printf(Locale.ROOT, format + "%n", arguments);
    }
}
