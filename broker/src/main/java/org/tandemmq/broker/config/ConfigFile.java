/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config;

import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.tandemmq.store.place.PlainFile;

/**
 * A properties file as {@link Properties} reads it (comments, continued lines, escapes), with the line of each entry.
 * Read as UTF-8; a file that is not valid UTF-8 is read as ISO 8859-1, the format's older encoding.
 */
public final class ConfigFile {

    /**
     * One entry.
     *
     * @param key name
     * @param value text without surrounding blanks
     * @param place {@code file:line} for messages
     */
    record Entry(String key, String value, String place) {
    }

    private final List<Entry> entries = new ArrayList<>();

    private ConfigFile() {
    }

    static ConfigFile read(Path path) {
        ConfigFile file = new ConfigFile();
        try {
            byte[] content = PlainFile.read(path);
            file.parse(new String(content, encodingOf(content)), path.toString());
        } catch (NoSuchFileException e) {
            throw new ConfigException(path + ": no such file");
        } catch (IOException e) {
            boolean told = e instanceof FileSystemException named && named.getReason() != null;
            throw new ConfigException(told ? e.getMessage() : path + ": can't be read: " + e);
        }
        return file;
    }

    /** The entries in the file's order; a key may be there more than once. */
    List<Entry> entries() {
        return entries;
    }

    /**
     * How a properties file is read.
     *
     * @param content its bytes
     * @return UTF-8, or ISO 8859-1 where that can't be; either gives the same bytes again when it is written
     */
    public static Charset encodingOf(byte[] content) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content));
            return StandardCharsets.UTF_8;
        } catch (CharacterCodingException notUtf8) {
            return StandardCharsets.ISO_8859_1;
        }
    }

    private void parse(String text, String name) {
        String[] lines = text.split("\r\n|\r|\n", -1);
        int line = 0;
        while (line < lines.length) {
            int first = line;
            StringBuilder whole = new StringBuilder(lines[line]);
            while (!isComment(whole) && isContinued(lines[line]) && line + 1 < lines.length) {
                line++;
                whole.append('\n').append(lines[line]);
            }
            line++;
            add(whole.toString(), name + ":" + (first + 1));
        }
    }

    private void add(String logicalLine, String place) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(logicalLine));
        } catch (IOException | IllegalArgumentException e) {
            throw new ConfigException(place + ": " + e.getMessage());
        }
        for (String key : properties.stringPropertyNames()) {
            entries.add(new Entry(key, properties.getProperty(key).strip(), place));
        }
    }

    private static boolean isComment(CharSequence line) {
        String stripped = line.toString().stripLeading();
        return stripped.startsWith("#") || stripped.startsWith("!");
    }

    private static boolean isContinued(String line) {
        int backslashes = 0;
        while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }
}
