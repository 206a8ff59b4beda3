/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.client;

import org.tandemmq.distribution.process.DriverProcess;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.StockLine;

/** A line of stock clients with one of the two header encodings. */
public enum Variant {
    /** 4.9.8, JSON headers. */
    PREVIOUS_JSON(StockLine.PREVIOUS, "JSON"),
    /** 4.9.8, compact headers. */
    PREVIOUS_BINARY(StockLine.PREVIOUS, "ROCKETMQ"),
    /** 5.3.3, JSON headers. */
    CURRENT_JSON(StockLine.CURRENT, "JSON"),
    /** 5.3.3, compact headers. */
    CURRENT_BINARY(StockLine.CURRENT, "ROCKETMQ"),
    /** 4.4.0, JSON headers. */
    OLDEST_JSON(StockLine.OLDEST, "JSON");

    private final StockLine line;
    private final String encoding;

    Variant(StockLine line, String encoding) {
        this.line = line;
        this.encoding = encoding;
    }

    /** Whether its client has lite-pull consumers and requests with a reply. */
    public boolean recent() {
        return line != StockLine.OLDEST;
    }

    /** Starts a process of this kind. */
    public DriverProcess start() {
        return new DriverProcess(line, encoding, BuildOutput.workFolder("driver"));
    }
}
