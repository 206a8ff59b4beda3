/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.transaction;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How the latest transactions were ended: a producer that repeats itself, or whose answer to a question crosses its own
 * end, does not make a second message, and what was rolled back is not delivered later. Only the latest are known, and
 * none after a restart. Any thread.
 */
final class Verdicts {

    /** Most transactions kept in mind; the oldest are forgotten first. */
    static final int KEPT_MAX = 50_000;

    /** Offsets are given again where a log was cut, so the birth of the message counts too. Peers choose both. */
    private record Key(long rootOffset, long bornMs) implements Comparable<Key> {
        Key(HalfMessage half) {
            this(half.rootOffset(), half.message().bornTimestampMs());
        }

        @Override
        public int compareTo(Key other) {
            int byOffset = Long.compare(rootOffset, other.rootOffset);
            return byOffset == 0 ? Long.compare(bornMs, other.bornMs) : byOffset;
        }
    }

    private final Map<Key, Integer> latest = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Integer> eldest) {
            return size() > KEPT_MAX;
        }
    };

    /**
     * Notes the end of a transaction that has none yet.
     *
     * @param half one of its half records
     * @param verdict commit or rollback
     * @return null for the first end, else what the first one was
     */
    synchronized Integer first(HalfMessage half, int verdict) {
        return latest.putIfAbsent(new Key(half), verdict);
    }

    /**
     * Forgets an end that could not be carried out.
     *
     * @param half one of the transaction's half records
     */
    synchronized void withdraw(HalfMessage half) {
        latest.remove(new Key(half));
    }
}
