/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

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
    void shouldFindNearestKeyByLetters() {
        assertThat(KnownKeys.ofBroker().nearest("brokerNam")).contains("brokerName");
        assertThat(KnownKeys.ofBroker().nearest("nameserverAddr")).contains("namesrvAddr");
        assertThat(KnownKeys.ofBroker().nearest("slaveReadEnabled")).contains("slaveReadEnable");
        assertThat(KnownKeys.ofBroker().nearest("zzzzzzzz")).isEmpty();
    }
}
