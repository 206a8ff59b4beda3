/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.metadata;

import org.tandemmq.remoting.protocol.body.DataVersion;

/** A table of the master that its slaves follow as a whole. All methods may be called from any thread. */
public interface ReplicatedTable {

    /** Name for logs, such as {@code topics}. */
    String name();

    /** Present version; {@link DataVersion#NONE} when the table never changed. */
    DataVersion version();

    /** The table as body of the answer to its request code (wire-protocol 3.3), version included. */
    byte[] snapshot();

    /**
     * Takes over another broker's table: readers see the old or the new one, never an empty or mixed one; the version
     * is taken over after the content; the file is written before the call returns.
     *
     * @param body another broker's {@link #snapshot}
     * @return number of entries that differed
     * @throws RuntimeException if the body can't be read or the file not be written; the table is then unchanged
     */
    int replaceWith(byte[] body);
}
