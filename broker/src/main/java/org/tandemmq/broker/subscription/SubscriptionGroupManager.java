/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.subscription;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.tandemmq.broker.metadata.ReplicatedTable;
import org.tandemmq.broker.metadata.TableChange;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.broker.metadata.VersionedTable;
import org.tandemmq.broker.topic.TopicNames;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.SubscriptionGroupConfig;

/**
 * The consumer groups of this broker. Reading is free of locks; everything that changes the table writes its file
 * before it returns and belongs on the admin thread.
 */
public final class SubscriptionGroupManager implements ReplicatedTable {

    /** Member that holds what groups may not read: group to topic to bits. */
    static final String FORBIDDEN_MEMBER = "forbiddenTable";
    /** Bit of {@link #forbidden}: the group may not read the topic (the mask of the third bit, as tools set it). */
    private static final int READ_FORBIDDEN = 1 << 2;
    /** Groups that every broker knows (nameserver-and-admin 1.10). */
    private static final List<String> PREDEFINED = List.of("TOOLS_CONSUMER", "FILTERSRV_CONSUMER",
        "SELF_TEST_C_GROUP", "CID_ONS-HTTP-PROXY", "CID_ONSAPI_PULL", "CID_ONSAPI_PERMISSION", "CID_ONSAPI_OWNER",
        "CID_RMQ_SYS_TRANS");

    private final VersionedTable<SubscriptionGroupConfig> table;
    private volatile boolean autoCreate;
    private volatile Consumer<Set<String>> whenRemoved = removed -> { };

    /**
     * Creates the empty table; {@link #load} fills it.
     *
     * @param file {@code config/subscriptionGroup.json}
     * @param autoCreate {@code autoCreateSubscriptionGroup}
     * @param clock wall clock
     */
    public SubscriptionGroupManager(TableFile file, boolean autoCreate, InstantSource clock) {
        this.table = new VersionedTable<>(file, new GroupTableFormat(), clock);
        this.autoCreate = autoCreate;
    }

    /**
     * Reads the file and adds the predefined groups that are missing. A slave leaves them to its master's table.
     *
     * @param withPredefined whether this broker makes the predefined groups
     */
    public void load(boolean withPredefined) {
        table.load();
        Map<String, SubscriptionGroupConfig> missing = new HashMap<>();
        for (String group : withPredefined ? PREDEFINED : List.<String>of()) {
            if (table.get(group) == null) {
                missing.put(group, SubscriptionGroupConfig.of(group));
            }
        }
        table.put(missing);
    }

    /**
     * Names who is told of groups that are gone, here or by the master's table.
     *
     * @param listener gets their names, on the thread that changed the table
     */
    public void whenRemoved(Consumer<Set<String>> listener) {
        whenRemoved = listener;
    }

    /**
     * Switches {@code autoCreateSubscriptionGroup}.
     *
     * @param enabled whether first use creates a group
     */
    public void autoCreate(boolean enabled) {
        autoCreate = enabled;
    }

    /** Whether first use creates a group. */
    public boolean autoCreates() {
        return autoCreate;
    }

    /**
     * One group.
     *
     * @param group name
     * @return its config or null
     */
    public SubscriptionGroupConfig group(String group) {
        return table.get(group);
    }

    /** All groups at this moment. */
    public Map<String, SubscriptionGroupConfig> groups() {
        return table.entries();
    }

    /**
     * Gives a group, created with all defaults when it is new and that is allowed.
     *
     * @param group name; an illegal one is never created
     * @return the group, or null when it is unknown and may not be created
     */
    public SubscriptionGroupConfig findOrCreate(String group) {
        SubscriptionGroupConfig present = table.get(group);
        if (present != null || !autoCreate || TopicNames.groupFault(group) != null) {
            return present;
        }
        synchronized (table) {
            if (table.get(group) == null) {
                table.put(Map.of(group, SubscriptionGroupConfig.of(group)));
            }
        }
        return table.get(group);
    }

    /**
     * Creates those of several groups that are missing, with all defaults and one write of the file, where that is
     * allowed; illegal names are left out.
     *
     * @param names names
     */
    public void createMissing(List<String> names) {
        if (!autoCreate) {
            return;
        }
        synchronized (table) {
            Map<String, SubscriptionGroupConfig> missing = new HashMap<>();
            for (String name : names) {
                if (table.get(name) == null && TopicNames.groupFault(name) == null) {
                    missing.put(name, SubscriptionGroupConfig.of(name));
                }
            }
            table.put(missing);
        }
    }

    /**
     * Creates or replaces groups.
     *
     * @param configs the groups
     */
    public void update(List<SubscriptionGroupConfig> configs) {
        Map<String, SubscriptionGroupConfig> changes = new HashMap<>();
        configs.forEach(config -> changes.put(config.groupName(), config));
        table.put(changes);
    }

    /**
     * Removes a group and what it may not read; its offsets are the caller's business.
     *
     * @param group name
     * @return whether it was there
     */
    public boolean delete(String group) {
        TableChange change;
        synchronized (table) {
            change = table.remove(List.of(group));
            Map<String, Object> all = new TreeMap<>(JsonFields.of(table.other(FORBIDDEN_MEMBER)).asMap());
            if (all.remove(group) != null) {
                table.setOther(FORBIDDEN_MEMBER, all);
            }
        }
        tell(change);
        return !change.isEmpty();
    }

    /**
     * Whether a group may not read a topic.
     *
     * @param group group
     * @param topic topic
     * @return true when reading was forbidden
     */
    public boolean readForbidden(String group, String topic) {
        Object forbidden = table.other(FORBIDDEN_MEMBER);
        return forbidden != null
            && (JsonFields.of(forbidden).object(group).integer(topic, 0) & READ_FORBIDDEN) != 0;
    }

    /**
     * Allows or forbids a group to read a topic.
     *
     * @param group group
     * @param topic topic
     * @param readable whether it may read
     */
    public void setReadable(String group, String topic, boolean readable) {
        synchronized (table) {
            Map<String, Object> all = new TreeMap<>(JsonFields.of(table.other(FORBIDDEN_MEMBER)).asMap());
            Map<String, Object> ofGroup = new TreeMap<>(JsonFields.of(all.get(group)).asMap());
            long bits = JsonFields.numberOf(ofGroup.get(topic), 0);
            ofGroup.put(topic, readable ? bits & ~READ_FORBIDDEN : bits | READ_FORBIDDEN);
            all.put(group, ofGroup);
            table.setOther(FORBIDDEN_MEMBER, all);
        }
    }

    @Override
    public String name() {
        return "subscription groups";
    }

    @Override
    public DataVersion version() {
        return table.version();
    }

    @Override
    public byte[] snapshot() {
        return table.snapshot();
    }

    @Override
    public int replaceWith(byte[] body) {
        TableChange change = table.replaceWith(body);
        tell(change);
        return change.size();
    }

    private void tell(TableChange change) {
        if (!change.removed().isEmpty()) {
            whenRemoved.accept(change.removed());
        }
    }
}
