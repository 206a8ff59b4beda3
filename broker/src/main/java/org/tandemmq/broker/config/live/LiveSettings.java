/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.config.ConfigException;
import org.tandemmq.broker.config.ConfigKey;
import org.tandemmq.broker.config.KnownKeys;

/**
 * Settings of the running broker or name service: told to tools, and the few that can be changed while it runs. A
 * change is checked whole, then kept in the properties file, then applied; a refused one changes nothing. Changes come
 * from one thread at a time, reads from any.
 */
public final class LiveSettings {

    private static final Logger log = LoggerFactory.getLogger(LiveSettings.class);

    /** Most characters of a refused name or value that are told again. */
    private static final int TOLD_CHARS = 100;

    private final KnownKeys keys;
    private final ConfigText file;
    private final Map<String, Consumer<Object>> changeable = new TreeMap<>();
    private volatile Map<String, String> values;
    private volatile long changes;

    /** The properties file that changes are kept in. */
    public interface ConfigText {

        /** Whole content; null when there is no file yet. */
        byte[] load();

        /**
         * Replaces the content as a whole.
         *
         * @param content new content
         */
        void save(byte[] content);
    }

    /**
     * Creates the settings as they are at start.
     *
     * @param keys table of keys
     * @param values value of every key
     * @param file where changes are kept, or null when the broker was started without a file
     */
    public LiveSettings(KnownKeys keys, Map<String, String> values, ConfigText file) {
        this.keys = keys;
        this.values = new TreeMap<>(values);
        this.file = file;
    }

    /**
     * Makes a key changeable; at assembly.
     *
     * @param key a key that has an effect
     * @param apply takes the new value: Boolean, Long or String, as the key's type says
     * @return this
     */
    public LiveSettings changeable(String key, Consumer<Object> apply) {
        if (keys.find(key).filter(ConfigKey::hasEffect).isEmpty()) {
            throw new IllegalStateException("no key with an effect: " + key);
        }
        changeable.put(key, apply);
        return this;
    }

    /** All settings as lines {@code key=value}, escaped as in a properties file and sorted. */
    public String text() {
        PropertiesText text = new PropertiesText();
        values.forEach(text::add);
        return text.toString();
    }

    /**
     * One value as text.
     *
     * @param key key
     * @return the value, or null when there is no such key
     */
    public String value(String key) {
        return values.get(key);
    }

    /** How often something was changed since the start. */
    public long changes() {
        return changes;
    }

    /**
     * Changes settings: all or nothing.
     *
     * @param wanted new values by key
     * @return keys whose value is now another one; throws {@link ConfigException} with every reason for a refusal
     */
    public synchronized List<String> change(Map<String, String> wanted) {
        Map<String, String> next = new TreeMap<>(values);
        Map<String, Object> parsed = new TreeMap<>();
        List<String> refusals = new ArrayList<>();
        wanted.forEach((name, value) -> {
            if (!value.strip().equals(values.get(name))) {
                check(name, value.strip(), parsed, refusals);
                next.put(name, value.strip());
            }
        });
        if (!refusals.isEmpty()) {
            throw new ConfigException(refusals);
        }
        if (!parsed.isEmpty()) {
            keep(parsed.keySet(), next);
            values = next;
            changes++;
            parsed.forEach((name, value) -> changeable.get(name).accept(value));
        }
        return List.copyOf(parsed.keySet());
    }

    private void check(String name, String value, Map<String, Object> parsed, List<String> refusals) {
        ConfigKey key = keys.find(name).orElse(null);
        if (key == null) {
            refusals.add("unknown key " + shortened(name)
                + keys.nearest(name).map(near -> "; the nearest known key is " + near).orElse(""));
        } else if (!key.hasEffect()) {
            refusals.add(name + " has no effect here: " + key.meaning());
        } else if (!changeable.containsKey(name)) {
            refusals.add(name + " can't be changed while it runs; changeable are "
                + String.join(", ", changeable.keySet()));
        } else {
            try {
                parsed.put(name, key.type().parse(value));
            } catch (IllegalArgumentException e) {
                refusals.add(name + "=" + shortened(value) + " is not " + key.type().description());
            }
        }
    }

    private static String shortened(String text) {
        return text.length() <= TOLD_CHARS ? text : text.substring(0, TOLD_CHARS) + "...";
    }

    private void keep(Iterable<String> names, Map<String, String> next) {
        if (file == null) {
            log.warn("changed until the next start only, there is no properties file: {}", names);
            return;
        }
        byte[] before = file.load();
        PropertiesText text = before == null ? new PropertiesText() : new PropertiesText(before);
        names.forEach(name -> text.set(name, next.get(name)));
        file.save(text.bytes());
        log.info("changed and kept in {}: {}", file, names);
    }
}
