/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.stats;

/** Counters of one queue: messages, their bytes, and milliseconds that each store or read took. */
final class QueueMeters {

    private final Meter messages = new Meter();
    private final Meter bytes = messages.beside();
    private final Meter latencyMs = messages.beside();

    void add(int count, long sizeBytes, long tookMs) {
        messages.add(count);
        bytes.also(sizeBytes);
        latencyMs.also(tookMs);
    }

    Meter messages() {
        return messages;
    }

    Meter bytes() {
        return bytes;
    }

    Meter latencyMs() {
        return latencyMs;
    }

    void sample() {
        messages.sample();
        bytes.sample();
        latencyMs.sample();
    }

    boolean isIdle() {
        return messages.isIdle();
    }
}
