/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

/** What the answer to a put waits for. */
public enum AckPolicy {
    /** Flush and replication as the configuration says; the case of WAIT absent or not {@code false}. */
    AS_CONFIGURED,
    /** Nothing beyond the append; WAIT=false and the store's own rewrites. */
    APPEND_ONLY
}
