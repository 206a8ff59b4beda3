/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.topic;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.broker.metadata.ReplicatedTable;
import org.tandemmq.broker.metadata.TableChange;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.broker.metadata.VersionedTable;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/**
 * The topics of this broker. Reading is free of locks and belongs anywhere; everything that changes the table writes
 * its file before it returns and belongs on the admin thread, never on an event loop.
 */
public final class TopicConfigManager implements ReplicatedTable {

    private static final int READ_WRITE = TopicConfig.PERM_READ | TopicConfig.PERM_WRITE;
    private static final int BENCHMARK_QUEUES = 1024;
    private static final int CLUSTER_QUEUES = 16;

    private final VersionedTable<TopicConfig> table;
    private final TopicDefaults defaults;
    private final List<TopicListener> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean autoCreate;

    /**
     * Creates the empty table; {@link #load} fills it.
     *
     * @param file {@code config/topics.json}
     * @param defaults what the table begins with
     * @param autoCreate {@code autoCreateTopicEnable}
     * @param clock wall clock
     */
    public TopicConfigManager(TableFile file, TopicDefaults defaults, boolean autoCreate, InstantSource clock) {
        this.table = new VersionedTable<>(file, new TopicTableFormat(), clock);
        this.defaults = defaults;
        this.autoCreate = autoCreate;
    }

    /**
     * Reads the file and adds the system topics that are missing. A slave leaves them to its master's table.
     *
     * @param withSystemTopics whether this broker makes its own system topics
     */
    public void load(boolean withSystemTopics) {
        table.load();
        if (!withSystemTopics) {
            return;
        }
        Map<String, TopicConfig> missing = new HashMap<>();
        for (TopicConfig system : systemTopics()) {
            if (table.get(system.topicName()) == null) {
                missing.put(system.topicName(), system);
            }
        }
        table.put(missing);
        offerTemplate(autoCreate);
    }

    /**
     * Adds a listener of changes.
     *
     * @param listener told on the changing thread
     */
    public void addListener(TopicListener listener) {
        listeners.add(listener);
    }

    /**
     * Switches {@code autoCreateTopicEnable}; off also takes the template back.
     *
     * @param enabled whether a send may create its topic
     */
    public void autoCreate(boolean enabled) {
        autoCreate = enabled;
        offerTemplate(enabled);
    }

    /**
     * One topic.
     *
     * @param topic name
     * @return its config or null
     */
    public TopicConfig topic(String topic) {
        return table.get(topic);
    }

    /**
     * Queue for a message that was accepted some time ago, delayed or in a transaction: nobody would read it in a queue
     * that went since.
     *
     * @param topic its topic
     * @param queueId the queue that it was sent to
     * @return that queue, or one of those there are when the topic has fewer by now
     */
    public int presentQueue(String topic, int queueId) {
        TopicConfig config = table.get(topic);
        if (config == null || queueId < config.queues()) {
            return queueId;
        }
        int both = Math.min(config.readQueueNums(), config.writeQueueNums());
        return queueId % Math.max(1, both > 0 ? both : config.queues());
    }

    /** All topics at this moment. */
    public Map<String, TopicConfig> topics() {
        return table.entries();
    }

    /**
     * Why a send may not create its topic.
     *
     * @param template topic that the sender names as template
     * @return cause for the remark, or null when it may
     */
    public String creationRefusal(String template) {
        if (!autoCreate) {
            return "autoCreateTopicEnable is false";
        }
        TopicConfig config = template == null ? null : table.get(template);
        if (config == null) {
            return "its template topic " + template + " does not exist";
        }
        return config.inheritable() ? null
            : "its template topic " + template + " has permission " + config.perm() + " without the inherit bit 1";
    }

    /**
     * Creates the topic of a send from its template; one that exists by now is given as it is.
     *
     * @param topic legal name
     * @param template template for which {@link #creationRefusal} gave null
     * @param wantedQueues queues that the sender wants; the template's number is the limit
     * @param unitMode whether the sender is in unit mode
     * @return the topic, or null when the template is gone by now
     */
    public TopicConfig createFromTemplate(String topic, String template, int wantedQueues, boolean unitMode) {
        TopicConfig from = table.get(template);
        if (from == null) {
            return table.get(topic);
        }
        int queues = Math.max(1, Math.min(wantedQueues, from.writeQueueNums()));
        int perm = from.perm() & ~TopicConfig.PERM_INHERIT;
        return createIfAbsent(new TopicConfig(topic, queues, queues, perm, from.topicFilterType(), unitMode ? 1 : 0,
            false, Map.of()));
    }

    /**
     * Creates a group's topic of dead letters unless it exists: one queue, readable as {@code deadLetterReadable}
     * says.
     *
     * @param group the group
     * @return the topic as it is now
     */
    public TopicConfig createDeadLetters(String group) {
        return createIfAbsent(TopicConfig.of(TopicNames.DEAD_LETTER_PREFIX + group, 1,
            defaults.deadLetterReadable() ? READ_WRITE : TopicConfig.PERM_WRITE));
    }

    /**
     * Creates a topic unless it exists.
     *
     * @param wanted the new topic
     * @return the topic as it is now
     */
    public TopicConfig createIfAbsent(TopicConfig wanted) {
        synchronized (table) {
            TopicConfig present = table.get(wanted.topicName());
            if (present != null) {
                return present;
            }
            tell(table.put(Map.of(wanted.topicName(), wanted)));
        }
        return wanted;
    }

    /**
     * Creates or replaces topics.
     *
     * @param configs the topics
     */
    public void update(List<TopicConfig> configs) {
        Map<String, TopicConfig> changes = new HashMap<>();
        configs.forEach(config -> changes.put(config.topicName(), config));
        tell(table.put(changes));
    }

    /**
     * Removes a topic from the table; its queues and offsets are the caller's business.
     *
     * @param topic name
     * @return whether it was there
     */
    public boolean delete(String topic) {
        TableChange change = table.remove(List.of(topic));
        tell(change);
        return !change.isEmpty();
    }

    /** Names that are reserved here, whether or not the topic exists. */
    public Set<String> systemNames() {
        Set<String> names = new TreeSet<>();
        systemTopics().forEach(config -> names.add(config.topicName()));
        names.add(TopicNames.TEMPLATE);
        names.add(TopicNames.TRACE);
        names.add(TopicNames.CHECK_MAX_TIME);
        return names;
    }

    /**
     * Whether a topic is one of the system.
     *
     * @param topic name
     * @return true for a fixed name, the broker's, the cluster's and the reply topic
     */
    public boolean isSystem(String topic) {
        return TopicNames.isSystem(topic) || topic.equals(defaults.clusterName()) || topic.equals(defaults.brokerName())
            || topic.equals(replyTopic());
    }

    @Override
    public String name() {
        return "topics";
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
        if (!change.isEmpty()) {
            listeners.forEach(listener -> listener.topicsChanged(change));
        }
    }

    private void offerTemplate(boolean offered) {
        if (offered) {
            createIfAbsent(TopicConfig.of(TopicNames.TEMPLATE, defaults.templateQueues(),
                READ_WRITE | TopicConfig.PERM_INHERIT));
        } else {
            delete(TopicNames.TEMPLATE);
        }
    }

    private String replyTopic() {
        return defaults.clusterName() + TopicNames.REPLY_SUFFIX;
    }

    private Set<TopicConfig> systemTopics() {
        Set<TopicConfig> topics = new HashSet<>();
        for (String single : List.of(TopicNames.SELF_TEST, TopicNames.OFFSET_MOVED, TopicNames.HALF,
            TopicNames.OP_HALF, replyTopic())) {
            topics.add(TopicConfig.of(single, 1, READ_WRITE));
        }
        topics.add(TopicConfig.of(TopicNames.BENCHMARK, BENCHMARK_QUEUES, READ_WRITE));
        topics.add(TopicConfig.of(TopicNames.SCHEDULE, defaults.delayLevels(), READ_WRITE));
        topics.add(TopicConfig.of(defaults.brokerName(), 1, namedPerm(defaults.brokerTopic())));
        topics.add(TopicConfig.of(defaults.clusterName(), CLUSTER_QUEUES, namedPerm(defaults.clusterTopic())));
        if (defaults.traceTopic() != null) {
            topics.add(TopicConfig.of(defaults.traceTopic(), 1, READ_WRITE));
        }
        return topics;
    }

    private static int namedPerm(boolean usable) {
        return usable ? READ_WRITE | TopicConfig.PERM_INHERIT : TopicConfig.PERM_INHERIT;
    }
}
