/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.master;

import java.net.InetAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What hosts were sent on connections that are gone: a slave that was cut inside a very large record may go on there.
 * A few hosts only; owned by the replication thread.
 */
final class FormerSlaves {

    private static final int HOSTS_MAX = 64;

    private record Span(long acked, long sentTo) {
    }

    private final Map<InetAddress, Span> spans = new LinkedHashMap<>();

    /**
     * A connection that had data is gone.
     *
     * @param host its address
     * @param acked what it had acknowledged
     * @param sentTo what it had been sent
     */
    void left(InetAddress host, long acked, long sentTo) {
        Span before = spans.remove(host);
        long low = before == null ? acked : Math.min(acked, before.acked);
        long high = before == null ? sentTo : Math.max(sentTo, before.sentTo);
        spans.put(host, new Span(low, high));
        if (spans.size() > HOSTS_MAX) {
            Iterator<InetAddress> oldest = spans.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /**
     * Whether a host may have stopped at a position.
     *
     * @param host its address
     * @param position where it says it ends
     * @return true when it was sent bytes up to there, or further, and had not acknowledged more
     */
    boolean mayEndAt(InetAddress host, long position) {
        Span span = spans.get(host);
        return span != null && position >= span.acked && position <= span.sentTo;
    }
}
