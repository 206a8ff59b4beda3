/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.List;

/**
 * Names of topics: body of 206, 224, 304, 311 to 313 and 305 (nameserver-and-admin 1.6).
 *
 * @param topicList the names
 * @param brokerAddr a broker that may be asked for more, only with 304, else null
 */
public record TopicList(List<String> topicList, String brokerAddr) {
}
