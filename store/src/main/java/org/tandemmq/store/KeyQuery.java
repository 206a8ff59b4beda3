/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

/**
 * A look-up by message key.
 *
 * @param topic stored topic
 * @param key key or unique key
 * @param maxCount most records wanted; there are fewer where more would not fit in one answer
 * @param beginMs earliest store time, epoch milliseconds
 * @param endMs latest store time, epoch milliseconds
 */
public record KeyQuery(String topic, String key, int maxCount, long beginMs, long endMs) {
}
