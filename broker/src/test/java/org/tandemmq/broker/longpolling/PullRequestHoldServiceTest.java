/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.longpolling;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tandemmq.broker.ConnectionTwin;
import org.tandemmq.broker.MemoryStore;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.EntryFilter;
import org.tandemmq.store.NewMessage;
import org.tandemmq.store.record.RecordView;

/** Held pulls end by message, deadline or close, each once. */
class PullRequestHoldServiceTest {

    private final Deque<Runnable> queued = new ArrayDeque<>();
    private boolean full;
    private final PullRequestHoldService holds = new PullRequestHoldService(6_000, 5_500, 1 << 20);
    private final ConnectionTwin connection = new ConnectionTwin();
    private final List<String> resumed = new ArrayList<>();

    @BeforeEach
    void connect() {
        connection.eventLoop = this::execute;
    }

    private void execute(Runnable work) {
        if (full) {
            throw new RejectedExecutionException("full");
        }
        queued.add(work);
    }

    private void runQueued() {
        while (!queued.isEmpty()) {
            queued.poll().run();
        }
    }

    private HeldPull pull(String name, String topic, int queueId, long offset, EntryFilter filter, long deadlineMs) {
        return new HeldPull(topic, queueId, offset, filter, deadlineMs, connection, () -> resumed.add(name), 100);
    }

    private static EntryFilter tag(long code) {
        return new EntryFilter() {
            @Override
            public boolean matchesTagsCode(long tagsCode) {
                return tagsCode == code;
            }

            @Override
            public boolean needsRecord() {
                return false;
            }

            @Override
            public boolean matchesRecord(RecordView record) {
                return true;
            }
        };
    }

    @Test
    @Timeout(60)
    void shouldLookForDeadlinesWhileTheLastHoldEnds() {
        CompletableFuture<Void> comings = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 20_000; i++) {
                assertThat(holds.hold(pull("p", "T", 0, 0, tag(1), 1_000))).isNull();
                holds.closed(connection, "left");
            }
        });
        while (!comings.isDone()) {
            assertThat(holds.doWork(999)).isZero();
        }
        comings.join();
        assertThat(holds.count()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"200,0", "30000,91"})
    void shouldShowAMessageToFiltersWithinALimitAndWakeTheOthers(int propertyBytes, int woken) {
        MemoryStore store = new MemoryStore();
        store.put(new NewMessage("T", 1, 0, 0, 0, new InetSocketAddress("10.0.0.9", 4711), 0, 0,
            ByteBuffer.allocate(1), ByteBuffer.wrap(("K\1" + "v".repeat(propertyBytes)).getBytes(
            StandardCharsets.UTF_8))), AckPolicy.APPEND_ONLY);
        RecordView record = store.records("T", 1).get(0);
        int[] shown = new int[1];
        EntryFilter none = new EntryFilter() {
            @Override
            public boolean matchesTagsCode(long tagsCode) {
                return true;
            }

            @Override
            public boolean needsRecord() {
                return true;
            }

            @Override
            public boolean matchesRecord(RecordView seen) {
                shown[0]++;
                return false;
            }
        };
        for (int i = 0; i < 100; i++) {
            holds.hold(pull("sql", "T", 1, 5, none, 1_000));
        }
        holds.arrived("T", 1, 6, 0, record);
        runQueued();
        assertThat(shown[0]).isEqualTo(100 - woken);
        assertThat(resumed).hasSize(woken);
        assertThat(holds.count()).isEqualTo(100 - woken);
    }

    @Test
    void shouldWakeThePullsOfTheQueueThatGrew() {
        holds.hold(pull("hit", "T", 1, 5, EntryFilter.ALL, 1_000));
        holds.hold(pull("other queue", "T", 2, 5, EntryFilter.ALL, 1_000));
        holds.hold(pull("other topic", "U", 1, 5, EntryFilter.ALL, 1_000));
        holds.hold(pull("further on", "T", 1, 6, EntryFilter.ALL, 1_000));
        holds.arrived("T", 1, 6, 0, null);
        runQueued();
        assertThat(resumed).containsExactly("hit");
        assertThat(holds.count()).isEqualTo(3);
    }

    @Test
    void shouldLetOthersSleepThatWantAnotherTag() {
        holds.hold(pull("seven", "T", 0, 0, tag(7), 1_000));
        holds.arrived("T", 0, 1, 8, null);
        assertThat(queued).isEmpty();
        holds.arrived("T", 0, 2, 7, null);
        runQueued();
        assertThat(resumed).containsExactly("seven");
    }

    @Test
    void shouldEndAtTheDeadlineExactly() {
        holds.hold(pull("late", "T", 0, 0, EntryFilter.ALL, 15_000));
        holds.hold(pull("early", "T", 0, 0, EntryFilter.ALL, 14_000));
        assertThat(holds.doWork(13_999)).isZero();
        assertThat(holds.doWork(14_000)).isEqualTo(1);
        runQueued();
        assertThat(resumed).containsExactly("early");
        assertThat(holds.doWork(15_000)).isEqualTo(1);
        assertThat(holds.count()).isZero();
    }

    @Test
    void shouldWakeOnceForABurst() {
        holds.hold(pull("once", "T", 0, 0, EntryFilter.ALL, 1_000));
        for (int i = 1; i < 100; i++) {
            holds.arrived("T", 0, i, 0, null);
        }
        holds.doWork(1_000);
        runQueued();
        assertThat(resumed).containsExactly("once");
    }

    @Test
    void shouldForgetPullsOfAClosedConnection() {
        holds.opened(connection);
        holds.hold(pull("gone", "T", 0, 0, EntryFilter.ALL, 1_000));
        holds.closed(connection, "reset");
        holds.arrived("T", 0, 1, 0, null);
        holds.doWork(1_000);
        assertThat(queued).isEmpty();
        assertThat(holds.count()).isZero();
        assertThat(holds.count("T", 0)).isZero();
    }

    @Test
    void shouldForgetAPullWhoseConnectionClosedMeanwhile() {
        connection.close("reset");
        assertThat(holds.hold(pull("gone", "T", 0, 0, EntryFilter.ALL, 1_000))).isNull();
        assertThat(holds.count()).isZero();
    }

    @Test
    void shouldKeepAPullThatCanNotBeHandedOver() {
        holds.hold(pull("kept", "T", 0, 0, EntryFilter.ALL, 1_000));
        full = true;
        holds.arrived("T", 0, 1, 0, null);
        assertThat(holds.doWork(1_000)).isZero();
        full = false;
        assertThat(holds.doWork(1_001)).isEqualTo(1);
        runQueued();
        assertThat(resumed).containsExactly("kept");
    }

    @Test
    void shouldNameTheLimit() {
        for (int i = 0; i < 5_500; i++) {
            assertThat(holds.hold(pull("p" + i, "T", i, 0, EntryFilter.ALL, 1_000))).isNull();
        }
        assertThat(holds.hold(pull("own", "T", 0, 0, EntryFilter.ALL, 1_000))).contains("5500", "this connection");
        ConnectionTwin second = new ConnectionTwin();
        for (int i = 0; i < 500; i++) {
            holds.hold(new HeldPull("T", i, 0, EntryFilter.ALL, 1_000, second, () -> resumed.add("second"), 100));
        }
        assertThat(holds.hold(new HeldPull("T", 0, 0, EntryFilter.ALL, 1_000, second, () -> resumed.add("x"), 100)))
            .contains("6000");
        holds.releaseAll();
        runQueued();
        assertThat(resumed).hasSize(6_000);
        assertThat(holds.count()).isZero();
    }

    @Test
    void shouldNameTheLimitOfMemory() {
        ConnectionTwin second = new ConnectionTwin();
        HeldPull large = new HeldPull("T", 0, 0, EntryFilter.ALL, 1_000, second, () -> resumed.add("x"), 600_000);
        assertThat(holds.hold(large)).isNull();
        assertThat(holds.hold(large)).contains("1200000 bytes", "the limit is 1048576");
        assertThat(holds.count()).isEqualTo(1);
        holds.closed(second, "gone");
        assertThat(holds.hold(large)).as("room again").isNull();
    }

    @Test
    void shouldWakeWhatArrivedBetweenReadAndHold() {
        holds.hold(pull("raced", "T", 0, 3, EntryFilter.ALL, 1_000));
        holds.arrivedMeanwhile("T", 0, 3);
        assertThat(queued).isEmpty();
        holds.arrivedMeanwhile("T", 0, 4);
        runQueued();
        assertThat(resumed).containsExactly("raced");
    }
}
