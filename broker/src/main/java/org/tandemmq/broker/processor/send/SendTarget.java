/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.send;

import org.tandemmq.remoting.protocol.body.TopicConfig;

/**
 * Where a message is to be stored.
 *
 * @param topic the topic
 * @param queueId queue
 * @param deadLetter whether it was given up, so that no delay applies
 */
record SendTarget(TopicConfig topic, int queueId, boolean deadLetter) {
}
