/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.RemotingTimeoutException;
import org.tandemmq.remoting.protocol.HeaderFields;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.SerializeType;

/** The table of requests, with a clock moved by hand. */
class PendingRequestsTest {

    private final PendingRequests pending = new PendingRequests();

    private CompletableFuture<RemotingCommand> add(int opaque, long deadlineNs) {
        CompletableFuture<RemotingCommand> answer = new CompletableFuture<>();
        pending.add(opaque, answer, deadlineNs, "request " + opaque);
        return answer;
    }

    private static RemotingCommand answer(int opaque) {
        return new RemotingCommand(0, 0, 0, opaque, 1, null, HeaderFields.NONE, ByteBuffer.allocate(0),
            SerializeType.JSON);
    }

    @Test
    void shouldHandAnswersToTheirRequests() {
        CompletableFuture<RemotingCommand> first = add(1, 100);
        CompletableFuture<RemotingCommand> second = add(2, 100);

        assertThat(pending.contains(2)).isTrue();
        assertThat(pending.complete(answer(2))).isTrue();
        assertThat(pending.complete(answer(2))).isFalse();
        assertThat(second.join().opaque()).isEqualTo(2);
        assertThat(first).isNotDone();
        assertThat(pending.size()).isEqualTo(1);
    }

    @Test
    void shouldFailWhatIsBeyondTheLimitAtOnce() {
        for (int opaque = 0; opaque < PendingRequests.WAITING_MAX; opaque++) {
            assertThat(add(opaque, 100)).isNotDone();
        }
        assertThatThrownBy(add(-1, 100)::join).hasMessageContaining("request -1").hasMessageContaining("8192");
        assertThat(pending.complete(answer(0))).isTrue();
        assertThat(add(-1, 100)).isNotDone();
    }

    @Test
    void shouldFailWhatIsOverdueAndTellTheNextDeadline() {
        long start = Long.MAX_VALUE - 5; // the clock may overflow
        CompletableFuture<RemotingCommand> early = add(1, start + 10);
        CompletableFuture<RemotingCommand> late = add(2, start + 20);

        assertThat(pending.expire(start + 9)).isEqualTo(start + 10);
        assertThat(pending.expire(start + 10)).isEqualTo(start + 20);
        assertThatThrownBy(early::join).hasCauseInstanceOf(RemotingTimeoutException.class)
            .hasMessageContaining("request 1");
        assertThat(late).isNotDone();
        assertThat(pending.expire(start + 30)).isEqualTo(PendingRequests.NONE);
        assertThat(late).isCompletedExceptionally();
        assertThat(pending.size()).isZero();
    }

    @Test
    void shouldFailAllWithTheConnectionAndAllThatComeLater() {
        CompletableFuture<RemotingCommand> before = add(1, 10);
        pending.failAll("cable cut");
        CompletableFuture<RemotingCommand> after = add(2, 10);

        assertThatThrownBy(before::join).hasCauseInstanceOf(RemotingException.class).hasMessageContaining("cable cut");
        assertThatThrownBy(after::join).hasCauseInstanceOf(RemotingException.class).hasMessageContaining("cable cut");
        assertThat(pending.size()).isZero();
    }

    @Test
    void shouldNotForgetARequestWhoseNumberComesAgain() {
        CompletableFuture<RemotingCommand> before = add(1, 10);
        CompletableFuture<RemotingCommand> again = add(1, 10);

        assertThat(before).isCompletedExceptionally();
        assertThat(again).isNotDone();
    }
}
