/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.pull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.remoting.protocol.body.SubscriptionData;

/** Which filter a subscription has, and the code when it has none. */
class PropertyFiltersTest {

    private static SubscriptionData subscription(String expression, String type) {
        return SubscriptionData.parse("T", expression, type, 1);
    }

    private static int code(PropertyFilters filters, SubscriptionData subscription, boolean carried) {
        try {
            filters.filter("g", subscription, carried);
            return 0;
        } catch (RefusedException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return refused.code();
        }
    }

    @ParameterizedTest
    @CsvSource({"a > 5, SQL92, 0, 0", "a >, SQL92, 23, 27", "*, SQL92, 23, 27", "a > 5, XPATH, 23, 27",
        "a || b, TAG, 0, 0"})
    void shouldTellACarriedMistakeFromARegisteredOne(String expression, String type, int carried, int registered) {
        PropertyFilters filters = new PropertyFilters(() -> true);
        assertThat(code(filters, subscription(expression, type), true)).isEqualTo(carried);
        assertThat(code(filters, subscription(expression, type), false)).isEqualTo(registered);
    }

    @Test
    void shouldNameTheGroupTheTopicAndThePlace() {
        assertThatThrownBy(() -> new PropertyFilters(() -> true).filter("g", subscription("a = 5 AND", "SQL92"), false))
            .hasMessageContaining("group g").hasMessageContaining("topic T").hasMessageContaining("column");
    }

    @Test
    void shouldRefuseExpressionsWhileTheyAreOff() {
        PropertyFilters filters = new PropertyFilters(() -> false);
        assertThat(code(filters, subscription("a > 5", "SQL92"), true)).isEqualTo(1);
        assertThat(code(filters, subscription("a > 5", "SQL92"), false)).isEqualTo(1);
        assertThat(code(filters, subscription("a", "TAG"), false)).isZero();
    }
}
