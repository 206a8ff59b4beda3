/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.config.KnownKeys;

/** Changes of settings in an operator's file, with an operator's files beside it. */
class SettingsFileTest {

    private static final String OLD = "brokerName=old\nbrokerPermission=2\n";

    @TempDir
    private Path folder;
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("broker.conf");
        Files.writeString(folder.resolve("broker.conf.bak"), OLD);
        Files.writeString(folder.resolve("broker.conf.tmp"), "mine");
    }

    private void change() {
        new LiveSettings(KnownKeys.ofBroker(), Map.of("brokerPermission", "6"), new SettingsFile(file))
            .changeable("brokerPermission", value -> { }).change(Map.of("brokerPermission", "4"));
    }

    private void assertOthersUntouched() throws IOException {
        assertThat(Files.readString(folder.resolve("broker.conf.bak"))).isEqualTo(OLD);
        assertThat(Files.readString(folder.resolve("broker.conf.tmp"))).isEqualTo("mine");
        try (Stream<Path> names = Files.list(folder)) {
            assertThat(names.map(name -> name.getFileName().toString())).containsExactlyInAnyOrder("broker.conf",
                "broker.conf.bak", "broker.conf.tmp");
        }
    }

    @Test
    void shouldChangeAFileThatIsNotUtf8AndNothingBesideIt() throws IOException {
        String text = "# \u00e9t\u00e9\nbrokerName=new\nbrokerPermission=6\n";
        Files.write(file, text.getBytes(StandardCharsets.ISO_8859_1));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        change();
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).isEqualTo(text.replace('6', '4'));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        assertOthersUntouched();
    }

    @Test
    void shouldMakeAFileThatIsNotThere() throws IOException {
        change();
        assertThat(Files.readString(file)).isEqualTo("brokerPermission=4\n");
        assertOthersUntouched();
    }

    @Test
    void shouldFollowALink(@TempDir Path elsewhere) throws IOException {
        Path real = Files.writeString(elsewhere.resolve("real.conf"), "brokerPermission=6\n");
        Files.createSymbolicLink(file, real);
        change();
        assertThat(file).isSymbolicLink();
        assertThat(Files.readString(real)).isEqualTo("brokerPermission=4\n");
        assertOthersUntouched();
    }

    @Test
    void shouldSayWhyItCanNotBeRead() throws IOException {
        Files.createDirectory(file);
        assertThatThrownBy(this::change).isInstanceOf(UncheckedIOException.class)
            .hasMessageContaining(file + " can't be read");
        assertOthersUntouched();
    }
}
