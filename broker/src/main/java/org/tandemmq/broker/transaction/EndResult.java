/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.transaction;

/**
 * Outcome of ending a transaction.
 *
 * @param code response code of END_TRANSACTION
 * @param remark cause for the caller, or null
 */
public record EndResult(int code, String remark) {
}
