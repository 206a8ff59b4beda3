/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.util.Locale;

/**
 * What a figure has to reach.
 *
 * @param kind how it is compared
 * @param limit number or factor
 */
record Goal(Kind kind, double limit) {

    /** Nothing: the figure is only shown. */
    static final Goal NONE = new Goal(Kind.NONE, 0);

    /** Ways to compare. */
    enum Kind {
        /** Not at all. */
        NONE,
        /** At most a number. */
        AT_MOST,
        /** At least a number. */
        AT_LEAST,
        /** At least so many times the peer's. */
        TIMES_PEER,
        /** At most this part of the peer's. */
        PART_OF_PEER
    }

    static Goal atMost(double limit) {
        return new Goal(Kind.AT_MOST, limit);
    }

    static Goal atLeast(double limit) {
        return new Goal(Kind.AT_LEAST, limit);
    }

    static Goal timesPeer(double factor) {
        return new Goal(Kind.TIMES_PEER, factor);
    }

    static Goal partOfPeer(double part) {
        return new Goal(Kind.PART_OF_PEER, part);
    }

    boolean isReached(double ours, double peer) {
        return switch (kind) {
            case NONE -> true;
            case AT_MOST -> ours <= limit;
            case AT_LEAST -> ours >= limit;
            case TIMES_PEER -> ours >= limit * peer;
            case PART_OF_PEER -> ours <= limit * peer;
        };
    }

    /** The goal as it stands in the table. */
    String text() {
        return switch (kind) {
            case NONE -> "";
            case AT_MOST -> String.format(Locale.ROOT, "≤ %,.3g", limit);
            case AT_LEAST -> String.format(Locale.ROOT, "≥ %,.3g", limit);
            case TIMES_PEER -> String.format(Locale.ROOT, "≥ %.3g × peer", limit);
            case PART_OF_PEER -> String.format(Locale.ROOT, "≤ %.2g × peer", limit);
        };
    }
}
