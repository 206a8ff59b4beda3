/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What clients committed on a slave and its master has not got yet, as {@code topic@group}: at most the pairs that have
 * offsets. On a master nobody collects, and nothing is noted. Any thread.
 */
public final class OwnCommits {

    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private volatile Runnable wake;

    /**
     * From now on commits are noted.
     *
     * @param collector run for each pair that was not noted yet, on the thread of the commit; has to be quick
     */
    public void collectBy(Runnable collector) {
        wake = collector;
    }

    void note(String group, String topic) {
        Runnable collector = wake;
        if (collector != null && names.add(topic + OffsetTableJson.SEPARATOR + group)) {
            collector.run();
        }
    }

    /** Takes what was noted; a commit that comes meanwhile is in this one or in the next. */
    public Set<String> take() {
        Set<String> taken = new TreeSet<>();
        for (Iterator<String> all = names.iterator(); all.hasNext();) {
            taken.add(all.next());
            all.remove();
        }
        return taken;
    }
}
