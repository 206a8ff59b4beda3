/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.body.TableText;

/**
 * {@code consumerOffset.json} and the answer to GET_ALL_CONSUMER_OFFSET (wire-protocol 3.3), with members that only our
 * own kind reads: {@code resetEpoch}, {@code resetStamps} and {@code resetDeletions} (see {@link ResetEpoch},
 * {@link Deletions}), {@code queueEnds} (see {@link QueueEnds}), and in the file {@code writtenByMaster}.
 */
final class OffsetTableJson {

    /** Stands between topic and group in a key. */
    static final char SEPARATOR = '@';
    private static final String TABLE_MEMBER = "offsetTable";
    private static final String VERSION_MEMBER = "dataVersion";
    private static final String EPOCH_MEMBER = "resetEpoch";
    private static final String STAMPS_MEMBER = "resetStamps";
    private static final String DELETIONS_MEMBER = "resetDeletions";
    private static final String ENDS_MEMBER = "queueEnds";
    private static final String STAMP_MEMBER = "stamp";
    private static final String POSITION_MEMBER = "position";
    private static final String GROUPS_MEMBER = "groupTopicMap";
    private static final String MASTER_MEMBER = "writtenByMaster";
    private static final long NOT_STAMPED = -1;

    /**
     * What a text holds.
     *
     * @param offsets queue offsets by {@code topic@group}
     * @param stamps stamps by {@code topic@group}, where they are not 0
     * @param epoch count of resets; negative where the writer has no stamps
     * @param deletions deletions by {@code topic@} and {@code @group}
     * @param ends ends of queues without a message, by topic
     * @param version the version
     */
    record Content(Map<String, Map<Integer, Long>> offsets, Map<String, Map<Integer, Long>> stamps, long epoch,
                   Map<String, Deletions.Deletion> deletions, Map<String, Map<Integer, Long>> ends,
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

    static Content read(TableText text) {
        return read(text, OffsetTableJson::leaveOut);
    }

    /**
     * Reads our own file, or that of the broker that was here before.
     *
     * @throws RuntimeException if an offset is no number: a group does not begin anew without a word
     */
    static Content readFile(TableText text) {
        return read(text, OffsetTableJson::check);
    }

    private static void check(String name, Object queues) {
        boolean numbers = queues instanceof Map<?, ?> map && map.values().stream().allMatch(JsonFields::isInteger);
        if (!numbers) {
            throw new IllegalArgumentException("offsets of " + name + " are no numbers: " + queues);
        }
    }

    private static Content read(TableText text, BiConsumer<String, Object> check) {
        Map<String, Map<Integer, Long>> offsets = new TreeMap<>();
        Map<String, Map<Integer, Long>> stamps = new TreeMap<>();
        Map<String, Deletions.Deletion> deletions = new TreeMap<>();
        Map<String, Map<Integer, Long>> ends = new TreeMap<>();
        JsonFields json = text.read(TABLE_MEMBER, Map.of(
            TABLE_MEMBER, (name, queues) -> {
                check.accept(name, queues);
                takeQueueNumbers(offsets, name, queues);
            },
            STAMPS_MEMBER, (name, queues) -> takeQueueNumbers(stamps, name, queues),
            DELETIONS_MEMBER, (name, deletion) -> takeDeletion(deletions, name, JsonFields.of(deletion)),
            ENDS_MEMBER, (topic, queues) -> takeEnds(ends, topic, queues),
            GROUPS_MEMBER, OffsetTableJson::leaveOut));
        long epoch = json.number(EPOCH_MEMBER, NOT_STAMPED);
        if (epoch > ResetEpoch.TOLD_MAX) {
            throw new IllegalArgumentException(EPOCH_MEMBER + " is " + epoch + ", the limit is " + ResetEpoch.TOLD_MAX);
        }
        // a stamp that was never given out would win for ever
        stamps.values().forEach(queues -> queues.values().removeIf(stamp -> stamp > epoch));
        deletions.values().removeIf(deletion -> deletion.stamp() > epoch);
        return new Content(offsets, stamps, epoch, deletions, ends, DataVersion.read(json.object(VERSION_MEMBER)));
    }

    /** Whether a file was written by a broker that was a master at that time. */
    static boolean writtenByMaster(byte[] text) {
        return TableText.ofFile(text).read(TABLE_MEMBER, Map.of(TABLE_MEMBER, OffsetTableJson::leaveOut,
            STAMPS_MEMBER, OffsetTableJson::leaveOut, ENDS_MEMBER, OffsetTableJson::leaveOut, GROUPS_MEMBER,
            OffsetTableJson::leaveOut))
            .flag(MASTER_MEMBER, false);
    }

    private static void leaveOut(String name, Object value) {
        // not needed: the same stands in the table, or the reader looks for something else
    }

    /** A file's tree. */
    static Map<String, Object> fileTree(Content content, boolean byMaster) {
        Map<String, Object> json = tree(content);
        json.put(MASTER_MEMBER, byMaster);
        return json;
    }

    /** A table as body for another broker. */
    static byte[] bytes(Content content) {
        return JsonText.encode(tree(content));
    }

    private static Map<String, Object> tree(Content content) {
        Map<String, TreeSet<String>> topicsByGroup = new TreeMap<>();
        content.offsets.keySet().forEach(key -> {
            int at = key.indexOf(SEPARATOR);
            topicsByGroup.computeIfAbsent(key.substring(at + 1), group -> new TreeSet<>()).add(key.substring(0, at));
        });
        Map<String, Object> json = new TreeMap<>();
        json.put(VERSION_MEMBER, content.version.toJson());
        json.put(GROUPS_MEMBER, topicsByGroup);
        json.put(TABLE_MEMBER, content.offsets);
        json.put(EPOCH_MEMBER, content.epoch);
        json.put(STAMPS_MEMBER, content.stamps);
        json.put(DELETIONS_MEMBER, json(content.deletions));
        json.put(ENDS_MEMBER, content.ends);
        return json;
    }

    private static void takeQueueNumbers(Map<String, Map<Integer, Long>> into, String name, Object queues) {
        if (name.indexOf(SEPARATOR) > 0) {
            into.put(name, queueNumbersOf(JsonFields.of(queues)));
        }
    }

    private static void takeEnds(Map<String, Map<Integer, Long>> into, String topic, Object queues) {
        Map<Integer, Long> possible = queueNumbersOf(JsonFields.of(queues));
        possible.values().removeIf(offset -> offset > QueueEnds.OFFSET_MAX);
        into.put(topic, possible);
    }

    private static void takeDeletion(Map<String, Deletions.Deletion> into, String name, JsonFields fields) {
        long stamp = fields.number(STAMP_MEMBER, 0);
        if (stamp > 0 && name.indexOf(SEPARATOR) >= 0) {
            into.put(name, new Deletions.Deletion(stamp, fields.number(POSITION_MEMBER, 0)));
        }
    }

    private static Map<String, Object> json(Map<String, Deletions.Deletion> deletions) {
        Map<String, Object> json = new TreeMap<>();
        deletions.forEach((name, deletion) -> json.put(name,
            new TreeMap<>(Map.of(STAMP_MEMBER, deletion.stamp(), POSITION_MEMBER, deletion.position()))));
        return json;
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
