/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may connect to the replication port. */
class AllowedPeersTest {

    @ParameterizedTest
    @CsvSource({"10.0.0.7,10.0.0.7,true", "10.0.0.7,10.0.0.8,false", "10.1.0.0/16,10.1.255.3,true",
        "10.1.0.0/16,10.2.0.1,false", "10.1.2.0/23,10.1.3.255,true", "10.1.2.0/23,10.1.4.0,false",
        "0.0.0.0/0,192.168.1.1,true", "fd00::/8,fd12::1,true", "fd00::/8,fe80::1,false", "fd00::/8,10.0.0.1,false",
        "::1,::1,true", "10.0.0.0/8,::1,false"})
    void shouldKnowAddressesAndNetworks(String entry, String peer, boolean allowed) throws UnknownHostException {
        assertThat(new AllowedPeers("peers", List.of("203.0.113.9", entry)).contains(InetAddress.getByName(peer)))
            .isEqualTo(allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "example", "fd00::/129", "", "10.0.0.999",
        "1.2.3", "10.1/16", "7", "4294967295", "1.2.3.4.5", "1.2.3.", "::1.2.3"})
    void shouldNameWhatIsNoAddress(String entry) {
        assertThatThrownBy(() -> new AllowedPeers("peers", List.of(entry)))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContainingAll("peers: ", "'" + entry + "'");
    }

    @Test
    void shouldAllowAnyWithoutEntries() throws UnknownHostException {
        AllowedPeers any = new AllowedPeers("peers", List.of());
        assertThat(any.isAny()).isTrue();
        assertThat(any.contains(InetAddress.getByName("198.51.100.1"))).isTrue();
    }
}
