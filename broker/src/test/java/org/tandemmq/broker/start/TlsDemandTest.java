/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Modes of TLS that RocketMQ knows. */
class TlsDemandTest {

    @Test
    void shouldNotServePlainWhereTlsIsDemanded() {
        for (String mode : new String[] {"enforcing", "ENFORCING"}) {
            assertThatThrownBy(() -> TlsDemand.check(mode)).hasMessageContaining("tls.server.mode=" + mode);
        }
        for (String mode : new String[] {null, "", "permissive", "disabled"}) {
            assertThatCode(() -> TlsDemand.check(mode)).doesNotThrowAnyException();
        }
    }
}
