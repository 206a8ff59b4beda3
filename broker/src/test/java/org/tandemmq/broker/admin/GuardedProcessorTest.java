/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tandemmq.broker.ConnectionTwin;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.broker.RequestTwin;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.store.config.AllowedPeers;

/** Who may administer. */
class GuardedProcessorTest {

    @ParameterizedTest
    @CsvSource({"'', 10.0.0.9, 10.0.0.1, true", "192.0.2.0/24, 192.0.2.7, 10.0.0.1, true",
        "192.0.2.0/24, 192.0.3.7, 10.0.0.1, false", "192.0.2.7, 127.0.0.1, 127.0.0.1, true",
        "192.0.2.7, 10.0.0.1, 10.0.0.1, true", "192.0.2.7;fd00::/8, fd12::1, ::1, true",
        "192.0.2.7, fd12::1, fd12::2, false"})
    void shouldLetThisMachineAndTheNamedOnesPass(String peers, String from, String to, boolean passes) {
        List<Integer> passed = new ArrayList<>();
        List<String> named = peers.isEmpty() ? List.of() : Arrays.asList(peers.split(";"));
        GuardedProcessor guard = new GuardedProcessor(new AllowedPeers("adminAllowedPeers", named),
            (connection, request, reply) -> {
                passed.add(request.code());
                reply.send(0, null);
            }, () -> 0);
        ReplyTwin reply = new ReplyTwin();
        guard.process(new ConnectionTwin(new InetSocketAddress(from, 4711), new InetSocketAddress(to, 10911)),
            RequestTwin.of(RequestCode.UPDATE_BROKER_CONFIG, new byte[0]), reply);
        assertThat(reply.code).isEqualTo(passes ? 0 : 16);
        assertThat(passed).hasSize(passes ? 1 : 0);
        if (!passes) {
            assertThat(reply.remark).contains("adminAllowedPeers", "25");
        }
    }
}
