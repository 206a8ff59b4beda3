/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.ToLongBiFunction;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.protocol.body.DataVersion;

/**
 * Which offsets go from one broker to the other, by the rules of {@link ResetEpoch} and {@link Deletions}. Any thread.
 */
final class OffsetExchange {

    private static final Logger log = LoggerFactory.getLogger(OffsetExchange.class);

    private final OffsetPairs pairs;
    private final ResetEpoch epoch = new ResetEpoch();
    private final Deletions deletions = new Deletions();
    private final QueueEnds ends;

    OffsetExchange(OffsetPairs pairs) {
        this.pairs = pairs;
        this.ends = new QueueEnds(pairs);
    }

    /** What was deleted. */
    Deletions deletions() {
        return deletions;
    }

    /** Where queues end that have no message any more. */
    QueueEnds ends() {
        return ends;
    }

    /** What counts resets and deletions. */
    ResetEpoch epoch() {
        return epoch;
    }

    /** Takes what a file holds. */
    void load(OffsetTableJson.Content content) {
        epoch.atLeast(content.epoch());
        deletions.take(content.deletions());
        ends.tell(content.ends());
        content.offsets().forEach((topicAtGroup, offsets) ->
            pairs.findOrCreate(topicAtGroup).mergeStamped(offsets, content.stampsOf(topicAtGroup)));
    }

    /** A topic was deleted, with the offsets of all groups. */
    void deleteTopic(String topic, long logEndPosition) {
        deletions.topic(topic, epoch.next(), logEndPosition);
        pairs.removeTopic(topic);
    }

    /** A group was deleted, with its offsets. */
    void deleteGroup(String group) {
        deletions.group(group, epoch.next());
        pairs.removeGroup(group);
    }

    /** Brings offsets behind the end of their queue to it; gives their number. */
    int limit(ToLongBiFunction<String, Integer> endOffsets, long tick) {
        int[] limited = {0};
        pairs.byName(any -> true).forEach((name, offsets) -> {
            String topic = name.substring(0, name.indexOf(OffsetTableJson.SEPARATOR));
            List<Integer> queues = offsets.limit(queueId -> endOffsets.applyAsLong(topic, queueId),
                epoch);
            if (!queues.isEmpty()) {
                log.warn("offsets of {} in queues {} were behind the ends of the queues, and are set to them", name,
                    queues);
                offsets.changedIn(tick);
                limited[0] += queues.size();
            }
        });
        return limited[0];
    }

    /** Everything that we have. */
    OffsetTableJson.Content content(DataVersion version) {
        return content(pairs.byName(any -> true), deletions.all(), ends.current(), version);
    }

    /** What changed from a count of the version on; nothing was deleted since. */
    OffsetTableJson.Content changedFrom(long from, DataVersion version) {
        return content(pairs.byName(pair -> pair.changedIn() >= from), Map.of(), Map.of(), version);
    }

    /** What we have of some pairs. */
    OffsetTableJson.Content part(Set<String> names) {
        return content(names.stream().filter(name -> pairs.find(name) != null)
            .collect(Collectors.toMap(name -> name, pairs::find)), Map.of(), Map.of(), DataVersion.NONE);
    }

    private OffsetTableJson.Content content(Map<String, QueueOffsets> wanted, Map<String, Deletions.Deletion> deleted,
                                            Map<String, Map<Integer, Long>> queueEnds, DataVersion version) {
        Map<String, Map<Integer, Long>> table = new TreeMap<>();
        Map<String, Map<Integer, Long>> stamps = new TreeMap<>();
        wanted.forEach((name, offsets) -> {
            table.put(name, offsets.toMap());
            Map<Integer, Long> set = offsets.stamps();
            if (!set.isEmpty()) {
                stamps.put(name, set);
            }
        });
        return new OffsetTableJson.Content(table, stamps, epoch.current(), deleted, queueEnds, version);
    }

    /** Forgets what another broker knows to be deleted; gives the number of offsets. */
    int takeDeletions(OffsetTableJson.Content others) {
        epoch.atLeast(others.epoch());
        Map<String, Deletions.Deletion> news = deletions.take(others.deletions());
        int[] forgotten = {0};
        if (!news.isEmpty()) {
            ends.forget(news.keySet().stream().map(name -> name.substring(0,
                name.indexOf(OffsetTableJson.SEPARATOR))).toList());
            pairs.removeIf((name, offsets) -> {
                forgotten[0] += offsets.forgetBefore(Deletions.stampFor(news, name));
                return offsets.isEmpty();
            });
        }
        return forgotten[0];
    }

    /**
     * Takes over what wins over ours, of new pairs and queues those that find room; gives the number of offsets that
     * changed.
     */
    int merge(OffsetTableJson.Content others, OffsetFilter wanted, BiPredicate<String, Integer> room, long tick) {
        int taken = 0;
        int leftOut = 0;
        for (Map.Entry<String, Map<Integer, Long>> pair : others.offsets().entrySet()) {
            Map<Integer, Long> alive = alive(others, pair.getKey(), pair.getValue());
            int at = pair.getKey().indexOf(OffsetTableJson.SEPARATOR);
            alive = wanted.of(pair.getKey().substring(0, at), alive);
            if (!alive.isEmpty() && !room.test(pair.getKey(), Collections.max(alive.keySet()))) {
                leftOut++;
            } else if (!alive.isEmpty()) {
                QueueOffsets own = pairs.findOrCreate(pair.getKey());
                int changed = others.stamped() ? own.mergeStamped(alive, others.stampsOf(pair.getKey()))
                    : own.mergePlain(alive);
                if (changed > 0) {
                    own.changedIn(tick);
                    taken += changed;
                }
            }
        }
        if (leftOut > 0) {
            log.warn("offsets of {} pairs of group and topic are not taken over from another broker: the table is full",
                leftOut);
        }
        return taken;
    }

    /** Takes over what we have no offset for; gives the number of offsets. */
    int takeMissing(OffsetTableJson.Content others, Predicate<String> groups) {
        epoch.atLeast(others.epoch());
        int[] taken = {0};
        others.offsets().forEach((name, offsets) -> {
            if (groups.test(name.substring(name.indexOf(OffsetTableJson.SEPARATOR) + 1))) {
                Map<Integer, Long> missing = new TreeMap<>(alive(others, name, offsets));
                QueueOffsets own = pairs.find(name);
                if (own != null) {
                    missing.keySet().removeAll(own.toMap().keySet());
                }
                if (!missing.isEmpty()) {
                    taken[0] += pairs.findOrCreate(name).mergeStamped(missing, others.stampsOf(name));
                }
            }
        });
        return taken[0];
    }

    private Map<Integer, Long> alive(OffsetTableJson.Content others, String name, Map<Integer, Long> offsets) {
        return others.stamped() ? after(deletions.stampFor(name), offsets, others.stampsOf(name)) : offsets;
    }

    private static Map<Integer, Long> after(long deletion, Map<Integer, Long> offsets, Map<Integer, Long> stamps) {
        if (deletion == 0) {
            return offsets;
        }
        Map<Integer, Long> alive = new TreeMap<>(offsets);
        alive.keySet().removeIf(queueId -> stamps.getOrDefault(queueId, 0L) < deletion);
        return alive;
    }

    /** Takes over what a master has changed; gives the number of differences. */
    int followChanges(OffsetTableJson.Content masters) {
        int differences = takeDeletions(masters) + merge(masters, OffsetFilter.ALL, (name, queueId) -> true,
            masters.version().counter());
        masters.offsets().forEach((name, offsets) -> {
            QueueOffsets own = pairs.find(name);
            if (own != null) {
                own.noteMasters(offsets);
            }
        });
        return differences;
    }

    /**
     * Takes over what a master has. One of ours tells what it deleted; of another kind, what it had and has no longer
     * is deleted. Gives the number of differences.
     */
    int follow(OffsetTableJson.Content masters) {
        int differences = followChanges(masters);
        return masters.stamped() ? differences : differences + pairs.removeIf((name, offsets) ->
            offsets.cameFromMaster() && !masters.offsets().containsKey(name));
    }

    /** Becomes what a master has, whatever was here; gives the number of differences. */
    int become(OffsetTableJson.Content masters) {
        epoch.atLeast(masters.epoch());
        deletions.become(masters.deletions());
        int differences = pairs.removeIf((name, offsets) -> !masters.offsets().containsKey(name));
        for (Map.Entry<String, Map<Integer, Long>> pair : masters.offsets().entrySet()) {
            QueueOffsets own = pairs.findOrCreate(pair.getKey());
            differences += own.become(pair.getValue(), masters.stampsOf(pair.getKey()));
            own.noteMasters(pair.getValue());
        }
        return differences;
    }

    /** What we have and the master should; null when there is nothing, or the master knows no stamps. */
    OffsetTableJson.Content newerThan(OffsetTableJson.Content masters, OffsetFilter wanted) {
        if (!masters.stamped()) {
            return null;
        }
        Map<String, Deletions.Deletion> deleted = deletions.all();
        deleted.values().removeIf(deletion -> deletion.stamp() <= masters.epoch());
        Map<String, Map<Integer, Long>> newer = new TreeMap<>();
        Map<String, Map<Integer, Long>> stamps = new TreeMap<>();
        pairs.byName(any -> true).forEach((name, own) -> {
            Map<Integer, Long> ownStamps = own.stamps();
            Map<Integer, Long> winning = after(Deletions.stampFor(masters.deletions(), name),
                own.winning(masters.offsetsOf(name), masters.stampsOf(name)), ownStamps);
            winning = wanted.of(name.substring(0, name.indexOf(OffsetTableJson.SEPARATOR)), winning);
            if (!winning.isEmpty()) {
                newer.put(name, winning);
                stamps.put(name, ownStamps);
            }
        });
        return newer.isEmpty() && deleted.isEmpty() ? null
            : new OffsetTableJson.Content(newer, stamps, epoch.current(), deleted, Map.of(), DataVersion.NONE);
    }
}
