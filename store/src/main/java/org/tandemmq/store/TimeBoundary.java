/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

/** Which message a search by time means when several, or none, have exactly that store time (wire-protocol 2.11). */
public enum TimeBoundary {
    /** First message stored at that time or later. */
    LOWER,
    /** Last message stored at that time or earlier. */
    UPPER
}
