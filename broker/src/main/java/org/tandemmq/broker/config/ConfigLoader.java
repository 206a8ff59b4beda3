/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads settings: first the file, then what the command line says. Every mistake is collected and told with file, line
 * and key, so that one start shows them all.
 */
public final class ConfigLoader {

    private final KnownKeys keys;
    private final Map<String, String> given = new LinkedHashMap<>();
    private final Map<String, String> places = new LinkedHashMap<>();
    private final List<String> warnings = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();

    /**
     * Creates a loader for one load.
     *
     * @param keys table of keys
     */
    public ConfigLoader(KnownKeys keys) {
        this.keys = keys;
    }

    /**
     * Reads and checks.
     *
     * @param file properties file, or null for none
     * @param overrides keys and values of the command line; they win
     * @return the settings; throws {@link ConfigException} that names all mistakes
     */
    public Settings load(Path file, Map<String, String> overrides) {
        if (file != null) {
            for (ConfigFile.Entry entry : ConfigFile.read(file).entries()) {
                take(entry);
            }
        }
        for (Map.Entry<String, String> override : overrides.entrySet()) {
            put(new ConfigFile.Entry(override.getKey(), override.getValue().strip(), "command line"), false);
        }
        if ("warn".equals(given.get("unknownKeys"))) {
            warnings.addAll(unknown);
        } else {
            errors.addAll(unknown);
        }
        if (!errors.isEmpty()) {
            throw new ConfigException(errors);
        }
        return new Settings(keys, given, places, warnings);
    }

    private void take(ConfigFile.Entry entry) {
        Optional<ConfigKey> known = keys.find(entry.key());
        if (known.isEmpty()) {
            unknown.add(entry.place() + ": unknown key " + entry.key()
                + keys.nearest(entry.key()).map(name -> "; the nearest known key is " + name).orElse(""));
            return;
        }
        ConfigKey key = known.get();
        if (key.effect() == ConfigKey.Effect.OLD) {
            warnings.add(entry.place() + ": " + key.name() + " is an old spelling and has no effect; today's is "
                + key.meaning());
        } else {
            if (key.effect() == ConfigKey.Effect.NONE) {
                warnings.add(entry.place() + ": " + key.name() + " has no effect here: " + key.meaning());
            }
            put(entry, true);
        }
    }

    private void put(ConfigFile.Entry entry, boolean mayNotRepeat) {
        ConfigKey key = keys.find(entry.key()).orElseThrow();
        try {
            if (!entry.value().isEmpty() || !key.isDefaultDerived()) {
                key.type().parse(entry.value());
            }
        } catch (IllegalArgumentException e) {
            errors.add(entry.place() + ": " + entry.key() + "=" + entry.value() + " is not "
                + key.type().description());
            return;
        }
        String before = places.put(entry.key(), entry.place());
        given.put(entry.key(), entry.value());
        if (before != null && mayNotRepeat) {
            warnings.add(entry.place() + ": " + entry.key() + " was given before at " + before
                + "; the last one counts");
        }
        if (entry.value().isEmpty()) {
            given.remove(entry.key());
        }
    }
}
