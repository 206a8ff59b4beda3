/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings of the name service as the admin tool reads and changes them (318, 319). {@link #ORDER_ENABLE} takes effect
 * at once, every other key at the next start. A change is on disk before it takes effect.
 */
public final class NameServerSettings {

    /** Key: whether routes carry the order configuration of their topic. */
    public static final String ORDER_ENABLE = "orderMessageEnable";
    /** Key: names of keys that can't be changed while running, separated by semicolons. */
    public static final String BLACK_LIST = "configBlackList";

    private static final Logger log = LoggerFactory.getLogger(NameServerSettings.class);
    private static final Set<String> NEVER = Set.of(BLACK_LIST, "configStorePath", "kvConfigPath", "rocketmqHome");

    private final StoredText file;
    private volatile Map<String, String> values;

    /**
     * Creates the settings.
     *
     * @param values all keys with their values
     * @param file where changes are kept
     */
    public NameServerSettings(Map<String, String> values, StoredText file) {
        this.values = new TreeMap<>(values);
        this.file = file;
    }

    /** Whether routes carry the order configuration of their topic. */
    boolean orderMessageEnable() {
        return Boolean.parseBoolean(values.get(ORDER_ENABLE));
    }

    /** All settings as lines {@code key=value}, sorted. */
    String text() {
        StringBuilder text = new StringBuilder();
        values.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
        return text.toString();
    }

    /**
     * Takes over changed values; keys that are not known are left out.
     *
     * @param text lines {@code key=value}
     * @return name of a key that can't be changed while running, in which case nothing was changed; else null
     * @throws IllegalArgumentException if the text is no properties text
     * @throws UncheckedIOException if the change can't be kept
     */
    synchronized String change(String text) {
        Properties told = new Properties();
        try {
            told.load(new StringReader(text));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        Set<String> refused = new HashSet<>(NEVER);
        refused.addAll(Arrays.asList(values.getOrDefault(BLACK_LIST, "").split(";")));
        for (String key : told.stringPropertyNames()) {
            if (refused.contains(key)) {
                return key;
            }
        }
        Map<String, String> changed = new TreeMap<>(values);
        told.stringPropertyNames().forEach(key -> changed.computeIfPresent(key, (any, old) -> told.getProperty(key)));
        if (!changed.equals(values)) {
            keep(changed);
        }
        return null;
    }

    private void keep(Map<String, String> changed) {
        Map<String, String> old = values;
        values = changed;
        try {
            file.save(text().getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException refused) {
            values = old;
            throw new UncheckedIOException(file + " can't be written, nothing was changed", refused);
        }
        log.info("settings changed, kept in {}: {}", file, changed);
    }
}
