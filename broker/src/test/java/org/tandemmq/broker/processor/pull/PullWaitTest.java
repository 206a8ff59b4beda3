/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.pull;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.store.config.BrokerRole;

/** Pulls that wait, read from disk, or meet the other broker of the pair. */
class PullWaitTest {

    @TempDir
    private Path folder;
    private PullTwin at;

    @BeforeEach
    void open() {
        at = new PullTwin(folder);
    }

    @Test
    void shouldHoldUntilAMessageArrives() {
        ReplyTwin reply = at.pull("sysFlag", 6);
        assertThat(reply.code).isEqualTo(-1);
        at.send("A");
        at.holds.arrived("T", 0, 1, "A".hashCode(), null);
        at.runReaders();
        assertThat(reply.code).isZero();
        assertThat(reply.fields).containsEntry("nextBeginOffset", "1");
    }

    @Test
    void shouldHoldUntilTheDeadline() {
        ReplyTwin reply = at.pull("sysFlag", 6);
        at.holds.doWork(15_999);
        at.runReaders();
        assertThat(reply.code).isEqualTo(-1);
        at.holds.doWork(16_000);
        at.runReaders();
        assertThat(reply.code).isEqualTo(19);
        assertThat(reply.fields).hasSize(4);
        assertThat(at.holds.count()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {PullMessageProcessor.HOLD_MAX_MS + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE})
    void shouldHoldNoLongerThanTheLimit(long suspendTimeoutMs) {
        ReplyTwin reply = at.pull("sysFlag", 6, "suspendTimeoutMillis", suspendTimeoutMs);
        at.holds.doWork(1_000 + PullMessageProcessor.HOLD_MAX_MS - 1);
        at.runReaders();
        assertThat(reply.code).isEqualTo(-1);
        at.holds.doWork(1_000 + PullMessageProcessor.HOLD_MAX_MS);
        at.runReaders();
        assertThat(reply.code).isEqualTo(19);
    }

    @Test
    void shouldHoldOnlyBrieflyWithoutLongPolling() {
        at.settings = new PullSettings(6, true, false, 1000, false, false, 0);
        ReplyTwin reply = at.pull("sysFlag", 6);
        at.holds.doWork(2_000);
        at.runReaders();
        assertThat(reply.code).isEqualTo(19);
    }

    @Test
    void shouldDropAHeldPullOfAGoneCaller() {
        ReplyTwin reply = at.pull("sysFlag", 6);
        reply.open = false;
        at.holds.doWork(16_000);
        at.runReaders();
        assertThat(reply.dropped).isTrue();
    }

    @Test
    void shouldNameTheLimitOfHeldPulls() {
        for (int i = 0; i < 100; i++) {
            at.pull("sysFlag", 6);
        }
        ReplyTwin reply = at.pull("sysFlag", 6);
        assertThat(reply.code).isEqualTo(2);
        assertThat(reply.remark).contains("100");
    }

    @Test
    void shouldReadColdMessagesElsewhere() {
        at.send("A", "B");
        at.store.coldBelow = 1;
        ReplyTwin reply = at.start(RequestCode.PULL_MESSAGE);
        assertThat(reply.code).isEqualTo(-1);
        at.runReaders();
        assertThat(reply.code).isZero();
        assertThat(at.start(RequestCode.PULL_MESSAGE, "queueOffset", 1).code).isZero();
    }

    @Test
    void shouldSuggestASlaveOnlyWhenItCanServe() {
        at.send("A", "B");
        at.store.coldBelow = 1;
        assertThat(at.pull().fields).containsEntry("suggestWhichBrokerId", "0");
        at.settings = new PullSettings(6, true, true, 1000, true, false, 0);
        assertThat(at.pull().fields).containsEntry("suggestWhichBrokerId", "0");
        at.pairUp = true;
        assertThat(at.pull().fields).containsEntry("suggestWhichBrokerId", "1");
        assertThat(at.pull("queueOffset", 1).fields).containsEntry("suggestWhichBrokerId", "0");
    }

    @Test
    void shouldNotMoveAClientThatIsAheadOfASlave() {
        at.send("A");
        at.store.role = BrokerRole.SLAVE;
        at.settings = new PullSettings(6, true, true, 1000, true, false, 1);
        for (Object ahead : List.of(2, 101, Long.MAX_VALUE)) {
            ReplyTwin reply = at.pull("queueOffset", ahead);
            assertThat(reply.code).isEqualTo(20);
            assertThat(reply.fields).containsEntry("nextBeginOffset", String.valueOf(ahead))
                .containsEntry("suggestWhichBrokerId", "0");
        }
        assertThat(at.pull("queueId", 1, "queueOffset", 9).fields).containsEntry("nextBeginOffset", "9");
        assertThat(at.pull("consumerGroup", "fresh").code).isZero();
        assertThat(at.tables.groups.group("fresh")).isNull();
    }

    @Test
    void shouldLetAClientWaitAtASlaveForAMomentOnly() {
        at.send("A");
        at.store.role = BrokerRole.SLAVE;
        at.settings = new PullSettings(6, true, true, 1000, true, false, 1);
        at.pairUp = true;
        ReplyTwin reply = at.pull("queueOffset", 2, "sysFlag", 6);
        at.holds.doWork(2_000);
        at.runReaders();
        assertThat(reply.code).isEqualTo(20);
        at.pairUp = false;
        ReplyTwin alone = at.pull("queueOffset", 2, "sysFlag", 6);
        at.holds.doWork(2_000);
        at.runReaders();
        assertThat(alone.code).isEqualTo(-1);
    }

    @Test
    void shouldCorrectOnASlaveWhatNobodyHas() {
        at.send("A", "B");
        at.store.role = BrokerRole.SLAVE;
        at.store.minOffset = 1;
        at.settings = new PullSettings(6, true, true, 1000, true, false, 1);
        assertThat(at.pull("queueOffset", 0).code).isEqualTo(21);
        assertThat(at.pull("queueOffset", 0).fields).containsEntry("nextBeginOffset", "1");
        at.pairUp = true;
        assertThat(at.pull("queueOffset", 0).code).isEqualTo(20);
        assertThat(at.pull("queueOffset", 0).fields).containsEntry("nextBeginOffset", "0");
    }
}
