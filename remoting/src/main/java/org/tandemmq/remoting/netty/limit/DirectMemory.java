/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty.limit;

import io.netty.util.internal.OutOfDirectMemoryError;
import java.util.Locale;

/**
 * Memory outside of the heap. What clients can take of it is limited; when it is used up all
 * the same, nothing is broken but the connection that asked: the memory comes back with others that end.
 */
public final class DirectMemory {

    /** Part of what every Java says whose limit {@code MaxDirectMemorySize} is reached. */
    private static final String REMARK = "direct buffer memory";

    private DirectMemory() {
    }

    /**
     * Whether this tells that there was no more of it, counted by Netty or by the JVM.
     *
     * @param cause what was thrown
     * @return false for everything else
     */
    public static boolean isUsedUp(Throwable cause) {
        return cause instanceof OutOfDirectMemoryError || cause instanceof OutOfMemoryError
            && String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT).contains(REMARK);
    }
}
