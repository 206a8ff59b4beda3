/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.stats;

/**
 * What was counted in a span of time.
 *
 * @param sum amount
 * @param perSecond amount per second
 * @param perCall amount per counting
 */
public record Rate(long sum, double perSecond, double perCall) {

    static Rate of(long sum, long calls, long seconds) {
        return new Rate(sum, (double) sum / seconds, calls == 0 ? 0 : (double) sum / calls);
    }
}
