/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files, mistakes in them, and what is told of both. */
class ConfigLoaderTest {

    @TempDir
    Path folder;

    @Test
    void shouldReadUtf8EscapesAndContinuedLines() throws IOException {
        Settings settings = load("# comment \\\n! another\nbrokerName = caf\u00e9\\u4e2d \n"
            + "brokerClusterName:one\\\n   two\nregionId north\n");

        assertThat(settings.text("brokerName")).isEqualTo("caf\u00e9\u4e2d");
        assertThat(settings.text("brokerClusterName")).isEqualTo("onetwo");
        assertThat(settings.text("regionId")).isEqualTo("north");
    }

    @Test
    void shouldReadFileThatIsNotUtf8AsIso() throws IOException {
        Path file = folder.resolve("old.conf");
        Files.write(file, "brokerName=caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(new ConfigLoader(KnownKeys.ofBroker()).load(file, Map.of()).text("brokerName"))
            .isEqualTo("caf\u00e9");
    }

    @Test
    void shouldNameEveryUnknownKeyWithLineAndNearest() {
        assertThatThrownBy(() -> load("brokerName=a\nflushDiskTyp=SYNC_FLUSH\n\nlistenport=1\nqqqqqq=1\n"))
            .isInstanceOf(ConfigException.class)
            .hasMessageContaining("broker.conf:2: unknown key flushDiskTyp; the nearest known key is flushDiskType")
            .hasMessageContaining("broker.conf:4: unknown key listenport; the nearest known key is listenPort")
            .hasMessageContaining("broker.conf:5: unknown key qqqqqq")
            .hasMessageNotContaining("qqqqqq; the nearest");
    }

    @Test
    void shouldOnlyWarnOfUnknownKeysWhenAskedTo() throws IOException {
        Settings settings = load("unknownKeys=warn\nflushDiskTyp=SYNC_FLUSH\nslaveReadEnabled=true\n"
            + "haMasterAdress=127.0.0.1:1\n");

        assertThat(settings.warnings()).hasSize(3);
        assertThat(settings.warnings().get(0)).contains("broker.conf:2", "flushDiskType");
        assertThat(settings.warnings().get(1)).contains("broker.conf:3", "slaveReadEnable");
        assertThat(settings.warnings().get(2)).contains("broker.conf:4", "haMasterAddress");
    }

    @Test
    void shouldNameOldSpellingsAndKeysWithoutEffect() throws IOException {
        Settings settings = load("mapedFileSizeCommitLog=4096\ntransientStorePoolEnable=true\n"
            + "haFlowControlEnable=true\nmaxHaTransferByteInSecond=1\n");

        assertThat(settings.warnings()).hasSize(4);
        assertThat(settings.warnings().subList(2, 4)).allMatch(warning -> warning.contains("no effect here"));
        assertThat(settings.warnings().get(0)).contains("broker.conf:1", "old spelling", "mappedFileSizeCommitLog");
        assertThat(settings.warnings().get(1)).contains("broker.conf:2", "no effect here");
        assertThat(settings.integer("mappedFileSizeCommitLog")).isEqualTo(1 << 30);
    }

    @Test
    void shouldRefuseBadValuesOfEveryKind() {
        assertThatThrownBy(() -> load("listenPort=70000\nmaxMessageSize=4M\nbrokerRole=MASTER\nslaveReadEnable=yes\n"
            + "deleteWhen=24\nmessageDelayLevel=1s 2x\nhaSlaveFallbehindMax=-1\nmessageDelayLevel=\n"))
            .isInstanceOf(ConfigException.class)
            .hasMessageContaining("broker.conf:1: listenPort=70000 is not a port from 1 to 65535")
            .hasMessageContaining("broker.conf:2: maxMessageSize=4M is not an int from 1 to")
            .hasMessageContaining("broker.conf:3: brokerRole=MASTER is not one of ASYNC_MASTER, SYNC_MASTER, SLAVE")
            .hasMessageContaining("broker.conf:4: slaveReadEnable=yes is not true or false")
            .hasMessageContaining("broker.conf:5: deleteWhen=24")
            .hasMessageContaining("broker.conf:6: messageDelayLevel=1s 2x")
            .hasMessageContaining("broker.conf:7: haSlaveFallbehindMax=-1")
            .hasMessageContaining("broker.conf:8: messageDelayLevel= is not");
    }

    @Test
    void shouldNameMissingFileAndBrokenEscape() {
        assertThatThrownBy(() -> new ConfigLoader(KnownKeys.ofBroker()).load(folder.resolve("none"), Map.of()))
            .isInstanceOf(ConfigException.class).hasMessageContaining("no such file");
        assertThatThrownBy(() -> load("listenPort=1\nbrokerName=\\u12\n"))
            .isInstanceOf(ConfigException.class).hasMessageContaining("broker.conf:2");
    }

    @Test
    @Timeout(20)
    void shouldNameWhatStandsInThePlaceOfTheFileAndNotWaitForIt() throws Exception {
        Path pipe = folder.resolve("pipe.conf");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        Path link = Files.createSymbolicLink(folder.resolve("link.conf"), folder.resolve("none"));
        Map.of(pipe, "is a named pipe, where a file belongs", folder, "is a directory, where a file belongs",
            link, "is a link to nothing, where a file belongs").forEach((file, why) ->
            assertThatThrownBy(() -> new ConfigLoader(KnownKeys.ofBroker()).load(file, Map.of()))
                .isInstanceOf(ConfigException.class).hasMessage(file + ": " + why));
    }

    @Test
    void shouldTakeLastOfTwoAndSaySo() throws IOException {
        Settings settings = load("listenPort=1000\nlistenPort=2000\n");

        assertThat(settings.integer("listenPort")).isEqualTo(2000);
        assertThat(settings.warnings()).singleElement().asString().contains(":2", ":1", "last one counts");
    }

    @Test
    void shouldPreferCommandLineToFile() throws IOException {
        Path file = folder.resolve("broker.conf");
        Files.writeString(file, "namesrvAddr=192.0.2.1:9876\n");

        Settings settings = new ConfigLoader(KnownKeys.ofBroker()).load(file, Map.of("namesrvAddr", "192.0.2.2:9876"));

        assertThat(settings.text("namesrvAddr")).isEqualTo("192.0.2.2:9876");
        assertThat(settings.warnings()).isEmpty();
    }

    private Settings load(String text) throws IOException {
        Path file = folder.resolve("broker.conf");
        Files.writeString(file, text);
        return new ConfigLoader(KnownKeys.ofBroker()).load(file, Map.of());
    }
}
