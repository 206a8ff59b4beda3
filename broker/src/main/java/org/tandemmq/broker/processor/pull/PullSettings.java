/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.pull;

/**
 * Settings of pulls that may change while the broker runs.
 *
 * @param brokerPermission {@code brokerPermission}: bit 4 lets consumers read
 * @param litePull {@code litePullMessageEnable}
 * @param longPolling {@code longPollingEnable}
 * @param shortPollingMs {@code shortPollingTimeMills}: longest hold without long polling
 * @param slaveReadEnable {@code slaveReadEnable}: whether readers far behind are sent to a slave
 * @param offsetCheckInSlave {@code offsetCheckInSlave}: whether a slave corrects offsets like a master
 * @param brokerId own id, 0 for a master
 */
public record PullSettings(int brokerPermission, boolean litePull, boolean longPolling, long shortPollingMs,
                           boolean slaveReadEnable, boolean offsetCheckInSlave, long brokerId) {

    /** All defaults, of a master. */
    public static final PullSettings DEFAULTS = new PullSettings(6, true, true, 1000, false, false, 0);
}
