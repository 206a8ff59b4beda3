/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.tandemmq.remoting.protocol.body.DataVersion;

/** Which offsets go from one broker to the other, by the rule of {@link ResetEpoch}. Any thread. */
final class OffsetExchange {

    private final OffsetPairs pairs;
    private final ResetEpoch epoch;

    OffsetExchange(OffsetPairs pairs, ResetEpoch epoch) {
        this.pairs = pairs;
        this.epoch = epoch;
    }

    /** What we have of the pairs that are wanted. */
    OffsetTableJson.Content content(DataVersion version, Predicate<QueueOffsets> wanted) {
        Map<String, Map<Integer, Long>> table = new TreeMap<>();
        Map<String, Map<Integer, Long>> stamps = new TreeMap<>();
        pairs.byName(wanted).forEach((name, offsets) -> {
            table.put(name, offsets.toMap());
            Map<Integer, Long> set = offsets.stamps();
            if (!set.isEmpty()) {
                stamps.put(name, set);
            }
        });
        return new OffsetTableJson.Content(table, stamps, epoch.current(), version);
    }

    /** Takes over what wins over ours; gives the number of offsets that changed. */
    int merge(OffsetTableJson.Content others, Predicate<String> wantedTopics, long tick) {
        epoch.atLeast(others.epoch());
        int taken = 0;
        for (Map.Entry<String, Map<Integer, Long>> pair : others.offsets().entrySet()) {
            String topic = pair.getKey().substring(0, pair.getKey().indexOf(OffsetTableJson.SEPARATOR));
            if (wantedTopics.test(topic)) {
                QueueOffsets own = pairs.findOrCreate(pair.getKey());
                int changed = others.stamped() ? own.mergeStamped(pair.getValue(), others.stampsOf(pair.getKey()))
                    : own.mergePlain(pair.getValue());
                if (changed > 0) {
                    own.changedIn(tick);
                    taken += changed;
                }
            }
        }
        return taken;
    }

    /** Takes over what a master has changed; gives the number of differences. */
    int followChanges(OffsetTableJson.Content masters) {
        int differences = merge(masters, any -> true, masters.version().counter());
        masters.offsets().forEach((name, offsets) -> pairs.findOrCreate(name).noteMasters(offsets));
        return differences;
    }

    /** Takes over what a master has, and removes what it had and has no longer; gives the number of differences. */
    int follow(OffsetTableJson.Content masters) {
        return followChanges(masters) + pairs.removeIf((name, offsets) ->
            offsets.cameFromMaster() && !masters.offsets().containsKey(name));
    }

    /** What we have and the master should; null when there is nothing, or the master knows no stamps. */
    OffsetTableJson.Content newerThan(OffsetTableJson.Content masters) {
        Map<String, Map<Integer, Long>> newer = new TreeMap<>();
        Map<String, Map<Integer, Long>> stamps = new TreeMap<>();
        pairs.byName(any -> true).forEach((name, own) -> {
            boolean deletedThere = own.cameFromMaster() && !masters.offsets().containsKey(name);
            Map<Integer, Long> winning = deletedThere ? Map.of()
                : own.winning(masters.offsetsOf(name), masters.stampsOf(name));
            if (!winning.isEmpty()) {
                newer.put(name, winning);
                stamps.put(name, own.stamps());
            }
        });
        return !masters.stamped() || newer.isEmpty() ? null
            : new OffsetTableJson.Content(newer, stamps, epoch.current(), DataVersion.NONE);
    }
}
