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

/** {@code consumerOffset.json} and the answer to GET_ALL_CONSUMER_OFFSET (wire-protocol 3.3). */
final class OffsetTableJson {

    /** Stands between topic and group in a key. */
    static final char SEPARATOR = '@';
    private static final String TABLE_MEMBER = "offsetTable";
    private static final String VERSION_MEMBER = "dataVersion";

    /** What a text holds: queue offsets by {@code topic@group}, and the version. */
    record Content(Map<String, Map<Integer, Long>> offsets, DataVersion version) {
    }

    private OffsetTableJson() {
    }

    static Content read(byte[] text) {
        Object tree = JsonText.decode(text, Object.class);
        if (!(tree instanceof Map<?, ?> members) || !(members.get(TABLE_MEMBER) instanceof Map)) {
            throw new IllegalArgumentException("no JSON object with a member " + TABLE_MEMBER);
        }
        JsonFields json = JsonFields.of(tree);
        Map<String, Map<Integer, Long>> table = new TreeMap<>();
        json.object(TABLE_MEMBER).asMap().forEach((topicAtGroup, queues) -> {
            if (topicAtGroup.indexOf(SEPARATOR) > 0) {
                table.put(topicAtGroup, queueOffsets(JsonFields.of(queues)));
            }
        });
        return new Content(table, DataVersion.read(json.object(VERSION_MEMBER)));
    }

    static Map<String, Object> tree(Map<String, Map<Integer, Long>> offsets, DataVersion version) {
        Map<String, TreeSet<String>> topicsByGroup = new TreeMap<>();
        offsets.keySet().forEach(key -> {
            int at = key.indexOf(SEPARATOR);
            topicsByGroup.computeIfAbsent(key.substring(at + 1), group -> new TreeSet<>()).add(key.substring(0, at));
        });
        Map<String, Object> json = new TreeMap<>();
        json.put(VERSION_MEMBER, version.toJson());
        json.put("groupTopicMap", topicsByGroup);
        json.put(TABLE_MEMBER, offsets);
        return json;
    }

    private static Map<Integer, Long> queueOffsets(JsonFields queues) {
        Map<Integer, Long> offsets = new TreeMap<>();
        queues.asMap().forEach((queueId, offset) -> {
            long id = JsonFields.numberOf(queueId, -1);
            long value = JsonFields.numberOf(offset, -1);
            if (id >= 0 && id < QueueOffsets.QUEUES_MAX && value >= 0) {
                offsets.put((int) id, value);
            }
        });
        return offsets;
    }
}
