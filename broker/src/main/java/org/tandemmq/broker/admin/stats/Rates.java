/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.stats;

/** Rates of the last minute, for the answers of tools. */
public interface Rates {

    /**
     * Messages stored in a topic.
     *
     * @param topic topic
     * @return messages per second
     */
    double putTps(String topic);

    /**
     * Messages given to a group.
     *
     * @param group group
     * @param topic topic
     * @return messages per second
     */
    double getTps(String group, String topic);
}
