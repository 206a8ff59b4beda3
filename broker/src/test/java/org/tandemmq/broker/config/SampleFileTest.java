/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The sample files explain each key that has an effect, with its true default, and no other. */
class SampleFileTest {

    private static final Path CONF = Path.of("..", "conf");

    @Test
    void shouldExplainEveryKeyOfBroker() throws IOException {
        assertThat(lines("broker.conf")).containsExactlyElementsOf(expected(KnownKeys.ofBroker()));
    }

    @Test
    void shouldExplainEveryKeyOfNameServer() throws IOException {
        assertThat(lines("namesrv.conf")).containsExactlyElementsOf(expected(KnownKeys.ofNameServer()));
    }

    @Test
    void shouldBeReadableAsTheyAre() {
        assertThat(new ConfigLoader(KnownKeys.ofBroker()).load(CONF.resolve("broker.conf"), Map.of()).warnings())
            .isEmpty();
        assertThat(new ConfigLoader(KnownKeys.ofNameServer()).load(CONF.resolve("namesrv.conf"), Map.of()).warnings())
            .isEmpty();
    }

    private static List<String> lines(String name) throws IOException {
        return Files.readAllLines(CONF.resolve(name)).stream().filter(line -> line.matches("#[a-zA-Z0-9]+=.*"))
            .map(line -> line.substring(1)).toList();
    }

    private static List<String> expected(KnownKeys keys) {
        return keys.all().stream().filter(ConfigKey::hasEffect)
            .map(key -> key.name() + "=" + (key.isDefaultDerived() ? "" : key.defaultText())).toList();
    }
}
