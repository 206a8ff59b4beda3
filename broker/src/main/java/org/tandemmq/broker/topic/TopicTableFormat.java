/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.topic;

import java.util.Map;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.broker.metadata.TableFormat;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/** {@code topics.json} and the answer to GET_ALL_TOPIC_CONFIG, in the wider form that both lines of peers read. */
final class TopicTableFormat implements TableFormat<TopicConfig> {

    @Override
    public String name() {
        return "topics";
    }

    @Override
    public String entriesMember() {
        return "topicConfigTable";
    }

    @Override
    public Map<String, Object> companions() {
        return Map.of("mappingDataVersion", DataVersion.NONE.toJson(), "topicQueueMappingDetailMap", Map.of(),
            "topicQueueMappingInfoMap", Map.of());
    }

    @Override
    public TopicConfig read(JsonFields json, String key) {
        return TopicConfig.read(json, key);
    }

    @Override
    public Map<String, Object> write(TopicConfig value) {
        return value.toJson();
    }
}
