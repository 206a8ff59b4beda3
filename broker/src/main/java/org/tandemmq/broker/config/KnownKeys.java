/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The table of keys, read from a resource beside this class; the one place where defaults and ranges stand. */
public final class KnownKeys {

    /** Longest name that is compared with the known ones. */
    private static final int NAME_MAX = 100;
    private static final int COLUMNS = 5;

    private final Map<String, ConfigKey> keys;

    private KnownKeys(Map<String, ConfigKey> keys) {
        this.keys = Collections.unmodifiableMap(keys);
    }

    /** Keys of a broker. */
    public static KnownKeys ofBroker() {
        return load("broker-keys.txt");
    }

    /** Keys of a name server that runs alone. */
    public static KnownKeys ofNameServer() {
        return load("namesrv-keys.txt");
    }

    private static KnownKeys load(String resource) {
        Map<String, ConfigKey> keys = new LinkedHashMap<>();
        try (InputStream in = KnownKeys.class.getResourceAsStream(resource);
             BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    ConfigKey key = parse(line);
                    if (keys.put(key.name(), key) != null) {
                        throw new IllegalStateException(resource + " has " + key.name() + " twice");
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(resource, e);
        }
        return new KnownKeys(keys);
    }

    private static ConfigKey parse(String line) {
        String[] cells = line.split("\\|", COLUMNS);
        if (cells.length != COLUMNS) {
            throw new IllegalStateException("table of keys: " + line);
        }
        return new ConfigKey(cells[0].strip(), KeyType.of(cells[1]), cells[2].strip(),
            ConfigKey.Effect.valueOf(cells[3].strip().toUpperCase(Locale.ROOT)), cells[4].strip());
    }

    /**
     * Looks up a key.
     *
     * @param name exactly as written
     * @return the key, or nothing when nobody knows it
     */
    public Optional<ConfigKey> find(String name) {
        return Optional.ofNullable(keys.get(name));
    }

    /** All keys in the order of the table. */
    public Collection<ConfigKey> all() {
        return keys.values();
    }

    /**
     * The known key that looks most like a name.
     *
     * @param name a name that is not known
     * @return the key with the smallest edit distance, or nothing when none is near
     */
    public Optional<String> nearest(String name) {
        if (name.length() > NAME_MAX) {
            return Optional.empty();
        }
        String best = null;
        int bestDistance = Math.max(3, name.length() / 3) + 1;
        for (ConfigKey key : keys.values()) {
            int distance = key.effect() == ConfigKey.Effect.OLD ? Integer.MAX_VALUE
                : editDistance(name.toLowerCase(Locale.ROOT), key.name().toLowerCase(Locale.ROOT));
            if (distance < bestDistance) {
                bestDistance = distance;
                best = key.name();
            }
        }
        return Optional.ofNullable(best);
    }

    /** How many letters have to be put in, left out or changed to come from one word to the other. */
    private static int editDistance(String left, String right) {
        int[] above = new int[right.length() + 1];
        for (int column = 0; column <= right.length(); column++) {
            above[column] = column;
        }
        for (int row = 1; row <= left.length(); row++) {
            int[] here = new int[right.length() + 1];
            here[0] = row;
            for (int column = 1; column <= right.length(); column++) {
                int changed = above[column - 1] + (left.charAt(row - 1) == right.charAt(column - 1) ? 0 : 1);
                here[column] = Math.min(changed, 1 + Math.min(above[column], here[column - 1]));
            }
            above = here;
        }
        return above[right.length()];
    }
}
