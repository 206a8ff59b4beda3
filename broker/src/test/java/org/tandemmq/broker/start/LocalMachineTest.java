/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tandemmq.broker.config.Machine;

/** What the machine says. */
class LocalMachineTest {

    @Test
    void shouldObjectToAddressesNobodyElseReaches() {
        assertThat(LocalMachine.objection("127.0.0.1")).get().asString().contains("loopback");
        assertThat(LocalMachine.objection("::1")).get().asString().contains("loopback");
        assertThat(LocalMachine.objection("0.0.0.0")).isPresent();
        assertThat(LocalMachine.objection("no such host")).get().asString().contains("resolved");
        assertThat(LocalMachine.objection("192.0.2.1")).isEmpty();
    }

    @Test
    void shouldFindNameAddressAndEnvironment() throws UnknownHostException {
        Machine machine = LocalMachine.probe(Map.of("NAMESRV_ADDR", "192.0.2.1:9876", "HOSTNAME", "host-a"));

        assertThat(machine.hostName()).isNotBlank();
        assertThat(machine.nameServers()).isEqualTo("192.0.2.1:9876");
        assertThat(machine.processors()).isPositive();
        assertThat(InetAddress.getByName(machine.address().get()).isAnyLocalAddress()).isFalse();
    }
}
