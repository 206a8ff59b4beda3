/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.admin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.Map;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockTool;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.Brokers;
import org.tandemmq.distribution.process.BuildOutput;

/** A broker with the admin tools of both lines at it. All that the tools print is also kept in a file. */
final class Workbench {
    private static final Map<Variant, StockTool> TOOLS = new EnumMap<>(Variant.class);
    private static final Path TOLD = BuildOutput.workFolder("tool-output").resolve("told.txt");
    private static Broker broker;

    private Workbench() {
    }

    /** The broker, started when first asked for; tests here may change what holds for all its topics. */
    static synchronized Broker broker() {
        if (broker == null) {
            broker = Brokers.started(BrokerSettings.inNewFolder("administered"));
        }
        return broker;
    }

    /** Requests by hand at the broker. */
    static RawAdmin admin() {
        return new RawAdmin(broker().address(), broker().nameServers());
    }

    /** Runs a subcommand with the tool of a line. */
    static String run(Variant line, String... arguments) {
        StockTool tool;
        synchronized (TOOLS) {
            tool = TOOLS.computeIfAbsent(line, key -> SharedCluster.client(key, broker().nameServers()).tool());
        }
        String told = tool.run(arguments);
        try {
            Files.writeString(TOLD, "==== " + line + " " + String.join(" ", arguments) + "\n" + told + "\n",
                StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return told;
    }
}
