/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.table;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.remoting.protocol.ResponseCode;

/**
 * Attributes of topics as tools change them: {@code +name=value} sets, {@code -name} removes, joined by commas
 * (nameserver-and-admin 3.1).
 */
final class TopicAttributes {

    private static final Map<String, Set<String>> KNOWN = Map.of(
        "queue.type", Set.of("SimpleCQ", "BatchCQ"),
        "cleanup.policy", Set.of("DELETE", "COMPACTION"),
        "message.type", Set.of("UNSPECIFIED", "NORMAL", "FIFO", "DELAY", "TRANSACTION", "MIXED"));
    private static final Set<String> FIXED = Set.of("queue.type", "cleanup.policy");
    private static final Set<String> UNSUPPORTED = Set.of("BatchCQ", "COMPACTION");

    private TopicAttributes() {
    }

    /**
     * Applies changes.
     *
     * @param present attributes so far
     * @param isNew whether the topic is just being created
     * @param changes text of the request, null or empty for none
     * @return attributes afterwards
     * @throws RefusedException names the piece that is not legal
     */
    static Map<String, String> changed(Map<String, String> present, boolean isNew, String changes) {
        return changed(present, isNew, changes == null || changes.isBlank() ? List.of() : List.of(changes.split(",")));
    }

    /**
     * Applies changes.
     *
     * @param present attributes so far
     * @param isNew whether the topic does not exist yet
     * @param changes each {@code +name=value} or {@code -name}
     * @return the attributes then
     * @throws RefusedException when a name or value is not legal, or a name comes twice
     */
    static Map<String, String> changed(Map<String, String> present, boolean isNew, List<String> changes) {
        Map<String, String> result = new TreeMap<>(present);
        Set<String> names = new HashSet<>();
        for (String piece : changes) {
            String name = apply(result, isNew, piece.trim());
            if (!names.add(name)) {
                throw refused("attribute " + name + " is changed twice");
            }
        }
        return result;
    }

    private static String apply(Map<String, String> attributes, boolean isNew, String piece) {
        boolean adds = piece.startsWith("+");
        int equals = piece.indexOf('=');
        if (adds ? equals < 0 : !piece.startsWith("-")) {
            throw refused("attribute change '" + piece + "' is neither +name=value nor -name");
        }
        String name = piece.substring(1, adds ? equals : piece.length());
        String value = adds ? piece.substring(equals + 1) : null;
        checkName(name, isNew, adds);
        if (adds) {
            checkValue(name, value);
            attributes.put(name, value);
        } else {
            attributes.remove(name);
        }
        return name;
    }

    private static void checkName(String name, boolean isNew, boolean adds) {
        if (!KNOWN.containsKey(name)) {
            throw refused("attribute '" + name + "' is unknown, known are " + KNOWN.keySet().stream().sorted()
                .toList());
        }
        if (isNew && !adds) {
            throw refused("attribute " + name + " can't be removed from a new topic");
        }
        if (!isNew && FIXED.contains(name)) {
            throw refused("attribute " + name + " can't be changed once the topic exists");
        }
    }

    private static void checkValue(String name, String value) {
        if (!KNOWN.get(name).contains(value)) {
            throw refused("attribute " + name + " can't be '" + value + "', only one of "
                + KNOWN.get(name).stream().sorted().toList());
        }
        if (UNSUPPORTED.contains(value)) {
            throw refused("attribute " + name + "=" + value + " is not supported by this broker");
        }
    }

    private static RefusedException refused(String why) {
        return new RefusedException(ResponseCode.INVALID_PARAMETER, why);
    }
}
