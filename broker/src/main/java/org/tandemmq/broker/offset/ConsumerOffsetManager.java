/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.tandemmq.broker.metadata.ReplicatedTable;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.JsonText;

/**
 * How far each group has consumed each queue. Commits come on event loops and cost two look-ups; the file is written by
 * {@link #persist}, which an upkeep thread calls. The version moves on when somebody asks for it after a change, so
 * that equal versions mean equal tables.
 *
 * <p>A commit may go back: that is a reset, and gets a stamp ({@link ResetEpoch}). Between master and slave the larger
 * stamp wins, then the larger offset, in both directions: what a slave took while its master was away reaches the
 * master ({@link #newerThan}, {@link #mergeNewest}), and nothing but a reset ever goes back.
 */
public final class ConsumerOffsetManager implements ReplicatedTable {

    /** Answer for a queue that the group never committed. */
    public static final long NONE = -1;

    private final TableFile file;
    private final OffsetPairs pairs;
    private final ResetEpoch epoch = new ResetEpoch();
    private final OffsetExchange exchange;
    private final OffsetVersion version;
    private volatile boolean changedSincePersist;

    /**
     * Creates the empty table; {@link #load} fills it.
     *
     * @param file {@code config/consumerOffset.json}
     * @param clock wall clock for the version
     * @param bytesMax bytes of memory above which {@link #refusal} refuses
     */
    public ConsumerOffsetManager(TableFile file, InstantSource clock, long bytesMax) {
        this.file = file;
        this.pairs = new OffsetPairs(bytesMax);
        this.exchange = new OffsetExchange(pairs, epoch);
        this.version = new OffsetVersion(clock);
    }

    /** Reads the file; a missing one leaves the table empty. */
    public void load() {
        file.load(OffsetTableJson::read).ifPresent(content -> {
            epoch.atLeast(content.epoch());
            content.offsets().forEach((topicAtGroup, offsets) ->
                pairs.findOrCreate(topicAtGroup).mergeStamped(offsets, content.stampsOf(topicAtGroup)));
            version.take(content.version());
        });
    }

    /**
     * Committed offset.
     *
     * @param group group
     * @param topic topic
     * @param queueId queue
     * @return the offset or {@link #NONE}
     */
    public long offset(String group, String topic, int queueId) {
        QueueOffsets offsets = pairs.find(group, topic);
        return offsets == null ? NONE : offsets.get(queueId);
    }

    /**
     * Stores an offset; it may be lower than the one before. The caller has checked that topic, group and queue exist.
     *
     * @param group group
     * @param topic topic
     * @param queueId queue
     * @param offset next offset to be consumed, 0 or more
     */
    public void commit(String group, String topic, int queueId, long offset) {
        if (pairs.set(group, topic, queueId, offset, epoch, version.tick())) {
            changed();
        }
    }

    /** Why a client's commit finds no room, with number and limit; null when it does. Arguments as of commit. */
    public String refusal(String group, String topic, int queueId) {
        return pairs.refusal(group, topic, queueId);
    }

    /**
     * Offsets of a group in all queues of a topic.
     *
     * @param group group
     * @param topic topic
     * @return queue to offset; empty when there are none
     */
    public Map<Integer, Long> offsets(String group, String topic) {
        QueueOffsets offsets = pairs.find(group, topic);
        return offsets == null ? Map.of() : offsets.toMap();
    }

    /**
     * Groups with offsets in a topic.
     *
     * @param topic topic
     * @return their names
     */
    public Set<String> groupsOf(String topic) {
        return pairs.groupsOf(topic);
    }

    /**
     * Topics in which a group has offsets.
     *
     * @param group group
     * @return their names
     */
    public Set<String> topicsOf(String group) {
        return pairs.topicsOf(group);
    }

    /**
     * Forgets all offsets of a topic.
     *
     * @param topic topic
     */
    public void deleteTopic(String topic) {
        if (pairs.removeTopic(topic)) {
            removed();
        }
    }

    /**
     * Forgets all offsets of a group.
     *
     * @param group group
     */
    public void deleteGroup(String group) {
        if (pairs.removeGroup(group)) {
            removed();
        }
    }

    private void removed() {
        epoch.next();
        version.removed();
        changed();
    }

    /**
     * Gives one group the offsets of another in a topic.
     *
     * @param source group that is read
     * @param target group that is written
     * @param topic topic
     */
    public void cloneGroup(String source, String target, String topic) {
        offsets(source, topic).forEach((queueId, offset) -> commit(target, topic, queueId, offset));
    }

    /**
     * Writes the file if anything changed since the last time.
     *
     * @return whether it was written
     */
    public synchronized boolean persist() {
        if (!changedSincePersist) {
            return false;
        }
        changedSincePersist = false;
        pairs.recount();
        try {
            file.save(JsonText.encodePretty(tree()));
        } catch (RuntimeException failed) {
            changedSincePersist = true;
            throw failed;
        }
        return true;
    }

    @Override
    public String name() {
        return "consumer offsets";
    }

    @Override
    public DataVersion version() {
        return version.current();
    }

    @Override
    public byte[] snapshot() {
        return JsonText.encode(tree());
    }

    /**
     * {@inheritDoc} Wherever the master's offset wins; a pair that the master once had and has no longer is removed;
     * one of our own alone stays.
     */
    @Override
    public synchronized int replaceWith(byte[] body) {
        OffsetTableJson.Content masters = OffsetTableJson.read(body);
        version.following();
        int differences = exchange.follow(masters);
        boolean newVersion = version.take(masters.version());
        if (differences > 0 || newVersion) {
            changedSincePersist = true;
            persist();
        }
        return differences;
    }

    /**
     * Takes over what changed on the master since our version; the file follows with {@link #persist}.
     *
     * @param body what {@link #changesSince} gave there
     * @return number of offsets that changed
     * @throws RuntimeException if the body can't be read; nothing was changed
     */
    public synchronized int takeChanges(byte[] body) {
        OffsetTableJson.Content changes = OffsetTableJson.read(body);
        int differences = exchange.followChanges(changes);
        version.take(changes.version());
        changedSincePersist = true;
        return differences;
    }

    /**
     * The part of the table that changed since a version.
     *
     * @param base version that a slave has
     * @return body for {@link #takeChanges}; null when this process does not know the version or something was removed
     *     since, so that the whole table is needed
     */
    public byte[] changesSince(DataVersion base) {
        DataVersion now = version.current();
        if (!version.gaveOut(base)) {
            return null;
        }
        // one version more than asked for: a commit may have read the count just before it moved on
        long from = base.counter() - 1;
        return JsonText.encode(OffsetTableJson.tree(exchange.content(now, pair -> pair.changedIn() >= from)));
    }

    /**
     * Takes over the offsets of a slave wherever they win over our own.
     *
     * @param body what {@link #newerThan} or {@link #snapshot} gave there
     * @param wantedTopics topics that exist here; offsets of others are left out
     * @return number of offsets taken over
     * @throws RuntimeException if the body can't be read; nothing was changed
     */
    public int mergeNewest(byte[] body, Predicate<String> wantedTopics) {
        int taken = exchange.merge(OffsetTableJson.read(body), wantedTopics, version.tick());
        if (taken > 0) {
            changed();
        }
        return taken;
    }

    /**
     * Our offsets that win over those of a master, as body for it.
     *
     * @param mastersBody its {@link #snapshot}
     * @return a body for {@link #mergeNewest}; null when there is nothing newer, or the master is of another kind and
     *     could not tell a reset from an old value
     */
    public byte[] newerThan(byte[] mastersBody) {
        OffsetTableJson.Content newer = exchange.newerThan(OffsetTableJson.read(mastersBody));
        return newer == null ? null : JsonText.encode(OffsetTableJson.tree(newer));
    }

    private void changed() {
        version.changed();
        if (!changedSincePersist) {
            changedSincePersist = true;
        }
    }

    private Map<String, Object> tree() {
        return OffsetTableJson.tree(exchange.content(version(), any -> true));
    }
}
