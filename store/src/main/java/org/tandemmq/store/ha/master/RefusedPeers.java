/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.master;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.ha.HaStatus;

/**
 * Peers that were turned away: the newest few, for the status, and one log line a minute for each however often it
 * comes back. Owned by the replication thread.
 */
final class RefusedPeers {

    private static final Logger log = LoggerFactory.getLogger(RefusedPeers.class);
    private static final int PEERS_MAX = 32;
    private static final long LOG_PAUSE_MS = 60_000;

    private record Key(InetAddress host, String state) {
    }

    private static final class Entry {
        private String reason;
        private long count;
        private long lastMs;
        private long loggedMs;
        private long loggedCount;
    }

    private final Map<Key, Entry> entries = new LinkedHashMap<>();

    /**
     * Remembers a peer.
     *
     * @param host its address
     * @param state what it was found to be
     * @param reason why
     * @param nowMs elapsed time
     * @param wallMs epoch milliseconds
     */
    void add(InetAddress host, String state, String reason, long nowMs, long wallMs) {
        Key key = new Key(host, state);
        Entry entry = entries.remove(key);
        boolean known = entry != null;
        if (!known) {
            entry = new Entry();
        }
        entries.put(key, entry);
        if (entries.size() > PEERS_MAX) {
            Iterator<Key> oldest = entries.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        entry.reason = reason;
        entry.lastMs = wallMs;
        entry.count++;
        if (!known || nowMs - entry.loggedMs >= LOG_PAUSE_MS) {
            log.warn("Replication peer {} turned away, {}: {} ({} times since the last line)", host.getHostAddress(),
                state, reason, entry.count - entry.loggedCount);
            entry.loggedMs = nowMs;
            entry.loggedCount = entry.count;
        }
    }

    /** The peers, newest first. */
    List<HaStatus.Refused> list() {
        List<HaStatus.Refused> all = new ArrayList<>(entries.size());
        entries.forEach((key, entry) -> all.add(0, new HaStatus.Refused(key.host.getHostAddress(), key.state,
            entry.reason, entry.count, entry.lastMs)));
        return List.copyOf(all);
    }
}
