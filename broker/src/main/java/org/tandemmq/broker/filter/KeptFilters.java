/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.filter;

import java.time.InstantSource;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.metadata.TableDamagedException;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.body.SubscriptionData;
import org.tandemmq.remoting.protocol.body.TableText;

/**
 * The expressions that groups filter by, kept in {@code config/consumerFilter.json} (storage, table of files) for a
 * broker of the reference that is started on this directory, and for people. Nothing here waits for it: a subscription
 * comes with every heartbeat, and is compiled when it comes. {@link #look} compares the file's content with who is
 * online; it runs on the scheduler, and once more at the end.
 *
 * <pre>
 *   new, or a newer version with another expression   kept as new, bornTime = now
 *   nobody online wants it any more                   deadTime = now
 *   wanted again                                      deadTime = 0
 *   dead for a day                                    dropped
 * </pre>
 */
public final class KeptFilters {

    /** Most filters that are kept. */
    static final int FILTERS_MAX = 10_000;
    /** Longest expression that is kept, in characters. */
    static final int EXPRESSION_CHARS_MAX = 4_096;
    /** Most characters of all expressions with their names: a filter stays for a day after its group has left. */
    static final long CHARS_MAX = 4L << 20;
    /** Milliseconds that the filter of a group that is gone is kept. */
    static final long DEAD_KEPT_MS = 86_400_000;

    private static final Logger log = LoggerFactory.getLogger(KeptFilters.class);
    private static final String TABLE = "filterDataByTopic";
    private static final String GROUPS = "groupFilterData";
    private static final String EXPRESSION = "expression";
    private static final String TYPE = "expressionType";
    private static final String BORN = "bornTime";
    private static final String DEAD = "deadTime";
    private static final String VERSION = "clientVersion";

    /** Says who filters by what at the moment. */
    public interface Online {

        /**
         * Shows all subscriptions; those by tags may be among them.
         *
         * @param taker gets names of groups, each with one of its subscriptions
         */
        void each(BiConsumer<String, SubscriptionData> taker);
    }

    /** Has an order because clients choose the names: a set of equal hashes is still searched quickly. */
    private record Reader(String topic, String group) implements Comparable<Reader> {
        @Override
        public int compareTo(Reader other) {
            int byTopic = topic.compareTo(other.topic);
            return byTopic == 0 ? group.compareTo(other.group) : byTopic;
        }
    }

    private final TableFile file;
    private final Online online;
    private final InstantSource clock;
    private final Map<String, Map<String, Map<String, Object>>> topics = new TreeMap<>();
    private int count;
    private long chars;

    /**
     * Creates the filters with what the file has; a damaged one is left out with a warning.
     *
     * @param file {@code config/consumerFilter.json}
     * @param online who filters by what
     * @param clock wall clock
     */
    public KeptFilters(TableFile file, Online online, InstantSource clock) {
        this.file = file;
        this.online = online;
        this.clock = clock;
        try {
            file.load(text -> TableText.ofFile(text).read(TABLE, Map.of()).object(TABLE)).ifPresent(this::take);
        } catch (TableDamagedException damaged) {
            log.warn("{}; the filters of consumers come with their heartbeats", damaged.getMessage());
        }
    }

    private void take(JsonFields byTopic) {
        for (Object topic : byTopic.asMap().keySet()) {
            JsonFields byGroup = byTopic.object(topic.toString()).object(GROUPS);
            for (Object group : byGroup.asMap().keySet()) {
                Map<String, Object> kept = new TreeMap<>();
                byGroup.object(group.toString()).asMap().forEach((name, value) -> kept.put(name.toString(), value));
                if (kept.get(EXPRESSION) instanceof String && count < FILTERS_MAX) {
                    put(topic.toString(), group.toString(), kept);
                }
            }
        }
    }

    private void put(String topic, String group, Map<String, Object> kept) {
        Map<String, Object> before = topics.computeIfAbsent(topic, name -> new TreeMap<>()).put(group, kept);
        chars += charsOf(topic, group, kept);
        if (before == null) {
            count++;
        } else {
            chars -= charsOf(topic, group, before);
        }
    }

    private static long charsOf(String topic, String group, Map<String, Object> kept) {
        return topic.length() + group.length() + kept.get(EXPRESSION).toString().length();
    }

    /**
     * Takes over what changed among those online, and writes the file if anything did.
     *
     * @return whether it was written
     */
    public synchronized boolean look() {
        long nowMs = clock.millis();
        Set<Reader> wanted = new HashSet<>();
        boolean[] changed = new boolean[1];
        online.each((group, subscription) -> {
            if (!subscription.isTagType() && subscription.subString() != null
                && subscription.subString().length() <= EXPRESSION_CHARS_MAX) {
                changed[0] |= take(group, subscription, nowMs);
                wanted.add(new Reader(subscription.topic(), group));
            }
        });
        changed[0] |= bury(wanted, nowMs);
        if (changed[0]) {
            file.save(JsonText.encodePretty(tree()));
        }
        return changed[0];
    }

    private boolean take(String group, SubscriptionData subscription, long nowMs) {
        Map<String, Map<String, Object>> ofTopic = topics.get(subscription.topic());
        Map<String, Object> kept = ofTopic == null ? null : ofTopic.get(group);
        if (kept != null && subscription.subString().equals(kept.get(EXPRESSION))
            && subscription.expressionType().equals(kept.get(TYPE))) {
            boolean stale = JsonFields.numberOf(kept.get(DEAD), 0) != 0
                || JsonFields.numberOf(kept.get(VERSION), 0) < subscription.subVersion();
            kept.put(DEAD, 0L);
            kept.put(VERSION, Math.max(JsonFields.numberOf(kept.get(VERSION), 0), subscription.subVersion()));
            return stale;
        }
        boolean older = kept != null && subscription.subVersion() < JsonFields.numberOf(kept.get(VERSION), 0);
        if (older || !hasRoom(kept == null, group, subscription)) {
            return false;
        }
        put(subscription.topic(), group, new TreeMap<>(Map.of("consumerGroup", group, "topic", subscription.topic(),
            EXPRESSION, subscription.subString(), TYPE, subscription.expressionType(), BORN, nowMs, DEAD, 0L, VERSION,
            subscription.subVersion())));
        return true;
    }

    private boolean hasRoom(boolean another, String group, SubscriptionData subscription) {
        long more = (long) subscription.topic().length() + group.length() + subscription.subString().length();
        return !(another && count >= FILTERS_MAX) && chars + more <= CHARS_MAX;
    }

    private boolean bury(Set<Reader> wanted, long nowMs) {
        boolean[] changed = new boolean[1];
        topics.forEach((topic, groups) -> groups.entrySet().removeIf(entry -> {
            long deadMs = JsonFields.numberOf(entry.getValue().get(DEAD), 0);
            if (wanted.contains(new Reader(topic, entry.getKey()))) {
                return false;
            }
            if (deadMs == 0) {
                entry.getValue().put(DEAD, nowMs);
                changed[0] = true;
                return false;
            }
            boolean over = nowMs - deadMs > DEAD_KEPT_MS;
            changed[0] |= over;
            count -= over ? 1 : 0;
            chars -= over ? charsOf(topic, entry.getKey(), entry.getValue()) : 0;
            return over;
        }));
        topics.values().removeIf(Map::isEmpty);
        return changed[0];
    }

    private Map<String, Object> tree() {
        Map<String, Object> byTopic = new TreeMap<>();
        topics.forEach((topic, groups) -> byTopic.put(topic, Map.of(GROUPS, groups, "topic", topic)));
        return Map.of(TABLE, byTopic);
    }
}
