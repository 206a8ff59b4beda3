/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The text of ids, whole and char by char. */
class OffsetMessageIdTest {

    @Test
    void shouldBeTheTextOfTheReference() {
        String host = OffsetMessageId.hostDigits(new InetSocketAddress("127.0.0.1", 45911));
        OffsetMessageId id = new OffsetMessageId(host, 0x1B34);

        assertThat(id.toString()).isEqualTo("7F0000010000B3570000000000001B34");
        assertThat(new StringBuilder(id.length()).append((CharSequence) id, 0, id.length()))
            .hasToString(id.toString());
        StringBuilder chars = new StringBuilder();
        id.chars().forEach(c -> chars.append((char) c));
        assertThat(chars).hasToString(id.toString());
    }

    @Test
    void shouldWriteTheSameTextAsBytes() {
        String host = OffsetMessageId.hostDigits(new InetSocketAddress("127.0.0.1", 45911));
        byte[] out = new byte[40];

        assertThat(OffsetMessageId.write(host, 0x8123_4567_89AB_CDEFL, out, 3)).isEqualTo(35);
        assertThat(new String(out, 3, OffsetMessageId.lengthAt(host), StandardCharsets.US_ASCII))
            .isEqualTo(new OffsetMessageId(host, 0x8123_4567_89AB_CDEFL).toString());
    }

    @Test
    void shouldHoldAnIpv6Address() {
        String host = OffsetMessageId.hostDigits(new InetSocketAddress("fd00::9", 10911));

        assertThat(new OffsetMessageId(host, -1L)).hasToString("FD00000000000000000000000000000900002A9F"
            + "FFFFFFFFFFFFFFFF").hasSize(56);
    }
}
