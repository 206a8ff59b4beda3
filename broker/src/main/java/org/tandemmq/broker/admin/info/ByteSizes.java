/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.info;

import java.util.Locale;

/** Sizes as tools print them: {@code 0 B}, {@code 1.5 KiB}, {@code 252.0 GiB}. */
final class ByteSizes {

    private static final String UNITS = "KMGTPE";

    private ByteSizes() {
    }

    static String text(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        double size = bytes;
        int unit = -1;
        while (size >= 1024 && unit < UNITS.length() - 1) {
            size /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %siB", size, UNITS.charAt(unit));
    }
}
