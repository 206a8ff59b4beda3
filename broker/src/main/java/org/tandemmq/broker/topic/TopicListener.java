/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.topic;

import org.tandemmq.broker.metadata.TableChange;

/** Told after topics changed, on the thread that changed them; returns at once. */
public interface TopicListener {

    /**
     * Topics changed.
     *
     * @param change names of new, changed and removed topics
     */
    void topicsChanged(TableChange change);
}
