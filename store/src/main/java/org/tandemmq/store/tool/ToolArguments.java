/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.tool;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What stands on the command line: a command, a directory, and options that are flags or have a value. */
final class ToolArguments {

    private static final Set<String> FLAGS = Set.of("--help", "--json", "--yes", "--no-body", "--no-crc",
        "--rebuild");
    private static final Set<String> VALUES = Set.of("--commitlog", "--segment-bytes", "--queue-file-bytes",
        "--index-slots", "--index-entries", "--position", "--topic", "--queue", "--offset", "--key", "--count",
        "--max-findings", "--aside");

    private final List<String> words = new ArrayList<>();
    private final Map<String, String> options = new HashMap<>();

    ToolArguments(String[] arguments) throws ToolException {
        int i = 0;
        while (i < arguments.length) {
            String argument = arguments[i++];
            if (!argument.startsWith("--")) {
                words.add(argument);
            } else if (FLAGS.contains(argument)) {
                options.put(argument, "");
            } else if (VALUES.contains(argument)) {
                if (i == arguments.length) {
                    throw new ToolException(ToolException.USAGE, argument + " needs a value");
                }
                options.put(argument, arguments[i++]);
            } else {
                throw new ToolException(ToolException.USAGE, argument + " is no option");
            }
        }
    }

    /** The words that are no options. */
    List<String> words() {
        return words;
    }

    boolean has(String option) {
        return options.containsKey(option);
    }

    String text(String option, String otherwise) {
        return options.getOrDefault(option, otherwise);
    }

    long number(String option, long otherwise) throws ToolException {
        String text = options.get(option);
        if (text == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(text);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new ToolException(ToolException.USAGE, option + " " + text + " is no number");
        }
        throw new ToolException(ToolException.USAGE, option + " " + text + " is below 0");
    }

    int smallNumber(String option, int otherwise) throws ToolException {
        long number = number(option, otherwise);
        if (number > Integer.MAX_VALUE) {
            throw new ToolException(ToolException.USAGE, option + " " + number + " is above " + Integer.MAX_VALUE);
        }
        return (int) number;
    }
}
