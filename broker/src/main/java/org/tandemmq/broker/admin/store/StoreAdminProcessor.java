/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tandemmq.broker.admin.AdminProcessor;
import org.tandemmq.broker.admin.Answers;
import org.tandemmq.broker.client.ConsumerGroup;
import org.tandemmq.broker.client.ConsumerManager;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.SubscriptionData;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.store.EntryFilter;
import org.tandemmq.store.GetResult;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.record.PropertyNames;
import org.tandemmq.store.record.RecordView;

/**
 * Upkeep of the store by hand and a look into its queues: codes 306, 316, 321, 329 (nameserver-and-admin 3.10).
 */
public final class StoreAdminProcessor extends AdminProcessor {

    /** Most entries shown in one answer. */
    static final int ENTRIES_MAX = 1_000;

    /**
     * Creates the processor.
     *
     * @param store the store
     * @param topics tells which topics still exist
     * @param consumers tells by what a group filters
     */
    public StoreAdminProcessor(MessageStore store, TopicConfigManager topics, ConsumerManager consumers) {
        super(Map.of(
            RequestCode.CLEAN_EXPIRED_CONSUMEQUEUE, (request, reply) -> deleteExpired(store, reply),
            RequestCode.DELETE_EXPIRED_COMMITLOG, (request, reply) -> deleteExpired(store, reply),
            RequestCode.CLEAN_UNUSED_TOPIC, (request, reply) -> cleanUnused(new UnusedTopics(store, topics), reply),
            RequestCode.QUERY_CONSUME_QUEUE, (request, reply) -> showQueue(store, topics, consumers, request, reply)));
    }

    private static void deleteExpired(MessageStore store, Reply reply) {
        store.deleteExpired();
        Answers.done(reply);
    }

    private static void cleanUnused(UnusedTopics unused, Reply reply) {
        unused.drop();
        Answers.done(reply);
    }

    private static void showQueue(MessageStore store, TopicConfigManager topics, ConsumerManager consumers,
                                  RemotingCommand request, Reply reply) {
        String topic = request.fields().required("topic");
        int queueId = request.fields().requiredInt32("queueId");
        long index = request.fields().number("index", 0);
        long count = Math.min(ENTRIES_MAX, request.fields().number("count", 10));
        TopicConfig config = topics.topic(topic);
        boolean configured = config != null && queueId >= 0 && queueId < config.queues();
        if (!configured && !store.queueIds(topic).contains(queueId)) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "topic " + topic + " has no queue " + queueId);
        }
        Map<String, Object> answer = new TreeMap<>();
        answer.put("minQueueIndex", store.minOffset(topic, queueId));
        answer.put("maxQueueIndex", store.maxOffset(topic, queueId));
        String group = request.fields().text("consumerGroup");
        if (group != null && !group.isBlank()) {
            describe(answer, consumers.group(group), group, topic);
        }
        answer.put("queueData", entries(store, topic, queueId, index, count));
        Answers.json(reply, answer);
    }

    /** What a group has subscribed to: its tags stand on the entries, an expression is a text of its own. */
    private static void describe(Map<String, Object> answer, ConsumerGroup group, String name, String topic) {
        SubscriptionData subscription = group == null ? null : group.subscription(topic);
        if (subscription == null) {
            answer.put("filterData", name + "@" + topic + " is not online!");
            return;
        }
        answer.put("subscriptionData", subscription.toJson());
        answer.put("filterData", subscription.isTagType() ? "null"
            : subscription.expressionType() + ": " + subscription.subString());
    }

    private static List<Map<String, Object>> entries(MessageStore store, String topic, int queueId, long index,
                                                     long count) {
        List<Map<String, Object>> entries = new ArrayList<>();
        long next = index;
        long before;
        do {
            before = next;
            int wanted = (int) (count - entries.size());
            try (GetResult found = store.get(topic, queueId, next, wanted, EntryFilter.ALL)) {
                RecordView record = new RecordView();
                for (LogSlice slice : found.slices()) {
                    for (int at = 0; at < slice.bytes().limit() && entries.size() < count; at += record.totalSize()) {
                        entries.add(entry(record.wrap(slice.bytes(), at)));
                    }
                }
                next = found.messageCount() > 0 ? found.nextOffset() : next;
            }
        } while (next > before && entries.size() < count);
        return entries;
    }

    private static Map<String, Object> entry(RecordView record) {
        String tags = record.property(PropertyNames.TAGS);
        Map<String, Object> entry = new TreeMap<>();
        entry.put("physicOffset", record.position());
        entry.put("physicSize", record.totalSize());
        entry.put("tagsCode", tags == null ? 0L : (long) tags.hashCode());
        entry.put("eval", false);
        return entry;
    }
}
