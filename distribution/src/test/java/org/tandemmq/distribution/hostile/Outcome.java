/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.hostile;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.tandemmq.distribution.net.RawFrame;

/** What hostile requests were answered with, over all connections of one attack. Any thread. */
final class Outcome {
    private final Map<Integer, AtomicInteger> byCode = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> refusals = new ConcurrentHashMap<>();
    private final AtomicInteger closed = new AtomicInteger();

    void add(RawFrame answer) {
        byCode.computeIfAbsent(answer.code(), code -> new AtomicInteger()).incrementAndGet();
        if (answer.remark() != null && answer.code() != 0) {
            String text = answer.remark();
            refusals.computeIfAbsent(answer.code() + " " + text.substring(0, Math.min(text.length(), 400))
                .replaceAll("[0-9]{2,}", "#"), any -> new AtomicInteger()).incrementAndGet();
        }
    }

    void closed() {
        closed.incrementAndGet();
    }

    /** Answers with a code. */
    int count(int code) {
        return byCode.getOrDefault(code, new AtomicInteger()).get();
    }

    /** Answers that refuse, whatever the code. */
    int refused() {
        return byCode.entrySet().stream().filter(entry -> entry.getKey() != 0).mapToInt(entry -> entry.getValue().get())
            .sum();
    }

    /** Whether some refusal names a limit. */
    boolean namesLimit() {
        return refusals.keySet().stream().anyMatch(text -> text.contains("limit") && text.contains("#"));
    }

    /** Connections that were closed by the other side. */
    int closedCount() {
        return closed.get();
    }

    @Override
    public String toString() {
        return "answers by code " + new TreeMap<>(byCode) + ", closed " + closed + ", refusals " + refusals;
    }
}
