/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.assembly.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.config.ConfigException;
import org.tandemmq.broker.config.live.LiveSettings;
import org.tandemmq.broker.nameserver.NameServerSettings;

/** What the name service inside a broker keeps of its settings. */
class EmbeddedSettingsTest {

    @TempDir
    private Path folder;

    private LiveSettings start() {
        LiveSettings settings = Naming.embeddedSettings(folder.resolve("namesrv.properties"));
        assertThat(new NameServerSettings(settings)).isNotNull();
        return settings;
    }

    @Test
    void shouldKeepAChangeOverARestart() throws IOException {
        assertThat(start().text()).isEqualTo("orderMessageEnable=false\n");
        start().change(Map.of("orderMessageEnable", "true"));
        assertThat(folder.resolve("namesrv.properties")).hasContent("orderMessageEnable=true\n");
        assertThat(start().text()).isEqualTo("orderMessageEnable=true\n");
    }

    @Test
    void shouldNotStartWithAFileItDoesNotUnderstand() throws IOException {
        Files.writeString(folder.resolve("namesrv.properties"), "orderMessageEnable=perhaps\n");
        assertThatThrownBy(this::start).isInstanceOf(ConfigException.class).hasMessageContaining("properties:1");
    }
}
