/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What first bytes look like. */
class ForeignProtocolTest {

    @ParameterizedTest
    @CsvSource({"GET / HTTP/1.1, HTTP request", "DELETE /topics, HTTP request", "CONNECT a:1, HTTP request",
        "PRI * HTTP/2.0, HTTP/2 preface", "PRI , HTTP/2 preface", "SSH-2.0-x, SSH", "PROXY TCP4 1, PROXY protocol"})
    void shouldKnowTheCommonOnes(String start, String name) {
        assertThat(ForeignProtocol.describe((start + " ").getBytes(StandardCharsets.US_ASCII)))
            .startsWith("looks like").contains(name).endsWith(": ");
    }

    @Test
    void shouldKnowBinaryOnes() {
        assertThat(ForeignProtocol.describe(new byte[] {22, 3, 1, 0})).contains("TLS hello on a plain port");
        assertThat(ForeignProtocol.describe(new byte[] {13, 10, 13, 10, 0, 13, 10})).contains("PROXY protocol");
    }

    @Test
    void shouldSayNothingOfWhatItDoesNotKnow() {
        assertThat(ForeignProtocol.describe(new byte[0])).isEmpty();
        assertThat(ForeignProtocol.describe(new byte[] {22})).isEmpty();
        assertThat(ForeignProtocol.describe(new byte[] {-1, -1, -1, -1})).isEmpty();
        assertThat(ForeignProtocol.describe("HELLO world".getBytes(StandardCharsets.US_ASCII))).isEmpty();
    }
}
