/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.stats;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.tandemmq.broker.admin.AdminProcessor;
import org.tandemmq.broker.admin.Answers;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.broker.subscription.SubscriptionGroupManager;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.ConsumeOffset;
import org.tandemmq.remoting.protocol.body.ConsumeStats;
import org.tandemmq.remoting.protocol.body.MessageQueue;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.remoting.protocol.body.TopicOffset;
import org.tandemmq.remoting.protocol.body.TopicStats;
import org.tandemmq.store.MessageStore;

/**
 * How far topics are written and groups have read: codes 202, 208, 300, 303, 317, 343 (nameserver-and-admin 3.5).
 * Served on every role, so that tools work while the master is away.
 */
public final class StatsProcessor extends AdminProcessor {

    /** What the answers are made of. */
    public record Sources(TopicConfigManager topics, SubscriptionGroupManager groups, ConsumerOffsetManager offsets,
                          MessageStore store, GroupDirectory directory, Rates rates, InstantSource clock) {
    }

    /**
     * Creates the processor.
     *
     * @param sources what the answers are made of
     * @param brokerName name of the pair, part of every queue
     * @param brokerAddress our own address
     */
    public StatsProcessor(Sources sources, String brokerName, String brokerAddress) {
        super(new Tasks(sources, brokerName, brokerAddress).byCode());
    }

    /** The tasks with what they share. */
    private record Tasks(Sources sources, String brokerName, String brokerAddress) {

        private Map<Integer, Task> byCode() {
            return Map.of(
                RequestCode.GET_TOPIC_STATS_INFO, this::topicStats,
                RequestCode.GET_CONSUME_STATS, this::consumeStats,
                RequestCode.QUERY_TOPIC_CONSUME_BY_WHO, this::consumedByWhom,
                RequestCode.QUERY_CONSUME_TIME_SPAN, this::timeSpan,
                RequestCode.GET_BROKER_CONSUME_STATS, this::brokerConsumeStats,
                RequestCode.QUERY_TOPICS_BY_CONSUMER, this::topicsOfGroup);
        }

        private void topicStats(RemotingCommand request, Reply reply) {
            String topic = request.fields().required("topic");
            int queues = known(topic).queues();
            Map<MessageQueue, TopicOffset> table = new LinkedHashMap<>();
            for (int queueId = 0; queueId < queues; queueId++) {
                long max = sources.store.maxOffset(topic, queueId);
                long last = max == 0 ? 0 : Math.max(0, sources.store.storeTimestampMs(topic, queueId, max - 1));
                table.put(queue(topic, queueId), new TopicOffset(sources.store.minOffset(topic, queueId), max, last));
            }
            Answers.json(reply, new TopicStats(table, sources.rates.putTps(topic)));
        }

        private void consumeStats(RemotingCommand request, Reply reply) {
            String group = request.fields().required("consumerGroup");
            String list = request.fields().text("topicList");
            Set<String> wanted = wantedTopics(group, request.fields().text("topic"), list);
            Set<String> subscribed = list == null || list.isBlank() ? sources.directory.subscribedTopics(group) : null;
            Map<MessageQueue, ConsumeOffset> table = new LinkedHashMap<>();
            double tps = 0;
            for (String each : wanted) {
                TopicConfig config = sources.topics.topic(each);
                if (config != null && (subscribed == null || subscribed.contains(each))) {
                    // the members of a broadcast keep their offsets: all messages would seem to wait
                    int queues = sources.directory.broadcasts(group) ? 0 : config.readQueueNums();
                    for (int queueId = 0; queueId < queues; queueId++) {
                        table.put(queue(each, queueId), consumed(group, each, queueId));
                    }
                    tps += sources.rates.getTps(group, each);
                }
            }
            Answers.json(reply, new ConsumeStats(table, tps));
        }

        private Set<String> wantedTopics(String group, String topic, String list) {
            if (list != null && !list.isBlank()) {
                return new TreeSet<>(List.of(list.split(";")));
            }
            return topic != null && !topic.isBlank() ? Set.of(topic) : sources.offsets.topicsOf(group);
        }

        private ConsumeOffset consumed(String group, String topic, int queueId) {
            long brokerOffset = sources.store.maxOffset(topic, queueId);
            long consumerOffset = Math.max(0, sources.offsets.offset(group, topic, queueId));
            long last = consumerOffset == 0 ? 0
                : Math.max(0, sources.store.storeTimestampMs(topic, queueId, consumerOffset - 1));
            return new ConsumeOffset(brokerOffset, consumerOffset, consumerOffset, last);
        }

        private void consumedByWhom(RemotingCommand request, Reply reply) {
            String topic = request.fields().required("topic");
            Set<String> groups = new TreeSet<>(sources.directory.subscribersOf(topic));
            groups.addAll(sources.offsets.groupsOf(topic));
            Answers.json(reply, Map.of("groupList", groups));
        }

        private void topicsOfGroup(RemotingCommand request, Reply reply) {
            Set<String> topics = sources.offsets.topicsOf(request.fields().required("group"));
            Answers.json(reply, Map.of("topicList", topics, "brokerAddr", brokerAddress));
        }

        private void timeSpan(RemotingCommand request, Reply reply) {
            String topic = request.fields().required("topic");
            String group = request.fields().required("group");
            List<Map<String, Object>> spans = new ArrayList<>();
            for (int queueId = 0; queueId < known(topic).writeQueueNums(); queueId++) {
                spans.add(span(topic, group, queueId));
            }
            Answers.json(reply, Map.of("consumeTimeSpanSet", spans));
        }

        private Map<String, Object> span(String topic, String group, int queueId) {
            long min = sources.store.minOffset(topic, queueId);
            long max = sources.store.maxOffset(topic, queueId);
            long consumed = sources.offsets.offset(group, topic, queueId);
            long consumedMs = consumed > 0 ? time(topic, queueId, consumed - 1) : time(topic, queueId, min);
            long nextMs = Math.max(consumed, min) < max ? time(topic, queueId, Math.max(consumed, min)) : 0;
            Map<String, Object> span = new TreeMap<>();
            span.put("messageQueue", queue(topic, queueId));
            span.put("minTimeStamp", time(topic, queueId, min));
            span.put("maxTimeStamp", max == 0 ? 0 : time(topic, queueId, max - 1));
            span.put("consumeTimeStamp", consumedMs);
            span.put("delayTime", nextMs == 0 ? 0 : Math.max(0, sources.clock.millis() - nextMs));
            return span;
        }

        private long time(String topic, int queueId, long offset) {
            return Math.max(0, sources.store.storeTimestampMs(topic, queueId, offset));
        }

        private void brokerConsumeStats(RemotingCommand request, Reply reply) {
            boolean onlyOrdered = request.fields().flag("isOrder", false);
            List<Map<String, Object>> perGroup = new ArrayList<>();
            long totalDiff = 0;
            for (String group : new TreeSet<>(sources.groups.groups().keySet())) {
                List<ConsumeStats> ofGroup = new ArrayList<>();
                for (String topic : sources.offsets.topicsOf(group)) {
                    TopicConfig config = sources.topics.topic(topic);
                    if (config != null && (!onlyOrdered || config.order())) {
                        ConsumeStats stats = wholeTopic(group, topic, config.writeQueueNums());
                        ofGroup.add(stats);
                        totalDiff += diff(stats);
                    }
                }
                perGroup.add(Map.of(group, ofGroup));
            }
            Answers.json(reply, Map.of("brokerAddr", brokerAddress, "consumeStatsList", perGroup, "totalDiff",
                totalDiff, "totalInflightDiff", 0L));
        }

        private ConsumeStats wholeTopic(String group, String topic, int queues) {
            Map<MessageQueue, ConsumeOffset> table = new TreeMap<>(Comparator.comparingInt(MessageQueue::queueId));
            for (int queueId = 0; queueId < queues; queueId++) {
                table.put(queue(topic, queueId), consumed(group, topic, queueId));
            }
            return new ConsumeStats(table, sources.rates.getTps(group, topic));
        }

        private static long diff(ConsumeStats stats) {
            return stats.offsetTable().values().stream()
                .mapToLong(queue -> Math.max(0, queue.brokerOffset() - queue.consumerOffset())).sum();
        }

        private MessageQueue queue(String topic, int queueId) {
            return new MessageQueue(topic, brokerName, queueId);
        }

        private TopicConfig known(String topic) {
            TopicConfig config = sources.topics.topic(topic);
            if (config == null) {
                throw new RefusedException(ResponseCode.TOPIC_NOT_EXIST, "topic " + topic + " does not exist here");
            }
            return config;
        }
    }
}
