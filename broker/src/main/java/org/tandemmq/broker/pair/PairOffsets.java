/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.pair;

import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.broker.slave.TwoWayOffsets;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.remoting.protocol.body.DataVersion;

/** The consumer offsets as the other broker of the pair sees them: only topics that exist here are taken. */
final class PairOffsets implements TwoWayOffsets {

    private final ConsumerOffsetManager offsets;
    private final TopicConfigManager topics;

    PairOffsets(ConsumerOffsetManager offsets, TopicConfigManager topics) {
        this.offsets = offsets;
        this.topics = topics;
    }

    @Override
    public byte[] newerThan(byte[] mastersBody) {
        return offsets.newerThan(mastersBody);
    }

    @Override
    public byte[] changesSince(DataVersion base) {
        return offsets.changesSince(base);
    }

    @Override
    public int takeChanges(byte[] body) {
        return offsets.takeChanges(body);
    }

    @Override
    public int mergeNewest(byte[] body) {
        return offsets.mergeNewest(body, topic -> topics.topic(topic) != null);
    }
}
