/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.pull;

import org.tandemmq.remoting.protocol.body.SubscriptionGroupConfig;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.store.EntryFilter;

/**
 * A pull that passed all checks.
 *
 * @param group its group
 * @param topic its topic
 * @param filter which messages it wants
 */
record PullGrant(SubscriptionGroupConfig group, TopicConfig topic, EntryFilter filter) {
}
