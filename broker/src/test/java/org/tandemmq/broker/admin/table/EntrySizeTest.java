/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.table;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.remoting.protocol.body.SubscriptionGroupConfig;

/** Entries of tables keep what they do not know, but not without measure. */
class EntrySizeTest {

    @Test
    void shouldTakeAnOrdinaryGroup() {
        assertThatCode(() -> EntrySize.check("group g", SubscriptionGroupConfig.of("g").toJson()))
            .doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseLongTextsAndManyValues() {
        assertThatThrownBy(() -> EntrySize.check("group g", Map.of("attributes", Map.of("a", "x".repeat(5_000)))))
            .isInstanceOf(RefusedException.class).hasMessageContaining("group g has 50")
            .hasMessageEndingWith("the limit is 4096");
        Map<String, Object> many = new HashMap<>();
        for (int i = 0; i < 300; i++) {
            many.put("a" + i, 1);
        }
        assertThatThrownBy(() -> EntrySize.check("topic t", Map.of("attributes", many)))
            .hasMessage("topic t has 302 values with all attributes, the limit is 200");
    }
}
