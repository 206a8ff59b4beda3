/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.outer;

/**
 * Codes of requests between two brokers of our own kind; a broker of another kind answers them with code 3. They go
 * over the ordinary port.
 */
public final class OwnRequestCode {

    /** Whether the master's log has a record of the slave's; before the first byte is replicated. */
    public static final int CONFIRM_TAIL = 64_001;
    /** Versions of all replicated tables, and which process answers. */
    public static final int TABLE_VERSIONS = 64_002;
    /** Consumer offsets that a slave took while its master was away. */
    public static final int PUSH_OFFSETS = 64_003;
    /** The part of the consumer offsets that changed since a version; code 22 when the whole table is needed. */
    public static final int OFFSETS_SINCE = 64_004;
    /**
     * Header field of the answer to {@link #TABLE_VERSIONS}, and of answers with a table where {@link #SLAVE_FIELD}
     * asks: an id that each process draws at its start.
     */
    public static final String INSTANCE_FIELD = "instanceId";
    /** Header field of {@link #TABLE_VERSIONS} and of questions for tables: address of the broker that asks. */
    public static final String SLAVE_FIELD = "slaveAddr";
    /**
     * Header field of the answer to {@link #TABLE_VERSIONS}, and of answers with a table of progress where
     * {@link #SLAVE_FIELD} asks: end of the log.
     */
    public static final String LOG_END_FIELD = "logEndPosition";
    /** Header field of {@link #PUSH_OFFSETS}: name of the broker that the offsets are for. */
    public static final String NAME_FIELD = "brokerName";

    private OwnRequestCode() {
    }
}
