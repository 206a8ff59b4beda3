/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Closing in reverse order. */
class CloseOrderTest {

    private final List<String> closed = new ArrayList<>();
    private final CloseOrder order = new CloseOrder();

    @Test
    void shouldCloseInReverseOrderOnce() {
        add("store");
        add("tables");
        add("port");

        order.close();
        order.close();

        assertThat(closed).containsExactly("port", "tables", "store");
    }

    @Test
    void shouldCloseTheOthersWhenOneFails() {
        add("store");
        order.add("port", () -> {
            throw new IllegalStateException("stuck");
        });
        order.add("replication", () -> {
            throw new InternalError("the disk does not give a page");
        });
        add("jobs");

        order.close();

        assertThat(closed).containsExactly("jobs", "store");
    }

    @Test
    void shouldRefusePartsAfterTheEnd() {
        order.close();

        assertThatThrownBy(() -> add("port")).isInstanceOf(IllegalStateException.class).hasMessageContaining("port");
    }

    private void add(String name) {
        order.add(name, () -> closed.add(name));
    }
}
