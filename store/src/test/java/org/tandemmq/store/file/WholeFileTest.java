/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tandemmq.store.place.OddFile;

/** Writing, and every kind of damage that a reader may meet. */
class WholeFileTest {

    @TempDir
    private Path directory;
    private Path path;
    private WholeFile file;

    @BeforeEach
    void open() {
        path = directory.resolve("config").resolve("table.json");
        file = new WholeFile(path);
    }

    @Test
    void shouldBeEmptyWhenThereIsNoFile() throws IOException {
        assertThat(file.read(WholeFileTest::table)).isEmpty();
    }

    @Test
    void shouldReadBackWhatWasWrittenAndKeepTheContentBefore() throws IOException {
        file.write(bytes("{one}"));
        file.write(bytes("{two 订单}"));
        assertThat(file.read(WholeFileTest::table)).contains("{two 订单}");
        assertThat(Files.readString(backup())).isEqualTo("{one}");
        assertThat(names()).containsExactlyInAnyOrder("table.json", "table.json.bak");
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(20)
    void shouldNameWhatStandsInItsPlaceAndNotWaitForIt(OddFile odd) throws IOException {
        file.write(bytes("{one}"));
        file.write(bytes("{two}"));
        odd.putAt(path);
        assertThatThrownBy(() -> file.read(WholeFileTest::table)).isInstanceOf(IOException.class)
            .isNotInstanceOf(DamagedFileException.class).hasMessage(path + ": is " + odd + ", where a file belongs");
        Files.delete(path);
        odd.putAt(backup());
        assertThatThrownBy(() -> file.read(WholeFileTest::table)).hasMessageContaining(backup() + ": is " + odd);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DIRECTORY")
    @Timeout(20)
    void shouldWriteWhateverStandsInThePlaceOfItsNewContent(OddFile odd) throws IOException {
        odd.putAt(path.resolveSibling("table.json.tmp"));
        file.write(bytes("{one}"));
        assertThat(file.read(WholeFileTest::table)).contains("{one}");
        assertThat(names()).containsExactly("table.json");
    }

    @Test
    void shouldRefuseToWriteNothing() {
        assertThatThrownBy(() -> file.write(new byte[0])).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldReadTheBackupOfADamagedFileAndKeepTheBadBytes() throws IOException {
        for (String bad : List.of("", "\0\0\0\0", "{tw", "{two}x", "{two}\0", "\u00ff")) {
            file.write(bytes("{one}"));
            file.write(bytes("{two}"));
            Files.write(path, bad.getBytes(StandardCharsets.ISO_8859_1));
            assertThat(new WholeFile(path).read(WholeFileTest::table)).as("'%s'", bad).contains("{one}");
        }
        assertThat(names()).filteredOn(name -> name.contains(".bad-")).hasSize(6);
    }

    @Test
    void shouldReadTheBackupOfAMissingFile() throws IOException {
        file.write(bytes("{one}"));
        file.write(bytes("{two}"));
        Files.delete(path);
        assertThat(file.read(WholeFileTest::table)).contains("{one}");
    }

    @Test
    void shouldNotReplaceTheGoodBackupByBadBytes() throws IOException {
        file.write(bytes("{one}"));
        file.write(bytes("{two}"));
        Files.write(path, new byte[20]);
        WholeFile reopened = new WholeFile(path);
        assertThat(reopened.read(WholeFileTest::table)).contains("{one}");
        reopened.write(bytes("{three}"));
        assertThat(Files.readString(backup())).isEqualTo("{one}");
        assertThat(reopened.read(WholeFileTest::table)).contains("{three}");
        reopened.write(bytes("{four}"));
        assertThat(Files.readString(backup())).isEqualTo("{three}");
    }

    @Test
    void shouldRefuseToBeginWithNothingWhenBothAreDamaged() throws IOException {
        file.write(bytes("{one}"));
        file.write(bytes("{two}"));
        Files.write(path, new byte[20]);
        Files.write(backup(), new byte[0]);
        assertThatThrownBy(() -> file.read(WholeFileTest::table)).isInstanceOf(DamagedFileException.class)
            .hasMessageContaining(path.toString()).hasMessageContaining("NUL at byte 0 of 20");
        assertThat(path).hasBinaryContent(new byte[20]);
    }

    @Test
    void shouldRefuseToBeginWithNothingWhenTheOnlyFileIsDamaged() throws IOException {
        Files.createDirectories(path.getParent());
        Files.write(path, bytes("{on"));
        assertThatThrownBy(() -> file.read(WholeFileTest::table)).isInstanceOf(DamagedFileException.class)
            .hasMessageContaining("no closing brace");
    }

    @Test
    void shouldSurviveACrashBetweenAnyTwoStepsOfAWrite() throws IOException {
        file.write(bytes("{one}"));
        file.write(bytes("{two}"));
        Files.write(path.resolveSibling("table.json.tmp"), bytes("{thr"));
        Files.createLink(path.resolveSibling("table.json.bak.tmp"), path);
        WholeFile reopened = new WholeFile(path);
        assertThat(reopened.read(WholeFileTest::table)).contains("{two}");
        reopened.write(bytes("{four}"));
        assertThat(reopened.read(WholeFileTest::table)).contains("{four}");
        assertThat(names()).containsExactlyInAnyOrder("table.json", "table.json.bak");
    }

    private static String table(byte[] content) throws IOException {
        String text = WholeFile.text(content);
        if (!text.endsWith("}")) {
            throw new IOException("no closing brace");
        }
        return text;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Path backup() {
        return path.resolveSibling("table.json.bak");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(path.getParent())) {
            return all.map(each -> each.getFileName().toString()).toList();
        }
    }
}
