/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.broker.outer.OwnRequestCode;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/** Masters that answer for tables, and for little or nothing else. */
class SilentMasterTest extends FollowingPair {

    private static final int TOPICS = 21;

    @Test
    void shouldFollowAMasterThatDoesNotAnswerOurOwnRequestAtAll() {
        twin.knowNothingOfUs();
        twin.breakOff(OwnRequestCode.TABLE_VERSIONS);
        work();
        assertThat(slave.topics.topics()).isEqualTo(master.topics.topics());
        assertThat(slave.groups.groups()).isEqualTo(master.groups.groups());
        assertThat(reachable).isTrue();
    }

    @Test
    void shouldGoOnWithAnotherKindThatDoesNotAnswerOurOwnRequestLater() {
        twin.knowNothingOfUs();
        work();
        twin.breakOff(OwnRequestCode.TABLE_VERSIONS);
        pass(45_000);
        master.topics.update(List.of(TopicConfig.of("New", 3, 6)));
        pass(15_000);
        assertThat(slave.topics.topic("New")).isNotNull();
        assertThat(sync.report().problem()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "{}", "[1]", "no JSON"})
    void shouldTakeTablesFromOneThatAnswersNonsenseToAllElse(String nonsense) {
        twin.knowNothingOfUs();
        twin.answer(OwnRequestCode.TABLE_VERSIONS, nonsense);
        twin.answer(RequestCode.GET_BROKER_RUNTIME_INFO, nonsense);
        work();
        assertThat(slave.topics.topics()).isEqualTo(master.topics.topics());
        assertThat(history.asked).isNotEmpty();
        assertThat(sync.report().problem()).isNull();
    }

    @Test
    void shouldTakeTablesFromOneThatAnswersNothingElseWhileThereIsNothingToLose() {
        twin.knowNothingOfUs();
        twin.breakOff(OwnRequestCode.TABLE_VERSIONS);
        twin.breakOff(RequestCode.GET_BROKER_RUNTIME_INFO);
        pass(20_000);
        assertThat(slave.topics.topics()).as("our records may be of another history").isEmpty();
        history.empty = true;
        pass(10_000);
        assertThat(slave.topics.topics()).isEqualTo(master.topics.topics());
        master.topics.update(List.of(TopicConfig.of("New", 3, 6)));
        pass(12_000);
        assertThat(slave.topics.topic("New")).isNotNull();
        history.empty = false;
        pass(6_000);
        assertThat(sync.report().follows()).isFalse();
    }

    @Test
    void shouldTakeNothingFromAnotherNameThoughThereIsNothingToLose() {
        history.empty = true;
        twin.serve(master.processor(true, "broker-b", "stranger"));
        pass(60_000);
        assertThat(slave.topics.topics()).isEmpty();
        assertThat(twin.count(TOPICS)).isZero();
    }
}
