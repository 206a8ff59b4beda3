/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.driver;

import org.apache.rocketmq.tools.command.MQAdminStartup;

/**
 * The stock admin tool as a process that ends with its subcommand, where threads of its own would hold it up; not for
 * subcommands that go on in such threads.
 */
public final class ToolMain {
    private ToolMain() {
    }

    /** Takes the tool's own arguments. */
    public static void main(String[] args) throws Exception {
        new ClientThreads("tool").call(() -> {
            MQAdminStartup.main(args);
            return null;
        });
        System.exit(0);
    }
}
