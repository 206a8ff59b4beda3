/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.pull;

import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.protocol.header.PullMessageRequestHeader;

/**
 * One pull under way.
 *
 * @param header its header
 * @param lite whether it came as LITE_PULL_MESSAGE
 * @param connection where it came from
 * @param reply its answer
 */
record Pull(PullMessageRequestHeader header, boolean lite, Connection connection, Reply reply) {

    boolean has(int sysFlagBit) {
        return (header.sysFlag() & sysFlagBit) != 0;
    }
}
