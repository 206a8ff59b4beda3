/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.schedule;

/** Keeps how far each delay level is delivered; saved and mirrored by whoever implements it. */
public interface DelayProgress {

    /**
     * Offset of the next record to be delivered.
     *
     * @param level 1 or more
     * @return the offset; 0 when nothing was delivered yet
     */
    long offset(int level);

    /**
     * Moves a level on, or corrects it.
     *
     * @param level 1 or more
     * @param nextOffset offset of the next record to be delivered
     */
    void update(int level, long nextOffset);
}
