/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol;

/**
 * A typed header of a request or response: the content of {@code extFields} (wire-protocol 2). Implemented by one
 * record per header in {@code protocol.header}; each also has a static {@code read(HeaderFields)}.
 */
public interface CommandHeader {

    /** A header without fields; on the wire it is an empty {@code extFields} object. */
    CommandHeader NONE = out -> { };

    /**
     * Writes all fields that are present, each once.
     *
     * @param out takes the fields in the order in which they are written
     */
    void writeTo(FieldWriter out);
}
