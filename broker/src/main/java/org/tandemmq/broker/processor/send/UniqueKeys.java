/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.send;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes unique ids for messages whose sender gave none (wire-protocol 4.5): 32 upper-case digits of address, process
 * id, a number of this object, milliseconds since the month began, and a counter. Any thread may call.
 */
final class UniqueKeys {

    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
    private static final int DIGITS = 32;
    private static final int PREFIX_DIGITS = 20;

    private final byte[] prefix;
    private final InstantSource clock;
    private final AtomicInteger counter = new AtomicInteger();
    private volatile long monthBeginMs;
    private volatile long monthEndMs;

    /**
     * Creates the maker.
     *
     * @param storeHostDigits digits of our address and port
     * @param processId id of the process
     * @param clock wall clock
     */
    UniqueKeys(String storeHostDigits, long processId, InstantSource clock) {
        this.prefix = new byte[PREFIX_DIGITS];
        byte[] host = storeHostDigits.getBytes(StandardCharsets.US_ASCII);
        int port = host.length - 8;
        System.arraycopy(host, port - 8, prefix, 0, 8);
        hex(prefix, 8, processId, 4);
        hex(prefix, 12, storeHostDigits.hashCode() * 31L + processId, 8);
        this.clock = clock;
    }

    /**
     * Writes a new id.
     *
     * @param into takes the digits
     * @param at index of the first
     * @return number of digits
     */
    int next(byte[] into, int at) {
        long nowMs = clock.millis();
        if (nowMs >= monthEndMs || nowMs < monthBeginMs) {
            turnMonth(nowMs);
        }
        System.arraycopy(prefix, 0, into, at, PREFIX_DIGITS);
        hex(into, at + PREFIX_DIGITS, nowMs - monthBeginMs, 8);
        hex(into, at + PREFIX_DIGITS + 8, counter.getAndIncrement(), 4);
        return DIGITS;
    }

    private synchronized void turnMonth(long nowMs) {
        ZonedDateTime begin = Instant.ofEpochMilli(nowMs).atZone(ZoneId.systemDefault()).withDayOfMonth(1)
            .truncatedTo(ChronoUnit.DAYS);
        monthBeginMs = begin.toInstant().toEpochMilli();
        monthEndMs = begin.plusMonths(1).toInstant().toEpochMilli();
    }

    private static void hex(byte[] into, int at, long value, int digits) {
        for (int i = 0; i < digits; i++) {
            into[at + i] = HEX[(int) (value >>> (digits - 1 - i) * 4) & 15];
        }
    }
}
