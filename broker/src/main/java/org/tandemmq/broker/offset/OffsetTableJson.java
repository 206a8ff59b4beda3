/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.JsonText;

/**
 * {@code consumerOffset.json} and the answer to GET_ALL_CONSUMER_OFFSET (wire-protocol 3.3), with two members that only
 * our own kind reads: {@code resetEpoch} and {@code resetStamps} (see {@link ResetEpoch}).
 */
final class OffsetTableJson {

    /** Stands between topic and group in a key. */
    static final char SEPARATOR = '@';
    private static final String TABLE_MEMBER = "offsetTable";
    private static final String VERSION_MEMBER = "dataVersion";
    private static final String EPOCH_MEMBER = "resetEpoch";
    private static final String STAMPS_MEMBER = "resetStamps";
    private static final long NOT_STAMPED = -1;

    /**
     * What a text holds.
     *
     * @param offsets queue offsets by {@code topic@group}
     * @param stamps stamps by {@code topic@group}, where they are not 0
     * @param epoch count of resets; negative where the writer has no stamps
     * @param version the version
     */
    record Content(Map<String, Map<Integer, Long>> offsets, Map<String, Map<Integer, Long>> stamps, long epoch,
                   DataVersion version) {

        boolean stamped() {
            return epoch >= 0;
        }

        Map<Integer, Long> stampsOf(String topicAtGroup) {
            return stamps.getOrDefault(topicAtGroup, Map.of());
        }

        Map<Integer, Long> offsetsOf(String topicAtGroup) {
            return offsets.getOrDefault(topicAtGroup, Map.of());
        }
    }

    private OffsetTableJson() {
    }

    static Content read(byte[] text) {
        Object tree = JsonText.decode(text, Object.class);
        if (!(tree instanceof Map<?, ?> members) || !(members.get(TABLE_MEMBER) instanceof Map)) {
            throw new IllegalArgumentException("no JSON object with a member " + TABLE_MEMBER);
        }
        JsonFields json = JsonFields.of(tree);
        return new Content(queueNumbers(json.object(TABLE_MEMBER)), queueNumbers(json.object(STAMPS_MEMBER)),
            json.number(EPOCH_MEMBER, NOT_STAMPED), DataVersion.read(json.object(VERSION_MEMBER)));
    }

    static Map<String, Object> tree(Content content) {
        Map<String, TreeSet<String>> topicsByGroup = new TreeMap<>();
        content.offsets.keySet().forEach(key -> {
            int at = key.indexOf(SEPARATOR);
            topicsByGroup.computeIfAbsent(key.substring(at + 1), group -> new TreeSet<>()).add(key.substring(0, at));
        });
        Map<String, Object> json = new TreeMap<>();
        json.put(VERSION_MEMBER, content.version.toJson());
        json.put("groupTopicMap", topicsByGroup);
        json.put(TABLE_MEMBER, content.offsets);
        json.put(EPOCH_MEMBER, content.epoch);
        json.put(STAMPS_MEMBER, content.stamps);
        return json;
    }

    private static Map<String, Map<Integer, Long>> queueNumbers(JsonFields table) {
        Map<String, Map<Integer, Long>> numbers = new TreeMap<>();
        table.asMap().forEach((topicAtGroup, queues) -> {
            if (topicAtGroup.indexOf(SEPARATOR) > 0) {
                numbers.put(topicAtGroup, queueNumbersOf(JsonFields.of(queues)));
            }
        });
        return numbers;
    }

    private static Map<Integer, Long> queueNumbersOf(JsonFields queues) {
        Map<Integer, Long> numbers = new TreeMap<>();
        queues.asMap().forEach((queueId, number) -> {
            long id = JsonFields.numberOf(queueId, -1);
            long value = JsonFields.numberOf(number, -1);
            if (id >= 0 && id < QueueOffsets.QUEUES_MAX && value >= 0) {
                numbers.put((int) id, value);
            }
        });
        return numbers;
    }
}
