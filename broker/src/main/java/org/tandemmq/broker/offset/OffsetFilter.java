/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import java.util.Map;

/** Which offsets of another broker can be right here: those of topics that exist, within what their queues hold. */
public interface OffsetFilter {

    /** Takes all. */
    OffsetFilter ALL = (topic, offsets) -> offsets;

    /**
     * Leaves out what can't be right.
     *
     * @param topic topic
     * @param offsets offset by queue, not to be changed
     * @return those that are right
     */
    Map<Integer, Long> of(String topic, Map<Integer, Long> offsets);
}
