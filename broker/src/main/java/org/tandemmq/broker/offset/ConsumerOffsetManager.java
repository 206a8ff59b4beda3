/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongBiFunction;
import org.tandemmq.broker.metadata.ReplicatedTable;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.TableText;

/**
 * How far each group has consumed each queue. Commits come on event loops and cost two look-ups; the file is written by
 * {@link #persist}, which an upkeep thread calls. The version moves on when somebody asks for it after a change, so
 * that equal versions mean equal tables.
 *
 * <p>A commit may go back: that is a reset, and gets a stamp ({@link ResetEpoch}). Between master and slave the larger
 * stamp wins, then the larger offset, in both directions: what a slave took while its master was away reaches the
 * master ({@link OwnCommits#newerThan}, {@link #mergeNewest}), and nothing but a reset ever goes back.
 */
public final class ConsumerOffsetManager implements ReplicatedTable {

    /** Answer for a queue that the group never committed. */
    public static final long NONE = -1;

    private final OffsetFile file;
    private final OffsetPairs pairs;
    private final OffsetExchange exchange;
    private final OffsetVersion version;
    private final OwnCommits own;

    /**
     * Creates the empty table; {@link #load} fills it.
     *
     * @param file {@code config/consumerOffset.json}
     * @param clock wall clock for the version
     * @param bytesMax bytes of memory above which {@link #refusal} refuses
     */
    public ConsumerOffsetManager(TableFile file, InstantSource clock, long bytesMax) {
        this.file = new OffsetFile(file);
        this.pairs = new OffsetPairs(bytesMax);
        this.exchange = new OffsetExchange(pairs);
        this.version = new OffsetVersion(clock);
        this.own = new OwnCommits(this.file, exchange);
    }

    /**
     * Reads the file; a missing one leaves the table empty. One that was written by a master and is read by a slave is
     * that of a broker whose place another has taken: it will become what the new master has, and gives it nothing.
     *
     * @param master whether this broker is a master now
     */
    public void load(boolean master) {
        file.load(master).ifPresent(content -> {
            exchange.load(content);
            version.take(content.version());
        });
    }

    /** On a slave whose log was taken away: the table will become what the master has, and gives it nothing. */
    public void learn() {
        file.learns();
    }

    /** Committed offset or {@link #NONE}. Arguments as of commit. */
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
        if (pairs.set(group, topic, queueId, offset, exchange.epoch(), version.tick())) {
            changed();
            own.note(group, topic);
        }
    }

    /** Why a client's commit finds no room, with number and limit; null when it does. Arguments as of commit. */
    public String refusal(String group, String topic, int queueId) {
        return pairs.refusal(group, topic, queueId);
    }

    /** Offsets of a group in all queues of a topic, by queue; empty when there are none. */
    public Map<Integer, Long> offsets(String group, String topic) {
        QueueOffsets offsets = pairs.find(group, topic);
        return offsets == null ? Map.of() : offsets.toMap();
    }

    /** Names of the groups with offsets in a topic. */
    public Set<String> groupsOf(String topic) {
        return pairs.groupsOf(topic);
    }

    /** Names of the topics in which a group has offsets. */
    public Set<String> topicsOf(String group) {
        return pairs.topicsOf(group);
    }

    /** Deletes all offsets of a topic on a master, whose log ends there, for its slaves too, and writes the file. */
    public void deleteTopic(String topic, long logEndPosition) {
        exchange.deleteTopic(topic, logEndPosition);
        removed();
        persist();
    }

    /** Drops on a slave what it has of a topic that its master does not have. */
    public void forgetTopic(String topic) {
        if (pairs.removeTopic(topic)) {
            removed();
        }
    }

    /** Deletes all offsets of a group on a master, for its slaves too, and writes the file. */
    public void deleteGroup(String group) {
        exchange.deleteGroup(group);
        removed();
        persist();
    }

    /**
     * On a master, before it serves: an offset behind the end of its queue belongs to messages that were lost with the
     * log's end, or that never reached this broker while it was a slave. The group would miss what is written there
     * next, so it goes on at the end.
     *
     * @param ends next offset of a queue; 0 where there is no such queue
     */
    public void limitTo(ToLongBiFunction<String, Integer> ends) {
        if (exchange.limit(ends, version.tick()) > 0) {
            changed();
        }
    }

    /** Where queues end that have no message any more, as a master tells its slaves, and where others at least do. */
    public QueueEnds ends() {
        return exchange.ends();
    }

    /** Whether this broker was a master, is a slave now, and has not learnt yet what the new master has. */
    public boolean returned() {
        return file.returned();
    }

    /** Which topics and groups were deleted. */
    public Deletions deletions() {
        return exchange.deletions();
    }

    /**
     * The queues hold nothing more of a topic's life before its deletion.
     *
     * @param topic topic
     * @param position what {@link Deletions#topics} said
     */
    public void queuesDropped(String topic, long position) {
        exchange.deletions().dropped(topic, position);
        file.changed();
    }

    private void removed() {
        version.removed();
        changed();
    }

    /** Writes the file if anything changed since the last time; gives whether it did. */
    public boolean persist() {
        return file.save(() -> {
            pairs.recount();
            return exchange.content(version());
        });
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
        return OffsetTableJson.bytes(exchange.content(version()));
    }

    /** {@inheritDoc} Wherever the master's offset wins; what the master deleted goes; one of our own alone stays. */
    @Override
    public synchronized int replaceWith(byte[] body) {
        OffsetTableJson.Content masters = OffsetTableJson.read(TableText.ofPeer(body));
        version.following();
        int differences = file.returned() ? exchange.become(masters) : exchange.follow(masters);
        boolean unwritten = version.take(masters.version()) || file.returned() || differences > 0
            || !masters.ends().equals(exchange.ends().told());
        exchange.ends().tell(masters.ends());
        file.followed();
        if (unwritten) {
            file.changed();
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
        OffsetTableJson.Content changes = OffsetTableJson.read(TableText.ofPeer(body));
        int differences = exchange.followChanges(changes);
        version.take(changes.version());
        file.changed();
        return differences;
    }

    /**
     * Takes over from a master's table what we have no offset for. The version stays: this is not the master's table.
     *
     * @param body the table, or a part of it
     * @param groups whether a group's offsets are wanted
     * @return number of offsets taken over
     * @throws RuntimeException if the body can't be read; nothing was changed
     */
    public synchronized int takeMissing(byte[] body, Predicate<String> groups) {
        int taken = exchange.takeMissing(OffsetTableJson.read(TableText.ofPeer(body)), groups);
        if (taken > 0) {
            file.changed();
        }
        return taken;
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
        return OffsetTableJson.bytes(exchange.changedFrom(from, now));
    }

    /**
     * Takes over the offsets of a slave wherever they win over our own, as far as there is room for them.
     *
     * @param body what {@link OwnCommits} or {@link #snapshot} gave there
     * @param wanted leaves out what can't be right here
     * @return number of offsets taken over
     * @throws RuntimeException if the body can't be read; nothing was changed
     */
    public int mergeNewest(byte[] body, OffsetFilter wanted) {
        OffsetTableJson.Content others = OffsetTableJson.read(TableText.ofPeer(body));
        int forgotten = exchange.takeDeletions(others);
        if (forgotten > 0) {
            version.removed();
        }
        int all = forgotten + exchange.merge(others, wanted, pairs::hasRoom, version.tick());
        if (all > 0) {
            changed();
        }
        return all;
    }

    /** What this slave has and its master should get. */
    public OwnCommits ownCommits() {
        return own;
    }

    private void changed() {
        version.changed();
        file.changed();
    }
}
