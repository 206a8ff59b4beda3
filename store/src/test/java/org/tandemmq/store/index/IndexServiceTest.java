/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSONObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.store.file.DiskFileLayer;
import org.tandemmq.store.golden.GoldenLog;
import org.tandemmq.store.golden.GoldenStore;

/** The key index against the recorded files, byte for byte, and against every kind of damage. */
class IndexServiceTest {

    private static final int SLOTS = 64;
    private static final int ENTRIES = 100;
    private static final long ALL = Long.MAX_VALUE;

    @TempDir
    private Path directory;
    private IndexService index;

    @AfterEach
    void unmap() {
        if (index != null) {
            index.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"store-4.9.8", "store-5.3.3", "store-5.3.3-pop-timer"})
    void shouldWriteTheSameBytesAsTheRecordedFiles(String name) throws IOException {
        GoldenStore golden = new GoldenStore(name);
        build(golden);
        List<Path> expected = files(golden.store().resolve("index"));
        List<Path> written = files(directory);
        assertThat(written).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            assertThat(written.get(i)).hasSameBinaryContentAs(expected.get(i));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"store-4.9.8", "store-5.3.3", "store-5.3.3-killed", "store-5.3.3-behind"})
    void shouldFindEveryKeyInTheRecordedFiles(String name) throws IOException {
        GoldenStore golden = new GoldenStore(name);
        JSONObject expected = golden.expected().getJSONObject("index");
        golden.copyTo(directory.resolve("copy"));
        index = service(directory.resolve("copy").resolve("index"));
        index.recover(ALL, false, 0);
        assertFindsAll(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"store-5.3.3", "store-4.9.8"})
    void shouldFindEveryKeyAfterACutAtAnyRecord(String name) throws IOException {
        GoldenStore golden = new GoldenStore(name);
        for (int i = 0; i < golden.records().size(); i += 5) {
            long trusted = golden.records().get(i).getLongValue("physicalOffset");
            Path copy = golden.copyTo(directory.resolve("at" + i)).resolve("index");
            index = service(copy);
            long from = index.recover(trusted, i % 2 == 0, 0);
            assertThat(from).isEqualTo(trusted);
            fill(golden, from);
            assertFindsAll(golden.expected().getJSONObject("index"));
            index.close();
            for (int file = 0; file < files(copy).size(); file++) {
                assertThat(files(copy).get(file)).hasSameBinaryContentAs(files(golden.store().resolve("index"))
                    .get(file));
            }
        }
    }

    @Test
    void shouldIndexAgainWhatADamagedPageHeld() throws IOException {
        GoldenStore golden = new GoldenStore("store-5.3.3");
        int length = (int) IndexLayout.fileBytes(SLOTS, ENTRIES);
        for (int at = 0; at < length; at += 97) {
            for (int file = 0; file < 2; file++) {
                Path copy = golden.copyTo(directory.resolve("f" + file + "at" + at)).resolve("index");
                zero(files(copy).get(file), at, Math.min(200, length - at));
                index = service(copy);
                // the first file is full: only a crash makes it suspect
                long from = index.recover(file == 0 ? 0 : 206_000, false, 0);
                fill(golden, from);
                assertFindsAll(golden.expected().getJSONObject("index"));
                index.close();
            }
        }
    }

    @Test
    void shouldBeRebuiltWhenFilesAreCutOrGone() throws IOException {
        GoldenStore golden = new GoldenStore("store-5.3.3");
        for (int mode = 0; mode < 4; mode++) {
            Path copy = golden.copyTo(directory.resolve("mode" + mode)).resolve("index");
            Path victim = files(copy).get(mode % 2);
            if (mode < 2) {
                Files.write(victim, new byte[mode * 1000]);
            } else {
                Files.delete(files(copy).get(1));
            }
            if (mode == 3) {
                Files.delete(files(copy).get(0));
            }
            index = service(copy);
            fill(golden, index.recover(golden.expected().getJSONObject("commitLog").getLongValue("maxOffset"), false,
                golden.expected().getJSONObject("index").getJSONArray("files").getJSONObject(1)
                    .getLongValue("endPhyOffset")));
            assertFindsAll(golden.expected().getJSONObject("index"));
            index.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void shouldIndexAgainWhatFilesHeldThatContradictEachOther(int damage) throws IOException {
        GoldenStore golden = new GoldenStore("store-5.3.3");
        Path copy = golden.copyTo(directory.resolve("copy")).resolve("index");
        Path first = files(copy).get(0);
        Path second = files(copy).get(1);
        switch (damage) {
            case 0 -> zero(first, 0, IndexLayout.HEADER_BYTES);
            case 1 -> zero(first, IndexLayout.NEXT_ENTRY, 4);
            case 2 -> zero(first, IndexLayout.BEGIN_POSITION, 16);
            case 3 -> Files.copy(first, second, StandardCopyOption.REPLACE_EXISTING);
            case 4 -> Files.copy(first, copy.resolve("20991231235959999"));
            case 5 -> Files.copy(second, first, StandardCopyOption.REPLACE_EXISTING);
            default -> {
                Files.move(first, copy.resolve("aside"));
                Files.move(second, first);
                Files.move(copy.resolve("aside"), second);
            }
        }
        index = service(copy);
        JSONObject last = golden.expected().getJSONObject("index").getJSONArray("files").getJSONObject(1);
        fill(golden, index.recover(golden.expected().getJSONObject("commitLog").getLongValue("maxOffset"), true,
            last.getLongValue("endPhyOffset")));
        assertFindsAll(golden.expected().getJSONObject("index"));
    }

    @Test
    void shouldGoOnWithoutAnIndexThatCanNotBeWritten() throws IOException {
        Path blocked = directory.resolve("index");
        Files.writeString(blocked, "a file where the directory should be");
        index = service(blocked);
        index.recover(0, false, 0);
        GoldenStore golden = new GoldenStore("store-5.3.3");
        long[] clock = {1};
        GoldenLog.forEach(golden, record -> {
            index.endOfSlice(clock[0]++);
            index.handle(record);
        });
        assertThat(index.missedRecords()).isEqualTo(golden.records().size());
        assertThat(index.trustedEnd(200_000)).isZero();
        Files.delete(blocked);
        fill(golden, 100_000);
        assertThat(index.trustedEnd(200_000)).isZero();
        assertThat(found("Payments", "ord-1", 0, ALL)).isEmpty();
        index.close();
        index = service(blocked);
        fill(golden, index.recover(0, false, 0));
        assertThat(found("Payments", "ord-1", 0, ALL)).containsExactly(318L);
    }

    @Test
    void shouldGoOnAndLeaveNoFileBehindWhenNewOnesCanNotBeMapped() throws IOException {
        index = new IndexService(new IndexDirectory(new DiskFileLayer(), directory, SLOTS, 110_000_000,
            InstantSource.fixed(Instant.ofEpochMilli(1_795_976_314_749L))));
        GoldenStore golden = new GoldenStore("store-5.3.3");
        fill(golden, index.recover(0, false, 0));
        assertThat(index.missedRecords()).isPositive();
        assertThat(index.trustedEnd(200_000)).isLessThan(200_000);
        assertThat(files(directory)).isEmpty();
    }

    @Test
    void shouldDeleteFilesWhoseRecordsAreGoneButNeverTheNewest() throws IOException {
        build(new GoldenStore("store-5.3.3"));
        assertThat(index.deleteBelow(1000)).isZero();
        assertThat(index.deleteBelow(100_000)).isEqualTo(1);
        assertThat(index.deleteBelow(ALL)).isZero();
        assertThat(files(directory)).hasSize(1);
    }

    @Test
    void shouldKeepToTheWantedTimes() throws IOException {
        build(new GoldenStore("store-5.3.3"));
        JSONObject record = new GoldenStore("store-5.3.3").records().get(1);
        long stored = record.getLongValue("storeTimestamp");
        assertThat(found("Payments", "ord-1", stored, stored)).containsExactly(318L);
        assertThat(found("Payments", "ord-1", stored + 5000, ALL)).isEmpty();
        assertThat(found("Payments", "ord-1", 0, stored - 5000)).isEmpty();
    }

    private void build(GoldenStore golden) throws IOException {
        index = service(directory);
        assertThat(index.recover(0, false, 0)).isZero();
        fill(golden, 0);
        index.force();
    }

    private void fill(GoldenStore golden, long from) throws IOException {
        GoldenLog.forEach(golden, record -> {
            if (record.position() >= from) {
                index.endOfSlice(Long.MAX_VALUE);
                index.handle(record);
            }
        });
    }

    private void assertFindsAll(JSONObject expected) {
        JSONObject lookups = expected.getJSONObject("lookups");
        assertThat(lookups).isNotEmpty();
        for (String text : lookups.keySet()) {
            JSONObject lookup = lookups.getJSONObject(text);
            int hash = text.indexOf('#');
            List<Long> positions = new ArrayList<>(lookup.getList("offsets", Long.class));
            if (lookup.containsKey("sameHash")) {
                positions.addAll(lookup.getList("sameHash", Long.class));
            }
            assertThat(IndexLayout.keyHash(text.substring(0, hash), text.substring(hash + 1)))
                .isEqualTo(lookup.getIntValue("keyHash"));
            assertThat(found(text.substring(0, hash), text.substring(hash + 1), 0, ALL)).as(text)
                .containsExactlyInAnyOrderElementsOf(positions);
        }
    }

    private List<Long> found(String topic, String key, long beginMs, long endMs) {
        List<Long> positions = new ArrayList<>();
        index.find(topic, key, beginMs, endMs, positions::add);
        return positions;
    }

    private static IndexService service(Path path) {
        return new IndexService(new IndexDirectory(new DiskFileLayer(), path, SLOTS, ENTRIES,
            InstantSource.fixed(Instant.ofEpochMilli(1_795_976_314_749L))));
    }

    private static void zero(Path file, int at, int count) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer.wrap(bytes).put(at, new byte[count]);
        Files.write(file, bytes);
    }

    private static List<Path> files(Path path) throws IOException {
        try (Stream<Path> all = Files.list(path)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
