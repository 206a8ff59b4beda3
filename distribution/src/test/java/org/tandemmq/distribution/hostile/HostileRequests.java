/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.hostile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import java.util.zip.DeflaterOutputStream;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawFrame;

/** Requests that are well formed and much too large, made without any code of the product under test. */
final class HostileRequests {
    static final int GET_ALL_TOPIC_CONFIG = 21;
    static final int GET_BROKER_RUNTIME_INFO = 28;
    static final int HEART_BEAT = 34;
    static final int LOCK_BATCH_MQ = 41;
    static final int UPDATE_AND_CREATE_SUBSCRIPTIONGROUP = 200;
    static final int GET_ALL_SUBSCRIPTIONGROUP_CONFIG = 201;
    static final int PUSH_OFFSETS = 64003;
    private static final int PULL_MESSAGE = 11;
    private static final int QUERY_MESSAGE = 12;
    private static final int UPDATE_CONSUMER_OFFSET = 15;
    private static final int UPDATE_AND_CREATE_TOPIC = 17;
    private static final int SEARCH_OFFSET_BY_TIMESTAMP = 29;
    private static final int UPDATE_AND_CREATE_SUBSCRIPTIONGROUP_LIST = 225;
    private static final int PUT_KV_CONFIG = 100;
    private static final int REGISTER_BROKER = 103;
    private static final String VERSION = "{\"counter\":1,\"stateVersion\":0,\"timestamp\":1}";

    private HostileRequests() {
    }

    /** Text of many items with commas between. */
    static String list(int count, IntFunction<String> items) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ",").append(items.apply(i));
        }
        return text.toString();
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** A name of some length that ends with a number. */
    static String name(String prefix, int number, int length) {
        String text = prefix + number;
        return text.length() >= length ? text : prefix + "x".repeat(length - text.length()) + number;
    }

    /** A heartbeat of producers in groups with distinct names. */
    static byte[] producers(int number, int groups, int nameLength) {
        String body = "{\"clientID\":\"hostile-" + number + "\",\"consumerDataSet\":[],\"producerDataSet\":["
            + list(groups, i -> "{\"groupName\":\"" + name("p" + number + "-", i, nameLength) + "\"}") + "]}";
        return RawFrame.request(HEART_BEAT).withBody(ascii(body)).bytes();
    }

    /** A heartbeat of consumers: groups with subscriptions each. */
    static byte[] consumers(int number, String prefix, int groups, int subscriptions) {
        String body = "{\"clientID\":\"hostile-" + number + "\",\"producerDataSet\":[],\"consumerDataSet\":["
            + list(groups, i -> "{\"groupName\":\"" + prefix + number + "-" + i + "\",\"consumeType\":"
                + "\"CONSUME_PASSIVELY\",\"messageModel\":\"CLUSTERING\",\"consumeFromWhere\":"
                + "\"CONSUME_FROM_LAST_OFFSET\",\"subscriptionDataSet\":[" + list(subscriptions, s ->
                    "{\"topic\":\"t" + number + "-" + s + "\",\"subString\":\"*\",\"subVersion\":1}") + "]}") + "]}";
        return RawFrame.request(HEART_BEAT).withBody(ascii(body)).bytes();
    }

    /** A lock request. */
    static byte[] locks(int number, int queues, int nameLength) {
        String body = "{\"consumerGroup\":\"hostile-" + number + "\",\"clientId\":\"hostile\",\"mqSet\":["
            + list(queues, i -> "{\"brokerName\":\"" + name("b", i, nameLength) + "\",\"queueId\":" + i
                + ",\"topic\":\"t" + number + "\"}") + "]}";
        return RawFrame.request(LOCK_BATCH_MQ).withBody(ascii(body)).bytes();
    }

    /** A value of the name service's table. */
    static byte[] keyValue(int number, int valueLength) {
        return RawFrame.request(PUT_KV_CONFIG).with("namespace", "hostile").with("key", "k" + number)
            .with("value", "v".repeat(valueLength)).bytes();
    }

    /** A registration with any body. */
    static byte[] register(String broker, int port, boolean compressed, byte[] body) {
        return RawFrame.request(REGISTER_BROKER).with("brokerName", broker).with("brokerAddr", "192.0.2.1:" + port)
            .with("clusterName", "strangers").with("haServerAddr", "192.0.2.1:1").with("brokerId", 0)
            .with("compressed", compressed).with("bodyCrc32", 0).withTop("version", 407).withBody(body).bytes();
    }

    /** Body of a registration with topics of distinct names. */
    static byte[] topics(String prefix, int count) {
        return ascii("{\"filterServerList\":[],\"topicConfigSerializeWrapper\":{\"dataVersion\":" + VERSION
            + ",\"topicConfigTable\":{" + list(count, i -> "\"" + prefix + i + "\":{\"topicName\":\"" + prefix + i
                + "\",\"perm\":6,\"readQueueNums\":4,\"writeQueueNums\":4}") + "}}}");
    }

    /** Compressed body of a registration with topics of distinct names. */
    static byte[] compressedTopics(String prefix, int count) {
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        plain.writeBytes(piece(VERSION));
        plain.writeBytes(ByteBuffer.allocate(4).putInt(count).array());
        for (int i = 0; i < count; i++) {
            plain.writeBytes(piece(prefix + i + " 4 4 6 SINGLE_TAG"));
        }
        plain.writeBytes(piece("[]"));
        return deflated(plain.toByteArray());
    }

    private static byte[] piece(String text) {
        byte[] bytes = ascii(text);
        return ByteBuffer.allocate(4 + bytes.length).putInt(bytes.length).put(bytes).array();
    }

    /** The bytes as a zlib stream. */
    static byte[] deflated(byte[] plain) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream zip = new DeflaterOutputStream(out)) {
            zip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** An object of distinct keys, as long as is allowed. */
    static byte[] distinctKeys(int bytes) {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; text.length() < bytes - 20; i++) {
            text.append(i == 0 ? "\"" : ",\"").append(Integer.toString(i, 36)).append("\":\"\"");
        }
        return ascii(text.append('}').toString());
    }

    /** A table of consumer offsets as a slave gives it, of entries that have their number in the place of %d. */
    static byte[] offsets(String entry, int count) {
        return ascii("{\"offsetTable\":{" + list(count, entry::formatted) + "}}");
    }

    /** A pull of a queue's begin, which is held where the queue is empty. */
    static byte[] pull(String topic, int queue, String subscription, long holdMs) {
        return RawFrame.request(PULL_MESSAGE).with("consumerGroup", "hostile-pulls").with("topic", topic)
            .with("queueId", queue).with("queueOffset", 0).with("maxMsgNums", 32).with("sysFlag", holdMs > 0 ? 6 : 4)
            .with("commitOffset", 0).with("suspendTimeoutMillis", holdMs).with("subscription", subscription)
            .with("subVersion", 1).with("expressionType", "TAG").bytes();
    }

    /** The creation of a topic. */
    static byte[] topic(String name) {
        return topicRequest(name).bytes();
    }

    /** The same, not yet in bytes. */
    static RawFrame topicRequest(String name) {
        return RawFrame.request(UPDATE_AND_CREATE_TOPIC).with("topic", name).with("defaultTopic", "TBW102")
            .with("readQueueNums", 8).with("writeQueueNums", 8).with("perm", 6)
            .with("topicFilterType", "SINGLE_TAG").with("topicSysFlag", 0).with("order", false);
    }

    /** A consumer group with attributes that nobody needs. */
    static byte[] groupWithAttributes(String name, int attributeBytes) {
        byte[] attributes = distinctKeys(attributeBytes);
        return RawFrame.request(UPDATE_AND_CREATE_SUBSCRIPTIONGROUP).withBody(ascii("{\"groupName\":\"" + name
            + "\",\"attributes\":" + new String(attributes, StandardCharsets.ISO_8859_1) + "}")).bytes();
    }

    /** Many consumer groups at once. */
    static byte[] groups(int count, IntFunction<String> names) {
        return RawFrame.request(UPDATE_AND_CREATE_SUBSCRIPTIONGROUP_LIST).withBody(ascii("{\"groupConfigList\":["
            + list(count, i -> "{\"groupName\":\"" + names.apply(i) + "\"}") + "]}")).bytes();
    }

    /** A commit. */
    static byte[] commit(String group, String topic) {
        return RawFrame.request(UPDATE_CONSUMER_OFFSET).with("consumerGroup", group).with("topic", topic)
            .with("queueId", 0).with("commitOffset", 1).bytes();
    }

    /** A half message. */
    static byte[] half(String topic) {
        return RawAdmin.sendRequest(topic, 0).with("sysFlag", 4).with("properties",
            "TRAN_MSG\u0001true\u0002PGROUP\u0001hostile-halves\u0002UNIQ_KEY\u0001u\u0002").withBody(new byte[10])
            .bytes();
    }

    /** A query by key that wants everything. */
    static byte[] query(String topic, String key) {
        return RawFrame.request(QUERY_MESSAGE).with("topic", topic).with("key", key)
            .with("maxNum", Integer.MAX_VALUE).with("beginTimestamp", 0).with("endTimestamp", Long.MAX_VALUE).bytes();
    }

    /** A search by time. */
    static byte[] search(String topic, long timestamp) {
        return RawFrame.request(SEARCH_OFFSET_BY_TIMESTAMP).with("topic", topic).with("queueId", 0)
            .with("timestamp", timestamp).bytes();
    }

    /** A request with a body. */
    static byte[] withBody(int code, byte[] body) {
        return RawFrame.request(code).withBody(body).bytes();
    }
}
