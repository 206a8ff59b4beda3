/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench.load;

import java.util.Map;

/**
 * Result of one run.
 *
 * @param perSecond messages per second
 * @param p50Micros half of the answers came within this
 * @param p99Micros 99 of 100
 * @param p999Micros 999 of 1000
 * @param cpuSecondsPerMillion CPU time of the broker's process per million messages
 * @param anonymousMib memory of the broker's process that is not file-backed
 * @param codes answers by response code
 */
public record LoadFigures(double perSecond, double p50Micros, double p99Micros, double p999Micros,
                   double cpuSecondsPerMillion, long anonymousMib, Map<Integer, Long> codes) {
}
