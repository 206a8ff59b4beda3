/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.tandemmq.broker.config.ConfigException;

/** Busy ports are named before anything is opened. */
class PortCheckTest {

    private final PortCheck check = new PortCheck("127.0.0.1");

    @Test
    void shouldNameEveryBusyPortWithMeaningAndKey() throws IOException {
        try (ServerSocket one = listen(); ServerSocket two = listen()) {
            check.probe(one.getLocalPort(), "for clients", "listenPort");
            check.probe(two.getLocalPort(), "for slaves", "haListenPort");

            assertThatThrownBy(check::end).isInstanceOf(ConfigException.class)
                .hasMessageContaining("port " + one.getLocalPort() + " for clients (listenPort)")
                .hasMessageContaining("port " + two.getLocalPort() + " for slaves (haListenPort)");
        }
    }

    @Test
    void shouldAcceptFreePort() throws IOException {
        int port;
        try (ServerSocket free = listen()) {
            port = free.getLocalPort();
        }
        check.probe(port, "for clients", "listenPort");

        assertThatCode(check::end).doesNotThrowAnyException();
    }

    @Test
    void shouldNameAddressThatIsNotOurs() {
        PortCheck elsewhere = new PortCheck("198.51.100.250");
        elsewhere.probe(1, "for clients", "listenPort");

        assertThatThrownBy(elsewhere::end).hasMessageContaining("198.51.100.250");
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
    }
}
