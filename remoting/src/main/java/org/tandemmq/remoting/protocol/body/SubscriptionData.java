/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a consumer group wants of one topic (wire-protocol 3.4).
 *
 * @param topic topic
 * @param subString {@code *}, tags joined by {@code ||}, or the text of an expression
 * @param tags tags of {@code subString}; empty takes all
 * @param codes {@link String#hashCode} of each tag
 * @param subVersion the client's clock in ms when it subscribed
 * @param expressionType {@code TAG} or {@code SQL92}
 * @param classFilterMode obsolete, kept
 */
public record SubscriptionData(String topic, String subString, Set<String> tags, Set<Integer> codes, long subVersion,
                               String expressionType, boolean classFilterMode) {

    /** Expression type of tag lists. */
    public static final String TYPE_TAG = "TAG";
    /** Expression that takes everything. */
    public static final String ALL = "*";
    /** Most tags of one expression. */
    public static final int TAGS_MAX = 1_000;

    /**
     * Parses the expression that a pull carries or a tool gives.
     *
     * @param topic topic
     * @param expression expression text; null, empty or {@code *} takes everything
     * @param expressionType type; null or empty counts as {@code TAG}
     * @param subVersion version of the subscription
     * @return the subscription
     * @throws IllegalArgumentException with the cause when a tag list can't be parsed
     */
    public static SubscriptionData parse(String topic, String expression, String expressionType, long subVersion) {
        String type = expressionType == null || expressionType.isEmpty() ? TYPE_TAG : expressionType;
        String text = expression == null || expression.isEmpty() ? ALL : expression;
        if (!TYPE_TAG.equals(type) || ALL.equals(text)) {
            return new SubscriptionData(topic, text, Set.of(), Set.of(), subVersion, type, false);
        }
        Set<String> tags = tagsOf(text);
        Set<Integer> codes = tags.stream().map(String::hashCode).collect(Collectors.toSet());
        return new SubscriptionData(topic, text, tags, codes, subVersion, type, false);
    }

    /**
     * Reads the JSON form.
     *
     * @param json the parsed object
     * @return the subscription
     */
    public static SubscriptionData read(JsonFields json) {
        Set<String> tags = new LinkedHashSet<>();
        json.list("tagsSet").forEach(tag -> tags.add(String.valueOf(tag)));
        Set<Integer> codes = new LinkedHashSet<>();
        json.list("codeSet").forEach(code -> codes.add((int) JsonFields.numberOf(code, 0)));
        String type = json.text("expressionType", TYPE_TAG);
        SubscriptionData read = new SubscriptionData(json.text("topic", ""), json.text("subString", ALL), tags, codes,
            json.number("subVersion", 0), type.isEmpty() ? TYPE_TAG : type, json.flag("classFilterMode", false));
        return read.withTags();
    }

    /** The JSON form, keys in alphabetical order. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = new TreeMap<>();
        json.put("classFilterMode", classFilterMode);
        json.put("codeSet", List.copyOf(codes));
        json.put("expressionType", expressionType);
        json.put("subString", subString);
        json.put("subVersion", subVersion);
        json.put("tagsSet", List.copyOf(tags));
        json.put("topic", topic);
        return json;
    }

    /** Whether the expression is a tag list or {@code *}. */
    public boolean isTagType() {
        return TYPE_TAG.equals(expressionType);
    }

    /** Some clients give the expression only; its tags are then worked out here. */
    private SubscriptionData withTags() {
        boolean complete = !isTagType() || ALL.equals(subString) || subString.isBlank() || !codes.isEmpty();
        return complete ? this : parse(topic, subString, expressionType, subVersion);
    }

    private static Set<String> tagsOf(String expression) {
        Set<String> tags = new LinkedHashSet<>();
        for (String piece : expression.split("\\|\\|")) {
            if (!piece.isBlank()) {
                tags.add(piece.trim());
            }
        }
        if (tags.isEmpty()) {
            throw new IllegalArgumentException("no tag in the expression '" + expression + "'");
        }
        if (tags.size() > TAGS_MAX) {
            throw new IllegalArgumentException(tags.size() + " tags in the expression, the limit is " + TAGS_MAX);
        }
        return tags;
    }
}
