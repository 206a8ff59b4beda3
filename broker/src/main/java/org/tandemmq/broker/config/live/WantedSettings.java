/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config.live;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** What a request wants settings to be: the body of 25 and 318, lines of a properties text in UTF-8. */
public final class WantedSettings {

    private WantedSettings() {
    }

    /**
     * Reads a body.
     *
     * @param body body of the request; its position stays
     * @return values by key, at least one
     * @throws IllegalArgumentException if the body is no properties text, or names no key
     */
    public static Map<String, String> read(ByteBuffer body) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(StandardCharsets.UTF_8.decode(body.duplicate()).toString()));
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException("the body is no properties text: " + unreadable.getMessage(),
                unreadable);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        if (properties.isEmpty()) {
            throw new IllegalArgumentException("the body names no key");
        }
        Map<String, String> wanted = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> wanted.put(name, properties.getProperty(name)));
        return wanted;
    }
}
