/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.driver;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Bodies that follow from a message's number, so that the receiver can tell whether one arrived unharmed. */
public final class Body {
    private Body() {
    }

    /** The body of message {@code number} with {@code sizeBytes} bytes; does not compress. */
    public static byte[] of(long number, int sizeBytes) {
        byte[] body = new byte[sizeBytes];
        SplittableRandom random = new SplittableRandom(number);
        for (int i = 0; i < sizeBytes; i += 8) {
            long bits = random.nextLong();
            for (int j = i; j < Math.min(i + 8, sizeBytes); j++) {
                body[j] = (byte) (bits >>> 8 * (j - i));
            }
        }
        return body;
    }

    /** Whether this is the body that {@link #of} makes. */
    public static boolean matches(long number, byte[] body) {
        return Arrays.equals(body, of(number, body.length));
    }
}
