/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.outer;

import java.util.Set;

/**
 * What a name server said to a registration.
 *
 * @param server address of the name server
 * @param masterAddress address of the master, null when it is not known there or we are the master
 * @param haAddress replication address of the master, or null
 * @param brokerNames names of the brokers that are known there in our cluster
 */
public record RegistrationAnswer(String server, String masterAddress, String haAddress, Set<String> brokerNames) {
}
