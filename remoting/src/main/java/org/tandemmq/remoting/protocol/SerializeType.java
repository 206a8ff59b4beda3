/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol;

/** Encoding of a frame's header, chosen frame by frame (wire-protocol 1.1). */
public enum SerializeType {
    /** JSON object. */
    JSON(0),
    /** Compact binary form, wire-protocol 1.3. */
    ROCKETMQ(1);

    private final int code;

    SerializeType(int code) {
        this.code = code;
    }

    /** Value of the top 8 bits of the header length word. */
    public int code() {
        return code;
    }
}
