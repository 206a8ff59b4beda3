/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.store.file.DiskFileLayer;
import org.tandemmq.store.queue.QueueMark;
import org.tandemmq.store.record.HostBytes;
import org.tandemmq.store.record.MessageDraft;
import org.tandemmq.store.simulation.SimulatedStore;

/** What is written down between two checkpoints: for whom it counts, and what is left of it in any state. */
class ProgressTest {

    private static final HostBytes HOST = HostBytes.of(new InetSocketAddress("127.0.0.1", 10911));
    private static final byte[] TOPIC = "Orders".getBytes(StandardCharsets.UTF_8);
    private static final long NOW_MS = 1_796_000_000_000L;

    @TempDir
    private Path root;

    private static StoreMarks.Progress progress(long position, int queues) {
        List<QueueMark.End> ends = IntStream.range(0, queues)
            .mapToObj(queue -> new QueueMark.End("Orders", queue, position)).toList();
        return new StoreMarks.Progress(7, position / 2, position, new QueueMark(position, 0, ends));
    }

    private FileMarks marks() {
        return new FileMarks(root.resolve("checkpoint"));
    }

    @Test
    void shouldReadBackWhatWasWrittenLastWhateverItsLength() throws IOException {
        assertThat(marks().readProgress()).isNull();
        FileMarks marks = marks();
        for (int queues : new int[] {3, 900, 0, 5, 1, 1, 40}) {
            marks.writeProgress(progress(1_000 + queues, queues));
            assertThat(marks().readProgress()).isEqualTo(progress(1_000 + queues, queues));
        }
        FileMarks nextLife = marks();
        nextLife.readProgress();
        nextLife.writeProgress(progress(10, 1));
        assertThat(marks().readProgress()).as("a cut log goes back").isEqualTo(progress(10, 1));
    }

    @Test
    void shouldHandOverTheNewestMarkOnceAndNoneThatWasForgotten() {
        List<QueueMark> written = new ArrayList<>();
        ProgressKeeper.Later later = new ProgressKeeper.Later(written::add);
        assertThat(later.doWork(0)).isZero();
        later.accept(new QueueMark(10, 1));
        later.accept(new QueueMark(20, 2));
        assertThat(written).as("not on the thread that tells").isEmpty();
        assertThat(later.doWork(0)).isPositive();
        assertThat(later.doWork(0)).isZero();
        assertThat(written).containsExactly(new QueueMark(20, 2));
        later.accept(new QueueMark(30, 3));
        later.forget();
        assertThat(later.doWork(0)).isZero();
        assertThat(written).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void shouldReadTheOneBeforeWhenTheNewestIsNotWhole(int damage) throws IOException {
        FileMarks marks = marks();
        marks.writeProgress(progress(100, 2));
        marks.writeProgress(progress(200, 2));
        Path newest = root.resolve("progress.0");
        byte[] content = Files.readAllBytes(newest);
        switch (damage) {
            case 0 -> content = new byte[0];
            case 1 -> content = new byte[content.length];
            case 2 -> content[content.length / 2] ^= 1;
            default -> content = Arrays.copyOf(content, content.length - 9);
        }
        Files.write(newest, content);
        assertThat(marks().readProgress()).isEqualTo(progress(100, 2));
        Files.write(root.resolve("progress.1"), content);
        assertThat(marks().readProgress()).isNull();
    }

    @Test
    void shouldSaveAKilledStoreFromDispatchingWhatItsPassesWroteAfterTheCheckpoint() throws IOException {
        long written = leaveKilled();
        assertThat(open(7).dispatchFrom()).as("the machine runs on").isEqualTo(written);
    }

    @Test
    void shouldNotCountWhenTheMachineWentDown() throws IOException {
        long written = leaveKilled();
        assertThat(open(8).dispatchFrom()).as("another machine").isLessThan(written);
    }

    @Test
    void shouldNoticeAQueueThatHasLessThanItKnows() throws IOException {
        leaveKilled();
        try (Stream<Path> files = Files.list(root.resolve("consumequeue/Orders/0"))) {
            Files.delete(files.sorted(Comparator.reverseOrder()).findFirst().orElseThrow());
        }
        SimulatedStore store = store(7);
        store.open(false, NOW_MS);
        assertThat(store.queues().find("Orders", 0).maxOffset()).isEqualTo(90);
        store.kill();
    }

    @Test
    void shouldComeToItsEndHoweverOftenItsStartIsKilled() throws IOException {
        SimulatedStore filled = store(7);
        filled.open(true, NOW_MS);
        for (int i = 0; i < 2_000; i++) {
            append(filled);
        }
        filled.flush();
        filled.kill();
        long before = -1;
        int starts = 0;
        long end = filled.endPosition();
        while (before < end) {
            // the first of these starts comes after a power loss, the others after kills
            SimulatedStore store = store(8);
            StoreRecovery.Result result = store.openPart(false, NOW_MS, 5);
            assertThat(result.endPosition()).isEqualTo(end);
            assertThat(result.dispatchFrom()).as("start %d", starts).isGreaterThan(before);
            before = result.dispatchFrom();
            starts++;
            store.kill();
        }
        assertThat(starts).isGreaterThan(5);
        SimulatedStore complete = store(8);
        complete.open(false, NOW_MS);
        assertThat(complete.queues().find("Orders", 0).maxOffset()).isEqualTo(2_000);
        complete.kill();
    }

    /** Ninety records, dispatched and passed on to the files, none of which the checkpoint knows; where they end. */
    private long leaveKilled() throws IOException {
        SimulatedStore store = store(7);
        store.open(true, NOW_MS);
        for (int i = 0; i < 90; i++) {
            append(store);
        }
        store.dispatch();
        store.dispatchStep(1);
        long end = store.endPosition();
        assertThat(store.queues().written().position()).isEqualTo(end);
        store.kill();
        return end;
    }

    private StoreRecovery.Result open(long machine) throws IOException {
        SimulatedStore store = store(machine);
        StoreRecovery.Result result = store.open(false, NOW_MS);
        assertThat(store.queues().find("Orders", 0).maxOffset()).isEqualTo(90);
        store.kill();
        return result;
    }

    private SimulatedStore store(long machine) {
        return new SimulatedStore(new SimulatedStore.Place(new DiskFileLayer(), root, 8192, marks(), machine));
    }

    private static void append(SimulatedStore store) {
        MessageDraft draft = new MessageDraft();
        draft.writer().queue(TOPIC, 0).hosts(0, HOST, HOST).origin(NOW_MS, 0, 0)
            .body(0, ByteBuffer.allocate(100), 0, 100).properties(ByteBuffer.allocate(0), 0, 0, null).seal();
        assertThat(store.append(draft, "Orders").isDone()).isTrue();
    }
}
