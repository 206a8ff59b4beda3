/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Checked values of all keys: what was given, else the default. Asking for a key that is not in the table, or that is
 * said to have no effect there, is a mistake of the program.
 */
public final class Settings {

    private final KnownKeys keys;
    private final Map<String, String> given;
    private final Map<String, String> places;
    private final List<String> warnings;
    private final Set<String> asked = new HashSet<>();

    /**
     * Creates the settings; see {@link ConfigLoader}.
     *
     * @param keys table of keys
     * @param given checked values by key
     * @param places where each was given, for messages
     * @param warnings what the operator should know, one line each
     */
    Settings(KnownKeys keys, Map<String, String> given, Map<String, String> places, List<String> warnings) {
        this.keys = keys;
        this.given = Map.copyOf(given);
        this.places = Map.copyOf(places);
        this.warnings = List.copyOf(warnings);
    }

    /** What the operator should know: keys without effect, old spellings, keys given twice. */
    public List<String> warnings() {
        return warnings;
    }

    /**
     * Whether a key was given.
     *
     * @param name key
     * @return true when it was
     */
    public boolean isGiven(String name) {
        return given.containsKey(key(name).name());
    }

    /**
     * Where a value comes from, for messages.
     *
     * @param name key
     * @return {@code file:line: key=value}, or only {@code key=value} for a default
     */
    public String describe(String name) {
        String place = places.get(name);
        String text = name + "=" + rawText(key(name));
        return place == null ? text : place + ": " + text;
    }

    /**
     * Text of a key.
     *
     * @param name key
     * @return the text, "" when there is none
     */
    public String text(String name) {
        return (String) value(name);
    }

    /**
     * Entries of a key, parted by semicolon or comma.
     *
     * @param name key
     * @return the entries, none when the text is empty
     */
    public List<String> entries(String name) {
        String text = text(name);
        String[] parts = text.split("\\s*[;,]\\s*");
        // nothing but separators is no empty list, which would allow anybody: whoever reads it names it as wrong
        return text.isEmpty() ? List.of() : parts.length == 0 ? List.of(text) : List.of(parts);
    }

    /**
     * Number of a key.
     *
     * @param name key
     * @return the number
     */
    public long number(String name) {
        return (Long) value(name);
    }

    /**
     * Number of a key whose type says that it is an int.
     *
     * @param name key
     * @return the number
     */
    public int integer(String name) {
        return Math.toIntExact(number(name));
    }

    /**
     * Truth of a key.
     *
     * @param name key
     * @return the truth
     */
    public boolean flag(String name) {
        return (Boolean) value(name);
    }

    /**
     * Numbers of a key: hours, or delays in milliseconds.
     *
     * @param name key
     * @return the numbers in order
     */
    public List<Long> numbers(String name) {
        List<Long> numbers = new ArrayList<>();
        for (Object number : (List<?>) value(name)) {
            numbers.add((Long) number);
        }
        return numbers;
    }

    /** All keys and values as text, sorted: the options -p and -m, and the answer to "get broker config". */
    public Map<String, String> all() {
        Map<String, String> all = new TreeMap<>();
        for (ConfigKey key : keys.all()) {
            if (key.effect() != ConfigKey.Effect.OLD) {
                all.put(key.name(), rawText(key));
            }
        }
        return all;
    }

    /** Keys that somebody has asked for; a test holds it against the table. */
    Set<String> asked() {
        return Set.copyOf(asked);
    }

    private Object value(String name) {
        ConfigKey key = key(name);
        return key.type().parse(rawText(key));
    }

    private ConfigKey key(String name) {
        ConfigKey key = keys.find(name).filter(ConfigKey::hasEffect)
            .orElseThrow(() -> new IllegalStateException("no key with an effect: " + name));
        asked.add(name);
        return key;
    }

    private String rawText(ConfigKey key) {
        String text = given.get(key.name());
        if (text != null) {
            return text;
        }
        return key.isDefaultDerived() ? "" : key.defaultText();
    }
}
