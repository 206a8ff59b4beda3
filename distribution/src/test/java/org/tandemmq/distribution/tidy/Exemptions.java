/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.tidy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The places that may break a measure, each with its reason, from {@code tidy-exemptions.txt}. One line each:
 * {@code rule subject ceiling reason}. A ceiling that is no longer needed is a finding too, so the list only gets
 * shorter.
 */
final class Exemptions {
    private final Map<String, Integer> ceilings = new LinkedHashMap<>();
    private final Set<String> used = new HashSet<>();

    Exemptions(List<String> lines) {
        for (String line : lines) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] parts = line.trim().split("\\s+", 4);
            if (parts.length < 4 || parts[3].length() < 20) {
                throw new IllegalArgumentException("an exemption is 'rule subject ceiling reason': " + line);
            }
            ceilings.put(parts[0] + " " + parts[1], Integer.parseInt(parts[2]));
        }
    }

    /** The limit that holds for this subject. */
    int limit(String rule, String subject, int general, int measured) {
        Integer ceiling = ceilings.get(rule + " " + subject);
        if (ceiling == null) {
            return general;
        }
        if (measured > general) {
            used.add(rule + " " + subject);
        }
        return ceiling;
    }

    /** Exemptions of this rule that nothing needed. */
    List<String> unused(String rule) {
        List<String> out = new ArrayList<>();
        for (String key : ceilings.keySet()) {
            if (key.startsWith(rule + " ") && !used.contains(key)) {
                out.add("tidy-exemptions.txt: '" + key + "' is no longer needed, remove the line");
            }
        }
        return out;
    }
}
