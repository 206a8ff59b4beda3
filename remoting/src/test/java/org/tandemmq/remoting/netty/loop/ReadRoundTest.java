/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Work that is kept until all requests of a read were carried out; the test's thread stands for an event loop. */
class ReadRoundTest {

    private final ReadRound round = ReadRound.ofThisLoop();
    private final List<String> done = new ArrayList<>();
    private final Runnable work = () -> done.add("work");

    @AfterEach
    void end() {
        round.end();
    }

    @Test
    void shouldRunOnceAfterAllRequests() {
        round.begin();
        assertThat(ReadRound.runAtEnd(work)).isTrue();
        assertThat(ReadRound.runAtEnd(work)).isTrue();
        assertThat(done).isEmpty();
        round.end();
        assertThat(done).containsExactly("work");
    }

    @Test
    void shouldBeginEachRoundWithNothing() {
        round.begin();
        ReadRound.runAtEnd(work);
        round.end();
        round.begin();
        round.end();
        assertThat(done).containsExactly("work");
    }

    @Test
    void shouldKeepWorkOfOneKind() {
        round.begin();
        ReadRound.runAtEnd(work);
        assertThat(ReadRound.runAtEnd(() -> done.add("other"))).isFalse();
        round.end();
        assertThat(done).containsExactly("work");
    }

    @Test
    void shouldKeepNothingOutsideOfARound() {
        assertThat(ReadRound.runAtEnd(work)).as("none was begun").isFalse();
        round.begin();
        round.end();
        assertThat(ReadRound.runAtEnd(work)).as("it has ended").isFalse();
        round.end();
        assertThat(done).isEmpty();
    }

    @Test
    void shouldTakeWorkThatIsAskedForByWork() {
        round.begin();
        List<Boolean> again = new ArrayList<>();
        ReadRound.runAtEnd(() -> again.add(ReadRound.runAtEnd(work)));
        round.end();
        assertThat(again).as("the round is over").containsExactly(false);
    }

    @Test
    void shouldKeepNothingOnAnotherThread() throws InterruptedException {
        round.begin();
        Thread other = new Thread(() -> done.add("kept " + ReadRound.runAtEnd(work)));
        other.start();
        other.join();
        assertThat(done).containsExactly("kept false");
    }
}
