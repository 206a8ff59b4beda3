/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config.live;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.tandemmq.broker.config.ConfigFile;

/**
 * Changes single keys in the text of a properties file and leaves every other byte of it, comments and order as they
 * are, in whatever encoding.
 */
final class PropertiesText {

    /** Lines as the format understands them, each with those that continue it and with its end. */
    private final List<String> lines = new ArrayList<>();
    private final Charset encoding;

    /** A text with nothing in it. */
    PropertiesText() {
        this(new byte[0]);
    }

    /** The text of a file. */
    PropertiesText(byte[] content) {
        this.encoding = ConfigFile.encodingOf(content);
        StringBuilder line = new StringBuilder();
        for (String part : new String(content, encoding).split("(?<=\n)|(?<=\r)(?!\n)")) {
            line.append(part);
            if (!isContinued(line)) {
                lines.add(line.toString());
                line.setLength(0);
            }
        }
        lines.add(line.toString());
        lines.removeIf(String::isEmpty);
    }

    /** Sets a key in the last line that gives it, or in a new last line. */
    void set(String key, String value) {
        for (int at = lines.size() - 1; at >= 0; at--) {
            if (gives(lines.get(at), key)) {
                lines.set(at, line(key, value) + endOf(lines.get(at)));
                return;
            }
        }
        add(key, value);
    }

    /** Adds a key that no line gives, in a new last line. */
    void add(String key, String value) {
        int last = lines.size() - 1;
        if (last >= 0 && !hasEnd(lines.get(last))) {
            lines.set(last, lines.get(last) + "\n");
        }
        if (last >= 0 && isContinued(lines.get(last))) {
            // the file ends in the middle of a line, which goes on with nothing
            lines.set(last, lines.get(last) + "\n");
        }
        lines.add(line(key, value) + "\n");
    }

    private String line(String key, String value) {
        return key + "=" + escape(value);
    }

    /** The whole text in the encoding it came in. */
    byte[] bytes() {
        return toString().getBytes(encoding);
    }

    @Override
    public String toString() {
        return String.join("", lines);
    }

    private static boolean hasEnd(String line) {
        return line.endsWith("\n") || line.endsWith("\r");
    }

    private static String endOf(String line) {
        return line.endsWith("\r\n") ? "\r\n" : line.endsWith("\r") ? "\r" : "\n";
    }

    /** Whether a line ends with a backslash that is not escaped; a comment goes on with no other line. */
    private static boolean isContinued(CharSequence line) {
        int end = line.length();
        while (end > 0 && (line.charAt(end - 1) == '\n' || line.charAt(end - 1) == '\r')) {
            end--;
        }
        int backslashes = 0;
        while (backslashes < end && line.charAt(end - 1 - backslashes) == '\\') {
            backslashes++;
        }
        String text = line.toString().stripLeading();
        return backslashes % 2 == 1 && !text.startsWith("#") && !text.startsWith("!");
    }

    private static boolean gives(String line, String key) {
        Properties entry = new Properties();
        try {
            entry.load(new StringReader(line));
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
        return entry.containsKey(key);
    }

    private String escape(String value) {
        StringBuilder escaped = new StringBuilder();
        for (int at = 0; at < value.length(); at++) {
            char letter = value.charAt(at);
            switch (letter) {
                case '\\' -> escaped.append("\\\\");
                case '\n' -> escaped.append("\\n");
                case '\r' -> escaped.append("\\r");
                case ' ' -> escaped.append(at == 0 ? "\\ " : " ");
                default -> escaped.append(letter > '~' && encoding != StandardCharsets.UTF_8
                    ? String.format(Locale.ROOT, "\\u%04x", (int) letter) : String.valueOf(letter));
            }
        }
        return escaped.toString();
    }
}
