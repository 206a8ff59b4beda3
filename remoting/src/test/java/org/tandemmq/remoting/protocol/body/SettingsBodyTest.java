/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The name in the settings of another broker. */
class SettingsBodyTest {

    private static String name(String text) {
        ByteBuffer body = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        String name = SettingsBody.brokerName(body);
        assertThat(body.remaining()).isEqualTo(body.capacity());
        return name;
    }

    @Test
    void shouldFindTheNameAmongOtherSettings() {
        assertThat(name("brokerId=0\nbrokerNameSuffix=x\nbrokerName=broker-a\naddr=a=b\n")).isEqualTo("broker-a");
        assertThat(name("brokerName=b=c \r\nx=y")).isEqualTo("b=c");
        assertThat(name("oldbrokerName=x\nmsg=brokerName=y\n")).isNull();
        assertThat(name("")).isNull();
    }
}
