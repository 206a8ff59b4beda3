/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.pull;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What pulls look up anew each time.
 *
 * @param settingsNow present settings
 * @param pair what is known of the other broker of the pair
 * @param elapsedMs elapsed-time clock in milliseconds, the one of the hold service's agent
 */
public record PullEnvironment(Supplier<PullSettings> settingsNow, PairView pair, LongSupplier elapsedMs) {

    /** Present settings. */
    PullSettings settings() {
        return settingsNow.get();
    }
}
