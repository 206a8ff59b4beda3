/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.send;

/**
 * Settings of sends that may change while the broker runs.
 *
 * @param brokerPermission {@code brokerPermission}: bit 2 lets producers write
 * @param rejectTransactions {@code rejectTransactionMessage}
 * @param acceptFromMs {@code startAcceptSendRequestTimeStamp}: wall clock before which sends are refused
 * @param halvesWithoutSlave {@code transactionWithoutSlave}: a half message that no slave confirmed counts as sent
 */
public record SendSettings(int brokerPermission, boolean rejectTransactions, long acceptFromMs,
                           boolean halvesWithoutSlave) {

    /** All defaults. */
    public static final SendSettings DEFAULTS = new SendSettings(6, false, 0, false);
}
