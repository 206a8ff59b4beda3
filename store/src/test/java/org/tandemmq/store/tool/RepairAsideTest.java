/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.store.golden.GoldenStore;
import org.tandemmq.store.offline.Aside;

/** Where a repair puts what it takes away, within a file system and across. */
class RepairAsideTest {

    private static final Path SHARED = Path.of("/dev/shm");

    @TempDir
    private Path root;
    private final GoldenStore golden = new GoldenStore("store-5.3.3");
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void damage() throws IOException {
        golden.copyTo(root);
        try (FileChannel segment = FileChannel.open(root.resolve("commitlog/00000000000000065536"),
            StandardOpenOption.WRITE)) {
            segment.write(ByteBuffer.allocate(300), 40_000);
        }
    }

    private int run(String... words) {
        out.reset();
        err.reset();
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--index-slots", "64", "--index-entries", "100"));
        return new MqStore(new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8), () -> 0).run(all.toArray(String[]::new));
    }

    private static boolean isOther(Path shared, Path root) throws IOException {
        return Files.isDirectory(shared) && !Files.getFileStore(shared).equals(Files.getFileStore(root));
    }

    /** Names are moved, not bytes: what can't be done is known before anything is. */
    @ParameterizedTest
    @ValueSource(strings = {"other", "inside", "taken"})
    void shouldChangeNothingWhereThingsCanNotBeMoved(String how) throws IOException {
        Path aside = switch (how) {
            case "inside" -> root.resolve("consumequeue").resolve("saved");
            case "taken" -> Files.createDirectories(root.resolve("saved").resolve("index")).getParent();
            default -> SHARED.resolve("mqstore-test-of-" + ProcessHandle.current().pid());
        };
        Assumptions.assumeTrue(!how.equals("other") || isOther(SHARED, root));
        Map<String, byte[]> before = content();
        for (String yes : new String[] {"--no-crc", "--yes"}) {
            assertThat(run("repair", root.toString(), yes, "--aside", aside.toString())).isEqualTo(2);
            assertThat(err.toString(StandardCharsets.UTF_8)).contains(aside.toString(), "--aside", switch (how) {
                case "inside" -> "is inside of";
                case "taken" -> "is there already";
                default -> "another file system";
            });
            assertThat(content()).usingRecursiveComparison().isEqualTo(before);
            assertThat(Files.exists(aside)).isEqualTo(how.equals("taken"));
        }
    }

    /** Segments that stand on a disk of their own are copied. */
    @Test
    void shouldSetSegmentsOfAnotherFileSystemAside() throws IOException {
        Assumptions.assumeTrue(isOther(SHARED, root));
        Path log = Files.createTempDirectory(SHARED, "mqstore-test");
        try {
            for (String name : new String[] {"00000000000000000000", "00000000000000065536", "00000000000000131072"}) {
                Files.move(root.resolve("commitlog").resolve(name), log.resolve(name));
            }
            assertThat(run("repair", root.toString(), "--yes", "--commitlog", log.toString(), "--aside",
                root.resolve("saved").toString())).isZero();
            assertThat(root.resolve("saved/00000000000000131072"))
                .hasSameBinaryContentAs(golden.store().resolve("commitlog/00000000000000131072"));
            assertThat(run("verify", root.toString(), "--commitlog", log.toString())).isZero();
        } finally {
            try (var files = Files.walk(log)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private Map<String, byte[]> content() throws IOException {
        Map<String, byte[]> content = new TreeMap<>();
        try (var files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                content.put(file.toString(), Files.readAllBytes(file));
            }
        }
        return content;
    }

    @Test
    void shouldPutBackWhatItMovedWhereTheRestCanNotBeMoved() throws IOException {
        Path first = Files.writeString(root.resolve("first"), "1");
        Aside aside = new Aside(root.resolve("aside"));
        aside.make();
        assertThatThrownBy(() -> aside.take(List.of(first, root.resolve("second")))).isInstanceOf(IOException.class);
        assertThat(first).hasContent("1");
        aside.take(List.of(first));
        assertThat(first).doesNotExist();
        assertThat(root.resolve("aside/first")).hasContent("1");
    }
}
