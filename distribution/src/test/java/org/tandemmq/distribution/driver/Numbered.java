/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.driver;

import java.util.Map;
import java.util.TreeMap;
import org.apache.rocketmq.common.message.Message;

/** The messages of one send command: numbered, each with a body, key, tag and properties that follow from it. */
final class Numbered {
    private final long from;
    private final long end;
    private final String topic;
    private final int topics;
    private final int sizeBytes;
    private final String[] tags;
    private final String keys;
    private final int delayLevel;
    private final boolean wait;
    private final Map<String, String> properties = new TreeMap<>();

    Numbered(Line command) {
        from = command.number("from", 0);
        end = from + command.number("count", 1);
        topic = command.text("topic");
        topics = (int) command.number("topics", 1);
        sizeBytes = (int) command.number("size", 100);
        tags = command.has("tags") ? command.text("tags").split(",") : new String[0];
        keys = command.text("keys", "key");
        delayLevel = (int) command.number("delayLevel", 0);
        wait = command.number("wait", 1) != 0;
        if (command.has("property")) {
            String[] pair = command.text("property").split("=", 2);
            properties.put(pair[0], pair[1]);
        }
    }

    long from() {
        return from;
    }

    long end() {
        return end;
    }

    /** Message {@code number}; with several topics it goes to the topic with this number as suffix. */
    Message message(long number) {
        Message message = new Message(topics == 1 ? topic : topic + "-" + number % topics,
            Body.of(number, sizeBytes));
        message.putUserProperty("n", Long.toString(number));
        message.setKeys(keys + "-" + number);
        if (tags.length > 0) {
            message.setTags(tags[(int) (number % tags.length)]);
        }
        if (delayLevel > 0) {
            message.setDelayTimeLevel(delayLevel);
        }
        message.setWaitStoreMsgOK(wait);
        properties.forEach(message::putUserProperty);
        return message;
    }
}
