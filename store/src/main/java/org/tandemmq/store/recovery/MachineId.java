/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.recovery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;

/**
 * A number that stays the same as long as the page cache can hold what a killed process wrote: until the kernel boots
 * again, or the directory is a copy. Where the kernel tells no boot id it is a new one each time, so that a store is
 * taken for one whose machine went down.
 */
public final class MachineId {

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private MachineId() {
    }

    /**
     * The number for a store directory on this machine.
     *
     * @param root the directory, which exists
     * @return the number
     */
    public static long of(Path root) {
        try {
            String boot = Files.readString(BOOT_ID);
            Object inode = Files.readAttributes(root, BasicFileAttributes.class).fileKey();
            return hash(boot + inode + root.toRealPath());
        } catch (IOException e) {
            return new SecureRandom().nextLong();
        }
    }

    private static long hash(String text) {
        long hash = 1125899906842597L;
        for (int i = 0; i < text.length(); i++) {
            hash = 31 * hash + text.charAt(i);
        }
        return hash;
    }
}
