/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.topic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Names of topics and groups at their limits. */
class TopicNamesTest {

    @Test
    void shouldTakeNamesUpToTheLimit() {
        assertThat(TopicNames.topicFault("a".repeat(127))).isNull();
        assertThat(TopicNames.topicFault("%RETRY%az-AZ_09|")).isNull();
        assertThat(TopicNames.groupFault("g".repeat(120))).isNull();
    }

    @Test
    void shouldNameLengthAndLimit() {
        assertThat(TopicNames.topicFault("a".repeat(128))).contains("128", "127");
        assertThat(TopicNames.topicFault("a".repeat(300))).contains("300", "127");
        assertThat(TopicNames.groupFault("g".repeat(121))).contains("121", "120", "retry");
    }

    @Test
    void shouldNameTheIllegalCharacter() {
        assertThat(TopicNames.topicFault("a b")).contains("index 1");
        assertThat(TopicNames.topicFault("Größe")).contains("index 2");
        assertThat(TopicNames.topicFault("a/../b")).contains("index 1");
        assertThat(TopicNames.topicFault(null)).contains("blank");
        assertThat(TopicNames.topicFault("  ")).contains("blank");
    }
}
