/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tandemmq.store.config.StorePaths;

/** Each place of a store: good, not there yet, something else, not writable. */
class PlaceCheckTest {

    @TempDir
    private Path disk;

    private StorePaths paths() {
        return new StorePaths(disk.resolve("mq"), disk.resolve("logs").resolve("commitlog"));
    }

    private void refuse(StorePaths paths, String... words) {
        assertThatThrownBy(() -> PlaceCheck.check(paths, true)).isInstanceOf(IOException.class)
            .hasMessageContainingAll(words);
    }

    @Test
    void shouldAcceptDirectoriesLinksToThemAndWhatCanBeMade() throws IOException {
        assertThatCode(() -> PlaceCheck.check(paths(), true)).doesNotThrowAnyException();
        assertThatCode(() -> PlaceCheck.check(StorePaths.below(Path.of("store")), true)).doesNotThrowAnyException();
        try (var left = Files.list(disk)) {
            assertThat(left).isEmpty();
        }
        Files.createDirectories(disk.resolve("elsewhere"));
        Files.createDirectories(disk.resolve("mq"));
        for (String name : new String[] {"commitlog", "consumequeue", "index", "config"}) {
            Files.createSymbolicLink(disk.resolve("mq").resolve(name), disk.resolve("elsewhere"));
        }
        Files.createSymbolicLink(disk.resolve("link"), disk.resolve("mq"));
        Files.writeString(disk.resolve("mq").resolve("checkpoint"), "x");
        assertThatCode(() -> PlaceCheck.check(StorePaths.below(disk.resolve("link")), true)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DIRECTORY")
    void shouldNameWhatStandsWhereADirectoryBelongs(OddFile odd) throws IOException {
        StorePaths paths = paths();
        for (Path place : new Path[] {paths.consumeQueues(), paths.index(), paths.config(), paths.root()}) {
            odd.putAt(place);
            refuse(paths, "storePathRootDir", place + " is " + odd);
            Files.delete(place);
        }
        odd.putAt(paths.commitLog());
        refuse(paths, "storePathCommitLog", paths.commitLog() + " is " + odd);
    }

    @Test
    void shouldNameFilesAndDeadLinksOnTheWay() throws IOException {
        StorePaths paths = paths();
        Files.writeString(disk.resolve("logs"), "x");
        refuse(paths, "storePathCommitLog", paths.commitLog() + " can't be made", disk.resolve("logs") + " is a file");
        OddFile.DEAD_LINK.putAt(disk.resolve("mq"));
        refuse(paths, "storePathRootDir", "storePathCommitLog", disk.resolve("mq") + " is a link to nothing");
        Files.delete(disk.resolve("mq"));
        Files.createSymbolicLink(disk.resolve("mq"), disk.resolve("mq"));
        refuse(paths, "storePathRootDir", paths.root() + " can't be looked at");
    }

    private static PlaceCheck.Rights allBut(Path refused) {
        return (directory, modes) -> {
            if (directory.equals(refused)) {
                throw new FileSystemException(directory.toString(), null, "disk of stone");
            }
        };
    }

    @Test
    void shouldNameDirectoriesThatCanNotBeWritten() throws IOException {
        StorePaths paths = paths();
        Files.createDirectories(paths.commitLog());
        assertThatThrownBy(() -> new PlaceCheck(allBut(paths.commitLog())).run(paths, true))
            .hasMessageContainingAll("storePathCommitLog", paths.commitLog() + " can't be written", "disk of stone")
            .hasMessageNotContaining("storePathRootDir");
        assertThatThrownBy(() -> new PlaceCheck(allBut(disk)).run(paths, true))
            .hasMessageContainingAll("storePathRootDir", paths.root() + " can't be made", disk + " can't be written")
            .hasMessageNotContaining("storePathCommitLog");
    }

    @ParameterizedTest
    @EnumSource
    void shouldNameWhatStandsWhereAFileBelongs(OddFile odd) throws IOException {
        StorePaths paths = StorePaths.below(disk);
        for (String name : new String[] {"checkpoint", "checkpoint.bak", "queueends", "queueends.bak", "progress.0",
            "progress.1", "owntail", "abort", "lock"}) {
            odd.putAt(disk.resolve(name));
            refuse(paths, disk.resolve(name) + ": is " + odd);
            Files.delete(disk.resolve(name));
        }
    }
}
