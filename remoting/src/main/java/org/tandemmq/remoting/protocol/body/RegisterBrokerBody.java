/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Body of a registration (nameserver-and-admin 1.4): the topic table or the part of it that changed.
 *
 * @param dataVersion version of the whole table
 * @param topics topics told
 */
public record RegisterBrokerBody(DataVersion dataVersion, List<TopicConfig> topics) {

    /** Most topics of one registration. */
    public static final int TOPICS_MAX = 100_000;
    /** First version whose senders wrap the table; older ones send it bare. */
    private static final int VERSION_WRAPPED = 37;
    private static final String WRAPPER = "topicConfigSerializeWrapper";
    private static final String TABLE = "topicConfigTable";
    private static final String VERSION = "dataVersion";

    /** A registration without topics. */
    public static final RegisterBrokerBody EMPTY = new RegisterBrokerBody(DataVersion.NONE, List.of());

    /**
     * Reads a body that is not compressed.
     *
     * @param body bytes between position and limit; none at all is an empty table
     * @param version version of the sender
     * @return the body; unreadable parts of a topic have their defaults
     * @throws JsonException if the text is no JSON or has more than {@link #TOPICS_MAX} topics
     */
    public static RegisterBrokerBody read(ByteBuffer body, int version) {
        if (!body.hasRemaining()) {
            return EMPTY;
        }
        JsonFields whole = JsonFields.of(JsonText.decode(body, Object.class));
        JsonFields table = version < VERSION_WRAPPED ? whole : whole.object(WRAPPER);
        int told = table.object(TABLE).asMap().size();
        if (told > TOPICS_MAX) {
            throw new JsonException("registration of " + told + " topics, the limit is " + TOPICS_MAX);
        }
        return ofTable(table);
    }

    /**
     * Reads the body of a topic table, as in 21 as well.
     *
     * @param table the parsed object
     * @return version and topics
     */
    public static RegisterBrokerBody ofTable(JsonFields table) {
        List<TopicConfig> topics = new ArrayList<>();
        table.object(TABLE).asMap().forEach((name, topic) -> topics.add(TopicConfig.read(JsonFields.of(topic), name)));
        return new RegisterBrokerBody(DataVersion.read(table.object(VERSION)), topics);
    }

    /** The bytes that are sent; with the members of newer peers, which older ones skip. */
    public byte[] encode() {
        Map<String, Object> wrapper = new TreeMap<>();
        wrapper.put(VERSION, dataVersion.toJson());
        wrapper.put("mappingDataVersion", DataVersion.NONE.toJson());
        wrapper.put(TABLE, tableOf(topics));
        wrapper.put("topicQueueMappingDetailMap", Map.of());
        wrapper.put("topicQueueMappingInfoMap", Map.of());
        return JsonText.encode(Map.of("filterServerList", List.of(), WRAPPER, wrapper));
    }

    private static Map<String, Object> tableOf(Collection<TopicConfig> topics) {
        Map<String, Object> table = new TreeMap<>();
        topics.forEach(topic -> table.put(topic.topicName(), topic.toJson()));
        return table;
    }
}
