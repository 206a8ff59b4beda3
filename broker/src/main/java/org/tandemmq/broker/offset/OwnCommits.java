/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.tandemmq.remoting.protocol.body.TableText;

/**
 * What clients committed on a slave and its master has not got yet: as names {@code topic@group}, at most the pairs
 * that have offsets, and as bodies for the master. On a master nobody collects, and nothing is noted. A broker that was
 * a master and has to learn what the new one has gives nothing. Any thread.
 */
public final class OwnCommits {

    private final OffsetFile file;
    private final OffsetExchange exchange;
    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private volatile Runnable wake;

    OwnCommits(OffsetFile file, OffsetExchange exchange) {
        this.file = file;
        this.exchange = exchange;
    }

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

    /**
     * Some of our offsets as body for a master.
     *
     * @param topicsAtGroups what {@link #take} gave
     * @return a body for {@link ConsumerOffsetManager#mergeNewest}; null when this broker was a master and now has to
     *     learn
     */
    public byte[] part(Set<String> topicsAtGroups) {
        return file.returned() ? null : OffsetTableJson.bytes(exchange.part(topicsAtGroups));
    }

    /**
     * Our offsets that win over those of a master, as body for it.
     *
     * @param mastersBody its {@link ConsumerOffsetManager#snapshot}
     * @param wanted leaves out what it would not take
     * @return a body for {@link ConsumerOffsetManager#mergeNewest}; null when there is nothing newer, or the master is
     *     of another kind and could not tell a reset from an old value, or this broker was a master and now has to
     *     learn
     */
    public byte[] newerThan(byte[] mastersBody, OffsetFilter wanted) {
        OffsetTableJson.Content newer = file.returned() ? null
            : exchange.newerThan(OffsetTableJson.read(TableText.ofPeer(mastersBody)), wanted);
        return newer == null ? null : OffsetTableJson.bytes(newer);
    }
}
