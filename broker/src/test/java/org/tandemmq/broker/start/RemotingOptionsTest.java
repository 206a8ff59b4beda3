/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** RocketMQ's options of the JVM. */
class RemotingOptionsTest {

    @Test
    void shouldNameThoseThatAreGiven() {
        assertThat(RemotingOptions.warnings(Set.of("user.home", "com.rocketmq.remoting.frameMaxLength",
            "com.rocketmq.remoting.socket.sndbuf.size"))).containsExactly(
                "-Dcom.rocketmq.remoting.frameMaxLength has no effect here: frames have 16 MiB at most",
                "-Dcom.rocketmq.remoting.socket.sndbuf.size has no effect here");
        assertThat(RemotingOptions.warnings(System.getProperties().stringPropertyNames())).isEmpty();
    }
}
