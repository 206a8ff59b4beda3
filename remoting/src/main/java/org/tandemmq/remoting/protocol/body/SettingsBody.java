/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Body of the answer to code 26: a broker's settings, one {@code key=value} a line. */
public final class SettingsBody {

    private static final String NAME_KEY = "brokerName=";

    private SettingsBody() {
    }

    /**
     * The name of the broker that answered.
     *
     * @param body the answer's body; not consumed
     * @return the name; null when the settings don't tell it
     */
    public static String brokerName(ByteBuffer body) {
        return StandardCharsets.UTF_8.decode(body.duplicate()).toString().lines()
            .filter(line -> line.startsWith(NAME_KEY)).map(line -> line.substring(NAME_KEY.length()).strip())
            .findFirst().orElse(null);
    }
}
