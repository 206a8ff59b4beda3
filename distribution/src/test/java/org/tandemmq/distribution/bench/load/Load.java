/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench.load;

/**
 * What one run does.
 *
 * @param kind what is sent
 * @param connections number of connections
 * @param window requests under way per connection; ignored with a rate
 * @param bodyBytes bytes of each message
 * @param batch messages per request: of a send, or most messages of a pull
 * @param queues queues of each topic
 * @param topics number of topics, written in turn
 * @param ratePerSecond messages per second of an open loop, 0 for as fast as the window allows
 */
public record Load(Kind kind, int connections, int window, int bodyBytes, int batch, int queues, int topics,
            int ratePerSecond) {

    /** Kinds of requests. */
    public enum Kind {
        /** SEND_MESSAGE_V2, or SEND_BATCH_MESSAGE with a batch above 1. */
        SEND,
        /** PULL_MESSAGE of each queue from its begin to its end. */
        PULL
    }

    public static Load send(int connections, int window, int bodyBytes, int batch) {
        return new Load(Kind.SEND, connections, window, bodyBytes, batch, 8, 1, 0);
    }

    public static Load rate(int connections, int bodyBytes, int ratePerSecond) {
        return new Load(Kind.SEND, connections, 0, bodyBytes, 1, 8, 1, ratePerSecond);
    }

    public static Load pull(int queues, int batch) {
        return new Load(Kind.PULL, queues, 1, 0, batch, queues, 1, 0);
    }

    public Load over(int newTopics) {
        return new Load(kind, connections, window, bodyBytes, batch, queues, newTopics, ratePerSecond);
    }
}
