/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tandemmq.broker.schedule.DelayOffsets;
import org.tandemmq.store.config.CommitLogConfig;
import org.tandemmq.store.config.QueueConfig;

/** The table of keys itself. */
class KnownKeysTest {

    @Test
    void shouldHaveDefaultsThatFitTheirTypes() {
        for (ConfigKey key : KnownKeys.ofBroker().all()) {
            if (!key.isDefaultDerived()) {
                assertThatCode(() -> key.type().parse(key.defaultText())).as(key.name()).doesNotThrowAnyException();
            }
        }
    }

    @Test
    void shouldPointOldSpellingsToKnownKeys() {
        KnownKeys keys = KnownKeys.ofBroker();
        for (ConfigKey key : keys.all()) {
            if (key.effect() == ConfigKey.Effect.OLD) {
                assertThat(keys.find(key.meaning())).as(key.name()).isPresent();
            }
        }
    }

    @Test
    void shouldLimitDelays() {
        KeyType type = KnownKeys.ofBroker().find("messageDelayLevel").orElseThrow().type();
        assertThat(type.description()).contains("level 1 first", "any order", "1000 of", "36500d");
        assertThat(type.parse("2d 1s 36500d")).isEqualTo(List.of(172_800_000L, 1_000L, 3_153_600_000_000L));
        for (String delays : List.of("1s 36501d", "106751991167d", "9223372036854775s", "9223372036854775807s", "-1s",
            "9223372036854775808s", "1", "", "1s,2s", "1s ".repeat(1_001))) {
            assertThatThrownBy(() -> type.parse(delays)).as(delays).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat((List<?>) type.parse("1s ".repeat(DelayOffsets.LEVELS_MAX))).hasSize(QueueConfig.DELAY_LEVELS_MAX);
    }

    /** A place in a file and what stands there add up to an int. */
    @Test
    void shouldLimitSizesOfFiles() {
        KeyType segment = KnownKeys.ofBroker().find("mappedFileSizeCommitLog").orElseThrow().type();
        assertThat(segment.parse("2147479552")).isEqualTo((long) CommitLogConfig.SEGMENT_BYTES_MAX);
        assertThat(new CommitLogConfig(CommitLogConfig.SEGMENT_BYTES_MAX, 1, true, 1, true).segmentBytes())
            .isEqualTo(2_147_479_552);
        assertThatThrownBy(() -> segment.parse("2147479553")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new CommitLogConfig(2_147_479_553, 1, true, 1, true))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("2147479552");
    }

    @Test
    void shouldFindNearestKeyByLetters() {
        assertThat(KnownKeys.ofBroker().nearest("brokerNam")).contains("brokerName");
        assertThat(KnownKeys.ofBroker().nearest("nameserverAddr")).contains("namesrvAddr");
        assertThat(KnownKeys.ofBroker().nearest("slaveReadEnabled")).contains("slaveReadEnable");
        assertThat(KnownKeys.ofBroker().nearest("zzzzzzzz")).isEmpty();
    }
}
