/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

/**
 * How far the files of the queues go.
 *
 * @param position every record before has its entry in the files
 * @param storeTimestampMs store time of the last record before
 */
public record QueueMark(long position, long storeTimestampMs) {
}
