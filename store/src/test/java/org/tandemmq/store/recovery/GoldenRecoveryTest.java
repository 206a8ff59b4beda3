/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tandemmq.store.file.DiskFileLayer;
import org.tandemmq.store.golden.GoldenLog;
import org.tandemmq.store.golden.GoldenStore;
import org.tandemmq.store.queue.ConsumeQueue;
import org.tandemmq.store.queue.file.QueueEntry;
import org.tandemmq.store.simulation.SimulatedStore;

/** Each recorded directory opens and gives exactly what its expected file says, also with parts of it lost. */
class GoldenRecoveryTest {

    private static final long NOW_MS = 1_796_000_000_000L;

    @TempDir
    private Path root;
    private SimulatedStore store;

    @AfterEach
    void letGo() {
        if (store != null) {
            store.kill();
        }
    }

    static Stream<String> stores() {
        return GoldenStore.NAMES.stream();
    }

    @ParameterizedTest
    @MethodSource("stores")
    void shouldOpenARecordedStore(String name) throws IOException {
        GoldenStore golden = new GoldenStore(name);
        golden.copyTo(root);
        open();
        assertHoldsAll(golden);
    }

    @ParameterizedTest
    @MethodSource("stores")
    void shouldOpenARecordedStoreAgainAfterAKillAndAfterAStop(String name) throws IOException {
        GoldenStore golden = new GoldenStore(name);
        golden.copyTo(root);
        open();
        store.dispatchStep(1);
        store.checkpoint(1);
        store.kill();
        Files.writeString(root.resolve("abort"), "1");
        open();
        assertHoldsAll(golden);
        store.close();
        Files.delete(root.resolve("abort"));
        StoreRecovery.Result result = open();
        assertThat(result.dispatchFrom()).isEqualTo(store.endPosition());
        assertHoldsAll(golden);
    }

    @ParameterizedTest
    @MethodSource("stores")
    void shouldBuildTheQueuesAgainWhenTheyAreGone(String name) throws IOException {
        GoldenStore golden = new GoldenStore(name);
        golden.copyTo(root);
        delete(root.resolve("consumequeue"));
        delete(root.resolve("index"));
        Files.deleteIfExists(root.resolve("checkpoint"));
        open();
        assertHoldsAll(golden);
    }

    @ParameterizedTest
    @MethodSource("stores")
    void shouldBuildAnyPartOfAQueueAgainThatIsGoneOrZeroOrCut(String name) throws IOException {
        GoldenStore golden = new GoldenStore(name);
        golden.copyTo(root);
        open();
        store.close();
        Files.deleteIfExists(root.resolve("abort"));
        for (Path file : files(root.resolve("consumequeue"))) {
            for (int damage = 0; damage < 4; damage++) {
                damage(file, damage);
                open();
                assertHoldsAll(golden);
                store.close();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("stores")
    void shouldBuildAgainFromAQueueFileInTheMiddleThatIsGoneOrShort(String name) throws IOException {
        GoldenStore golden = new GoldenStore(name);
        for (int cut = 0; cut < 2; cut++) {
            delete(root);
            golden.copyTo(root);
            for (Path file : files(root.resolve("consumequeue"))) {
                List<Path> all = files(file.getParent());
                if (all.indexOf(file) == all.size() / 2 - 1 && cut == 0) {
                    Files.delete(file);
                } else if (all.indexOf(file) == all.size() / 2 - 1) {
                    Files.write(file, new byte[60]);
                }
            }
            open();
            assertHoldsAll(golden);
            store.close();
        }
    }

    private static void damage(Path file, int damage) throws IOException {
        boolean last = files(file.getParent()).get(files(file.getParent()).size() - 1).equals(file);
        if (!last) {
            return;
        }
        switch (damage) {
            case 0 -> Files.delete(file);
            case 1 -> Files.write(file, new byte[SimulatedStore.QUEUE_FILE_BYTES]);
            case 2 -> Files.write(file, new byte[0]);
            default -> delete(file.getParent());
        }
    }

    private StoreRecovery.Result open() throws IOException {
        store = new SimulatedStore(new SimulatedStore.Place(new DiskFileLayer(), root, GoldenLog.SEGMENT_BYTES,
            new FileMarks(root.resolve("checkpoint")), 7));
        return store.open(!Files.exists(root.resolve("abort")), NOW_MS);
    }

    private void assertHoldsAll(GoldenStore golden) {
        JSONObject expected = golden.expected();
        long end = expected.getJSONObject("commitLog").getLongValue("maxOffset");
        assertThat(store.endPosition()).isEqualTo(end);
        List<Long> positions = new ArrayList<>();
        store.records(record -> positions.add(record.position()));
        assertThat(positions).isEqualTo(golden.records().stream().map(each -> each.getLong("physicalOffset"))
            .toList());
        JSONObject after = expected.getJSONObject("afterRecovery");
        if (after == null) {
            golden.queues().forEach(this::assertUnits);
        } else {
            after.getJSONArray("queues").forEach(queue -> assertEnd((JSONObject) queue));
        }
        assertQueuesAgreeWithRecords();
        assertFindsAll(expected.getJSONObject("index"), end);
    }

    private void assertUnits(JSONObject expected) {
        ConsumeQueue queue = store.queues().find(expected.getString("topic"), expected.getIntValue("queueId"));
        assertThat(queue.minOffset()).isEqualTo(expected.getLongValue("minOffset"));
        assertThat(queue.maxOffset()).isEqualTo(expected.getLongValue("maxOffset"));
        JSONArray units = expected.getJSONArray("units");
        for (int i = 0; i < units.size(); i++) {
            assertThat(entry(queue, i)).isEqualTo(units.getJSONArray(i).toList(Long.class));
        }
    }

    private void assertEnd(JSONObject expected) {
        ConsumeQueue queue = store.queues().find(expected.getString("topic"), expected.getIntValue("queueId"));
        assertThat(queue.minOffset()).isEqualTo(expected.getLongValue("minOffset"));
        assertThat(queue.maxOffset()).as(queue.toString()).isEqualTo(expected.getLongValue("maxOffset"));
        assertThat(entry(queue, queue.maxOffset() - 1))
            .isEqualTo(expected.getJSONArray("lastUnit").toList(Long.class));
    }

    private void assertQueuesAgreeWithRecords() {
        store.records(record -> {
            ConsumeQueue queue = store.queues().find(record.topic(), record.queueId());
            int transaction = record.transactionState();
            if (transaction == 0 || transaction == 8) {
                assertThat(entry(queue, record.queueOffset()).subList(0, 2))
                    .containsExactly(record.position(), (long) record.totalSize());
            }
        });
    }

    private void assertFindsAll(JSONObject expected, long end) {
        JSONObject lookups = expected.getJSONObject("lookups");
        for (String text : lookups.keySet()) {
            int hash = text.indexOf('#');
            List<Long> found = new ArrayList<>();
            store.index().find(text.substring(0, hash), text.substring(hash + 1), 0, Long.MAX_VALUE, found::add);
            List<Long> wanted = lookups.getJSONObject(text).getList("offsets", Long.class).stream()
                .filter(position -> position < end).toList();
            assertThat(found).as(text).containsAll(wanted).allMatch(position -> position < end)
                .doesNotHaveDuplicates();
        }
    }

    private static List<Long> entry(ConsumeQueue queue, long offset) {
        ByteBuffer bytes = ByteBuffer.allocate(QueueEntry.BYTES);
        assertThat(queue.read(offset, bytes)).isEqualTo(1);
        return List.of(QueueEntry.position(bytes, 0), (long) QueueEntry.sizeBytes(bytes, 0),
            QueueEntry.tagsCode(bytes, 0));
    }

    private static List<Path> files(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path each : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(each);
                }
            }
        }
    }
}
