/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.outer;

/**
 * How things stand with one name server.
 *
 * @param server its address
 * @param registered whether it knows us as far as we know
 * @param ageMs milliseconds since its last good answer, -1 when there was none
 * @param problem what is wrong, or null
 */
public record NameServerStatus(String server, boolean registered, long ageMs, String problem) {
}
