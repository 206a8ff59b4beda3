/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.longpolling;

import org.tandemmq.remoting.Connection;
import org.tandemmq.store.EntryFilter;

/**
 * A pull that waits for messages.
 *
 * @param topic topic
 * @param queueId queue
 * @param offset offset that does not exist yet
 * @param filter which messages end the wait
 * @param deadlineMs elapsed-time clock at which the wait ends without a message
 * @param connection where the pull came from; its close ends the wait without an answer
 * @param resume runs the pull again and answers, whatever comes out; called once, on the connection's event loop
 * @param sizeBytes estimate of its memory
 */
public record HeldPull(String topic, int queueId, long offset, EntryFilter filter, long deadlineMs,
                       Connection connection, Runnable resume, long sizeBytes) {
}
