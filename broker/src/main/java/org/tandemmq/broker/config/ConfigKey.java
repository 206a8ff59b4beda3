/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config;

/**
 * One known key of a properties file (storage 19).
 *
 * @param name key, exactly as written
 * @param type what values it takes
 * @param defaultText default as it would be written; in brackets when it is found out at start
 * @param effect what setting it does
 * @param meaning for people: the key's job, or why it has no effect, or today's spelling
 */
public record ConfigKey(String name, KeyType type, String defaultText, Effect effect, String meaning) {

    /** What setting a key does. */
    public enum Effect {
        /** As in RocketMQ. */
        WORKS,
        /** A key of this broker. */
        OURS,
        /** Known, but nothing here depends on it. */
        NONE,
        /** A spelling that RocketMQ gave up; the meaning is today's key. */
        OLD
    }

    /** Whether something depends on the value. */
    public boolean hasEffect() {
        return effect == Effect.WORKS || effect == Effect.OURS;
    }

    /** Whether the default is only found out at start. */
    public boolean isDefaultDerived() {
        return defaultText.startsWith("(");
    }
}
