/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.index;

import java.util.function.LongPredicate;

/** Ends a look-up at its limit, and passes a record on once even where two of its keys have the hash. */
final class Candidates implements IndexFile.EntryVisitor {

    private final LongPredicate next;
    private long lastPosition = -1;
    private int left;

    Candidates(int limit, LongPredicate next) {
        this.left = limit;
        this.next = next;
    }

    @Override
    public boolean visit(long position) {
        if (position == lastPosition) {
            return true;
        }
        lastPosition = position;
        left--;
        return left >= 0 && next.test(position);
    }
}
