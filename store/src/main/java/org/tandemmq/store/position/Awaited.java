/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.position;

/** How the wait for a position ended. */
public enum Awaited {
    /** The position was reached. */
    REACHED,
    /** The deadline passed before. */
    TIMED_OUT,
    /** The position will not move any more. */
    GIVEN_UP,
    /** It was not waited for: {@link PositionWaiters#WAITING_MAX} wait already. */
    TOO_MANY
}
