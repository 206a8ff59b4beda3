/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.config;

/**
 * Limits of one read (storage 13.2).
 *
 * @param memoryRatioPercent {@code accessMessageInMemoryMaxRatio}: share of the machine's memory within which the end
 *     of the log counts as cached
 * @param bytesInMemory {@code maxTransferBytesOnMessageInMemory}; as many bytes of properties are shown to a filter
 *     that looks at records
 * @param countInMemory {@code maxTransferCountOnMessageInMemory}
 * @param bytesOnDisk {@code maxTransferBytesOnMessageInDisk}
 * @param countOnDisk {@code maxTransferCountOnMessageInDisk}
 * @param scanBytes {@code maxFilterMessageSize}: bytes of queue entries looked at in one read, or as many
 *     entries as messages may be given where that is more
 * @param offsetCheckInSlave {@code offsetCheckInSlave}: whether a slave corrects offsets outside its range
 */
public record ReadConfig(int memoryRatioPercent, int bytesInMemory, int countInMemory, int bytesOnDisk,
                         int countOnDisk, int scanBytes, boolean offsetCheckInSlave) {

    /** Most bytes of records that one answer has room for: clients take frames of 16 MiB, their header included. */
    public static final int ANSWER_BYTES_MAX = (16 << 20) - (64 << 10);

    /** All defaults. */
    public static ReadConfig defaults() {
        return new ReadConfig(40, 262_144, 32, 65_536, 8, 16_000, false);
    }
}
