/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.dispatch;

/** How far readers may see: what lies behind it is in the log and in no queue yet. */
public interface ShownEnd {

    /** Everything. */
    ShownEnd ALL = (endPosition, nowMs) -> endPosition;

    /**
     * Asked before each piece of work. Dispatch thread.
     *
     * @param endPosition end of the log
     * @param nowMs elapsed time
     * @return position up to which records become readable, at most {@code endPosition}
     */
    long shown(long endPosition, long nowMs);
}
