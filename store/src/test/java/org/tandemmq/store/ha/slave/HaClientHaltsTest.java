/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.slave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.ha.HaFrames;
import org.tandemmq.store.ha.HaStatus;
import org.tandemmq.store.ha.history.TailAnswer;
import org.tandemmq.store.ha.history.TailConfirmation;

/** The slave's side: what it does before it has the master's word, and where the two logs do not fit. */
class HaClientHaltsTest extends ClientFixture {

    @Test
    void shouldNotReportBeforeTheMasterHasConfirmed() {
        log.appendRecord(100, 1, random);
        CompletableFuture<TailAnswer> answer = new CompletableFuture<>();
        confirmation = question -> answer;
        address.follow("10.0.0.1:10912");
        start();
        work(10);
        assertThat(channel.takeWritten().remaining()).isZero();
        answer.complete(new TailAnswer(TailAnswer.Verdict.SAME, 0, 500, "same"));
        work(2);
        assertThat(channel.takeWritten().remaining()).isEqualTo(8);
    }

    @Test
    void shouldStopOutOfRangeAndAskAgain() {
        log.appendRecord(100, 1, random);
        confirmation = question -> CompletableFuture.completedFuture(
            new TailAnswer(TailAnswer.Verdict.BELOW_OLDEST, 4_096, 9_000, "gone"));
        address.follow("10.0.0.1:10912");
        start();
        HaStatus.Client status = pass(0);
        assertThat(status.state()).isEqualTo("out of range");
        assertThat(status.reason()).contains("4096 to 9000");
        assertThat(channel.isClosed()).isTrue();
        pass(20_000);
        assertThat(attempts).hasSize(1);
        assertThat(pass(11_000).state()).isEqualTo("out of range");
        assertThat(attempts).hasSize(2);
    }

    @Test
    void shouldStopWhileNobodyKnowsTheHistoryAndGoOnOnceSomebodyDoes() {
        log.appendRecord(100, 1, random);
        TailConfirmation known = confirmation;
        confirmation = TailConfirmation.NONE;
        address.follow("10.0.0.1:10912");
        start();
        HaStatus.Client status = pass(0);
        assertThat(status.state()).isEqualTo("history unknown");
        assertThat(status.reason()).contains("no remoting address");
        assertThat(channel.takeWritten().remaining()).isZero();
        assertThat(pass(3_000).state()).isEqualTo("history unknown");
        confirmation = known;
        assertThat(pass(5_000).state()).isEqualTo("following");
        confirmation = TailConfirmation.NONE;
        for (int i = 0; i < 4; i++) {
            channel.feed(HaFrames.header(log.endPosition(), 0));
            assertThat(pass(4_000).state()).as("was compared when the connection began").isEqualTo("following");
        }
    }

    @Test
    void shouldStopWhereItOnlyFollowedAndSayWhy() {
        resolution = new HaConfig.Resolution(true, true, false);
        log.appendRecord(100, 1, random);
        long end = log.endPosition();
        confirmation = question -> CompletableFuture.completedFuture(
            new TailAnswer(TailAnswer.Verdict.AHEAD, 0, 90, "behind the end"));
        address.follow("10.0.0.1:10912");
        start();
        HaStatus.Client status = pass(0);
        assertThat(status.state()).isEqualTo("diverged");
        assertThat(status.reason()).contains("behind the end", "only what this broker wrote itself as a master");
        assertThat(log.endPosition()).isEqualTo(end);
        log.writtenFrom(0);
        confirmation = question -> CompletableFuture.completedFuture(
            new TailAnswer(TailAnswer.Verdict.SAME, 0, 9_000, "same"));
        assertThat(pass(31_000).state()).isEqualTo("following");
        assertThat(log.ownFrom()).as("the master has it all").isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldBeginAnewOutOfRangeWhereThatIsAllowed() {
        resolution = new HaConfig.Resolution(true, false, false);
        log.appendRecord(100, 1, random);
        confirmation = question -> CompletableFuture.completedFuture(
            new TailAnswer(TailAnswer.Verdict.BELOW_OLDEST, 4_096, 9_000, "gone"));
        address.follow("10.0.0.1:10912");
        start();
        pass(300);
        assertThat(pass(300).state()).isEqualTo("following");
        assertThat(log.asides()).containsExactly("out-of-range");
        assertThat(HaFrames.reportPosition(channel.takeWritten(), 0)).isZero();
    }

    @Test
    void shouldNoticeThatItWasOvertakenWhileOnlyHeartbeatsCome() {
        log.appendRecord(100, 1, random);
        TailAnswer[] answer = {new TailAnswer(TailAnswer.Verdict.SAME, 0, 9_000, "same")};
        confirmation = question -> CompletableFuture.completedFuture(answer[0]);
        address.follow("10.0.0.1:10912");
        start();
        work(6);
        answer[0] = new TailAnswer(TailAnswer.Verdict.BELOW_OLDEST, 4_096, 9_000, "gone");
        for (int i = 0; i < 4; i++) {
            channel.feed(HaFrames.header(log.endPosition(), 0));
            pass(4_000);
        }
        assertThat(client.status().client().state()).isEqualTo("out of range");
    }

    @Test
    void shouldTryAgainWhenTheMasterDoesNotAnswer() {
        log.appendRecord(100, 1, random);
        confirmation = question -> CompletableFuture.completedFuture(
            TailAnswer.without(TailAnswer.Verdict.NO_ANSWER, "timed out"));
        address.follow("10.0.0.1:10912");
        start();
        HaStatus.Client status = pass(0);
        assertThat(status.state()).isIn("waiting", "resolving");
        assertThat(status.reason()).contains("timed out");
        assertThat(channel.takeWritten().remaining()).isZero();
    }
}
