/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.store.place.StoreLock;
import org.tandemmq.store.golden.GoldenStore;
import org.tandemmq.store.place.OddFile;

/** The offline tool on recorded directories, whole and damaged. */
class MqStoreTest {

    private static final String[] MEASURES = {"--index-slots", "64", "--index-entries", "100"};

    @TempDir
    private Path root;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @ParameterizedTest
    @ValueSource(strings = {"store-4.9.8", "store-5.3.3", "store-5.3.3-pop-timer"})
    void shouldFindNothingWrongInACleanlyStoppedStore(String name) throws IOException {
        new GoldenStore(name).copyTo(root);
        assertThat(run("verify", root.toString())).as(text()).isZero();
        assertThat(text()).contains(new GoldenStore(name).records().size() + " records").contains("no errors");
    }

    @Test
    void shouldChangeNothingWhenItVerifies() throws IOException {
        GoldenStore golden = new GoldenStore("store-5.3.3-behind");
        golden.copyTo(root);
        run("verify", root.toString());
        run("stats", root.toString());
        run("dump", root.toString());
        run("repair", root.toString());
        try (var files = Files.walk(golden.store())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(root.resolve(golden.store().relativize(file).toString())).hasSameBinaryContentAs(file);
            }
        }
    }

    @Test
    void shouldTellWhichRecordsHaveNoEntry() throws IOException {
        GoldenStore golden = new GoldenStore("store-5.3.3-killed");
        golden.copyTo(root);
        assertThat(run("verify", root.toString(), "--json")).isEqualTo(1);
        List<Long> without = new ArrayList<>();
        for (JSONObject line : lines()) {
            if ("queue".equals(line.getString("part"))) {
                without.add(line.getLong("position"));
            }
        }
        assertThat(without).isEqualTo(golden.expected().getJSONArray("recordsNotInQueues").toList(Long.class));
    }

    @Test
    void shouldTellEntriesThatPointBehindTheLog() throws IOException {
        new GoldenStore("store-5.3.3-ahead").copyTo(root);
        assertThat(run("verify", root.toString())).isEqualTo(1);
        assertThat(text()).contains("point to nothing in the log").contains("behind the end of the log");
    }

    @Test
    void shouldNameFileAndPositionOfEachDamage() throws IOException {
        new GoldenStore("store-5.3.3").copyTo(root);
        overwrite("commitlog/00000000000000065536", 40_000, new byte[300]);
        overwrite("consumequeue/Orders/0/00000000000000000000", 100, new byte[40]);
        overwrite("index/20261129181834775", 40 + 64 * 4 + 20 * 50 + 4, new byte[8]);
        Files.write(root.resolve("config/topics.json"), new byte[100]);
        Files.writeString(root.resolve("config/consumerOffset.json"), "{\"offsetTable\":{\"Orders@g\":{0:9999}}} x");
        assertThat(run("verify", root.toString())).isEqualTo(1);
        assertThat(text()).contains("00000000000000065536 at position").contains("are no record")
            .contains("Orders/0 at position").contains("offset 5 has no entry").contains("20261129181834775")
            .contains("topics.json").contains("NUL at byte 0").contains("expected nothing more");
    }

    @Test
    void shouldTellAndMendALostIndexFile() throws IOException {
        new GoldenStore("store-5.3.3").copyTo(root);
        List<Path> files;
        try (var all = Files.list(root.resolve("index"))) {
            files = all.sorted().toList();
        }
        Path last = files.get(files.size() - 1);
        Path away = Files.move(last, root.resolve(last.getFileName()));
        assertThat(run("verify", root.toString())).isZero();
        assertThat(text()).contains("note", "no index file has the keys of", "behind the last file");
        Files.move(away, last);
        Files.delete(files.get(0));
        assertThat(run("verify", root.toString())).isEqualTo(1);
        assertThat(text()).containsPattern("index +" + files.get(1).getFileName() + " at position 0: no index file has"
            + " the keys of [0-9]+ messages from position 0 to [0-9]+: a file before this one is lost");
        assertThat(run("repair", root.toString(), "--yes")).isZero();
        assertThat(run("verify", root.toString())).isZero();
        assertThat(text()).doesNotContain("no index file");
    }

    @Test
    void shouldDumpByPositionQueueAndKey() throws IOException {
        GoldenStore golden = new GoldenStore("store-5.3.3");
        golden.copyTo(root);
        assertThat(run("dump", root.toString())).isZero();
        assertThat(lines()).hasSameSizeAs(golden.records());
        assertThat(lines().get(0).getString("body")).isEqualTo(golden.records().get(0).getString("bodyText"));
        assertThat(run("dump", root.toString(), "--topic", "Orders", "--queue", "1", "--offset", "3", "--count", "2",
            "--no-body")).isZero();
        assertThat(lines()).extracting(line -> line.getLong("queueOffset")).containsExactly(3L, 4L);
        assertThat(run("dump", root.toString(), "--topic", "Payments", "--key", "ord-1")).isZero();
        assertThat(lines()).extracting(line -> line.getLong("position")).containsExactly(318L);
        assertThat(run("dump", root.toString(), "--position", "65536", "--count", "1")).isZero();
        assertThat(lines()).extracting(line -> line.getLong("position")).containsExactly(65536L);
    }

    @Test
    void shouldCountPerQueue() throws IOException {
        GoldenStore golden = new GoldenStore("store-5.3.3");
        golden.copyTo(root);
        assertThat(run("stats", root.toString(), "--json")).isZero();
        assertThat(lines()).hasSameSizeAs(golden.queues());
        for (int i = 0; i < lines().size(); i++) {
            JSONObject line = lines().get(i);
            JSONObject expected = golden.queues().stream().filter(queue -> queue.getString("topic")
                .equals(line.getString("topic")) && queue.getIntValue("queueId") == line.getIntValue("queueId"))
                .findFirst().orElseThrow();
            assertThat(line.getLong("maxOffset")).isEqualTo(expected.getLong("maxOffset"));
            assertThat(line.getLong("messages")).isEqualTo(expected.getJSONArray("units").size());
        }
        assertThat(run("stats", root.toString())).isZero();
        assertThat(text()).contains("Orders").contains("messages");
    }

    @ParameterizedTest
    @ValueSource(strings = {"store-5.3.3-killed", "store-5.3.3-behind", "store-5.3.3-ahead"})
    void shouldRepairWhatACrashLeft(String name) throws IOException {
        new GoldenStore(name).copyTo(root);
        assertThat(run("repair", root.toString())).isEqualTo(1);
        assertThat(run("repair", root.toString(), "--yes")).as(text()).isZero();
        assertThat(run("verify", root.toString())).as(text()).isZero();
        assertThat(run("repair", root.toString())).isZero();
        assertThat(text()).contains("nothing to repair");
    }

    @Test
    void shouldCutADamagedLogAndSaveWhatStoodBehind() throws IOException {
        GoldenStore golden = new GoldenStore("store-5.3.3");
        golden.copyTo(root);
        overwrite("commitlog/00000000000000065536", 40_000, new byte[300]);
        assertThat(run("repair", root.toString(), "--yes", "--aside", root.resolve("saved").toString())).isZero();
        assertThat(text()).contains("whole records behind it would be saved aside");
        assertThat(root.resolve("saved/00000000000000131072"))
            .hasSameBinaryContentAs(golden.store().resolve("commitlog/00000000000000131072"));
        assertThat(run("verify", root.toString())).as(text()).isZero();
        assertThat(root.resolve("abort")).doesNotExist();
    }

    @Test
    void shouldNotTakeAwayAnIndexThatItCanNotBuild() throws IOException {
        GoldenStore golden = new GoldenStore("store-5.3.3");
        golden.copyTo(root);
        for (String[] words : new String[][] {{"repair", root.toString(), "--rebuild"},
            {"repair", root.toString(), "--rebuild", "--yes"},
            {"repair", root.toString(), "--rebuild", "--yes", "--index-slots", "64"}}) {
            assertThat(runAsIs(List.of(words))).isEqualTo(2);
        }
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("--index-slots").contains("maxIndexNum");
        for (String kept : new String[] {"index", "consumequeue/Payments/0"}) {
            try (var files = Files.list(golden.store().resolve(kept))) {
                for (Path file : files.toList()) {
                    assertThat(root.resolve(golden.store().relativize(file).toString())).hasSameBinaryContentAs(file);
                }
            }
        }
        assertThat(runAsIs(List.of("repair", root.toString()))).as("nothing to do").isZero();
        assertThat(run("repair", root.toString(), "--rebuild", "--yes")).isZero();
        try (var files = Files.list(root.resolve("index"))) {
            assertThat(files).isNotEmpty();
        }
        assertThat(run("verify", root.toString())).as(text()).isZero();
    }

    @Test
    void shouldSayWhichSizesItTakesForWantOfFiles() throws IOException {
        new GoldenStore("store-5.3.3").copyTo(root);
        Files.move(root.resolve("consumequeue"), root.resolve("away"));
        Files.move(root.resolve("index"), root.resolve("away").resolve("index"));
        assertThat(runAsIs(List.of("repair", root.toString()))).isEqualTo(1);
        assertThat(text()).contains("6000000 bytes", "--queue-file-bytes", "5000000 slots", "--index-slots");
        assertThat(runAsIs(List.of("repair", root.toString(), "--queue-file-bytes", "2000", "--index-slots", "64",
            "--index-entries", "100"))).isEqualTo(1);
        assertThat(text()).contains("64 slots and 100 entries").doesNotContain("--queue-file-bytes");
    }

    @Test
    void shouldRefuseIndexFilesThatCanNotBeMapped() throws IOException {
        new GoldenStore("store-5.3.3").copyTo(root);
        assertThat(runAsIs(List.of("verify", root.toString(), "--index-slots", "5000000", "--index-entries",
            "110000000"))).isEqualTo(3);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("2220000040", "2147483647");
    }

    @Test
    void shouldPutAGoodBackupInThePlaceOfADamagedTable() throws IOException {
        new GoldenStore("store-5.3.3").copyTo(root);
        Files.write(root.resolve("config/topics.json"), new byte[100]);
        assertThat(run("repair", root.toString(), "--yes")).isZero();
        assertThat(root.resolve("config/topics.json"))
            .hasSameBinaryContentAs(root.resolve("config/topics.json.bak"));
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(30)
    void shouldNameWhatStandsInThePlaceOfAFileAndNotWaitForIt(OddFile odd) throws IOException {
        new GoldenStore("store-5.3.3").copyTo(root);
        for (String name : List.of("lock", "checkpoint", "commitlog/00000000000000065536",
            "consumequeue/Orders/0/00000000000000000000")) {
            Path file = root.resolve(name);
            Path taken = root.resolve("taken");
            boolean present = Files.exists(file);
            if (present) {
                Files.move(file, taken);
            }
            odd.putAt(file);
            assertThat(run("verify", root.toString())).isEqualTo(ToolException.FAILED);
            assertThat(err.toString(StandardCharsets.UTF_8)).contains(file + ": is " + odd);
            Files.delete(file);
            if (present) {
                Files.move(taken, file);
            }
        }
        odd.putAt(root.resolve("config/topics.json"));
        assertThat(run("verify", root.toString())).isEqualTo(1);
        assertThat(text()).contains("topics.json: is " + odd);
        assertThat(run("repair", root.toString(), "--yes")).isZero();
        assertThat(root.resolve("config/topics.json"))
            .hasSameBinaryContentAs(root.resolve("config/topics.json.bak"));
    }

    @Test
    void shouldRefuseADirectoryInUse() throws IOException {
        new GoldenStore("store-5.3.3").copyTo(root);
        try (StoreLock held = StoreLock.take(root.resolve("lock"))) {
            assertThat(held).isNotNull();
            assertThat(run("verify", root.toString())).isEqualTo(3);
            assertThat(run("repair", root.toString(), "--yes")).isEqualTo(3);
        }
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("in use").contains("lock");
    }

    @Test
    void shouldTellPathAndCauseOfAFileThatIsRefused() {
        assertThat(MqStore.text(new AccessDeniedException("/data/commitlog")))
            .isEqualTo("/data/commitlog can't be opened: this user may not");
        assertThat(MqStore.text(new UncheckedIOException(new AccessDeniedException("/data/index"))))
            .isEqualTo("/data/index can't be opened: this user may not");
        assertThat(MqStore.text(new NoSuchFileException("/data/x"))).contains("NoSuchFile").contains("/data/x");
        assertThat(MqStore.text(new IllegalStateException())).isEqualTo("java.lang.IllegalStateException");
    }

    @Test
    void shouldExplainItselfToWhoeverMistypes() throws IOException {
        assertThat(run("verify", root.toString())).isEqualTo(3);
        new GoldenStore("store-5.3.3").copyTo(root);
        assertThat(run("verfy", root.toString())).isEqualTo(2);
        assertThat(run()).isEqualTo(2);
        assertThat(run("verify", root.toString(), "--nonsense")).isEqualTo(2);
        assertThat(run("dump", root.toString(), "--count", "x")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("usage: mqstore.sh")
            .contains("verfy is no command").contains("--nonsense is no option")
            .contains("--count x is no number").contains("no store directory");
        assertThat(run("verify", root.toString(), "--help")).isZero();
    }

    private int run(String... words) {
        List<String> all = new ArrayList<>(Arrays.asList(words));
        if (words.length > 1) {
            all.addAll(Arrays.asList(MEASURES));
        }
        return runAsIs(all);
    }

    private int runAsIs(List<String> all) {
        out.reset();
        try (PrintStream to = new PrintStream(out, true, StandardCharsets.UTF_8);
             PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8)) {
            return new MqStore(to, errors, () -> 0).run(all.toArray(new String[0]));
        }
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    }

    private List<JSONObject> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().map(JSON::parseObject).toList();
    }

    private void overwrite(String file, int at, byte[] with) throws IOException {
        try (FileChannel channel = FileChannel.open(root.resolve(file), StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(with), at);
        }
    }
}
