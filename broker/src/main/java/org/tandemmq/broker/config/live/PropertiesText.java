/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config.live;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** Changes single keys in the text of a properties file and leaves every other line, comments and order as they are. */
final class PropertiesText {

    private final List<String> lines;

    PropertiesText(String text) {
        this.lines = new ArrayList<>(List.of(text.split("(?<=\n)")));
        lines.removeIf(String::isEmpty);
    }

    /** Sets a key in the last line that gives it, or in a new last line. */
    void set(String key, String value) {
        String line = key + "=" + escape(value) + "\n";
        int last = lines.size() - 1;
        while (last >= 0) {
            int first = firstOf(last);
            if (gives(first, last, key)) {
                lines.subList(first, last + 1).clear();
                lines.add(first, line);
                return;
            }
            last = first - 1;
        }
        if (!lines.isEmpty() && !lines.get(lines.size() - 1).endsWith("\n")) {
            lines.set(lines.size() - 1, lines.get(lines.size() - 1) + "\n");
        }
        lines.add(line);
    }

    @Override
    public String toString() {
        return String.join("", lines);
    }

    private int firstOf(int last) {
        int first = last;
        while (first > 0 && isContinued(lines.get(first - 1))) {
            first--;
        }
        return first;
    }

    private static boolean isContinued(String line) {
        String text = line.stripTrailing();
        int backslashes = 0;
        while (backslashes < text.length() && text.charAt(text.length() - 1 - backslashes) == '\\') {
            backslashes++;
        }
        boolean comment = text.stripLeading().startsWith("#") || text.stripLeading().startsWith("!");
        return !comment && backslashes % 2 == 1;
    }

    private boolean gives(int first, int last, String key) {
        Properties entry = new Properties();
        try {
            entry.load(new StringReader(String.join("", lines.subList(first, last + 1))));
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
        return entry.containsKey(key);
    }

    private static String escape(String value) {
        StringBuilder escaped = new StringBuilder();
        for (int at = 0; at < value.length(); at++) {
            char letter = value.charAt(at);
            switch (letter) {
                case '\\' -> escaped.append("\\\\");
                case '\n' -> escaped.append("\\n");
                case '\r' -> escaped.append("\\r");
                case ' ' -> escaped.append(at == 0 ? "\\ " : " ");
                default -> escaped.append(letter);
            }
        }
        return escaped.toString();
    }
}
