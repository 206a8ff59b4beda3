/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.tandemmq.remoting.OwnedTask;

/** Requests that wait elsewhere hold so many bytes and no more. */
class WaitingWorkTest {

    private final Queue<Runnable> queued = new ArrayDeque<>();

    @Test
    void shouldRefuseBeyondItsBytesAndHaveRoomAgainWhenWorkIsDone() {
        WaitingWork work = new WaitingWork(queued::add, 100);
        work.submit("c", 60, "reads", () -> { });
        assertThatThrownBy(() -> work.submit("c", 41, "reads", () -> { })).isInstanceOf(RefusedException.class)
            .hasMessage("[OVERLOAD] reads: requests that wait would hold 101 bytes, the limit is 100");
        Runnable failing = () -> {
            throw new IllegalStateException("made up");
        };
        work.submit("c", 40, "reads", failing);
        assertThat(((OwnedTask) queued.peek()).owner()).isEqualTo("c");
        queued.remove().run();
        assertThatThrownBy(() -> queued.remove().run()).hasMessage("made up");
        work.submit("c", 100, "reads", () -> { });
    }

    @Test
    void shouldTellTheLimitOfAFullQueueAndKeepNothing() {
        WaitingWork work = new WaitingWork(task -> {
            if (queued.isEmpty()) {
                queued.add(task);
                throw new RejectedExecutionException("admin has 7 requests waiting, the limit is 7");
            }
        }, 100);
        assertThatThrownBy(() -> work.submit("c", 100, "reads", () -> { })).isInstanceOf(RefusedException.class)
            .hasMessage("[OVERLOAD] reads: admin has 7 requests waiting, the limit is 7");
        work.submit("c", 100, "reads", () -> { });
    }
}
