/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.config.BrokerConfig;
import org.tandemmq.broker.config.BrokerConfigReader;
import org.tandemmq.broker.config.ConfigLoader;
import org.tandemmq.broker.config.KnownKeys;
import org.tandemmq.broker.config.Settings;
import org.tandemmq.broker.start.AddressCheck;
import org.tandemmq.broker.start.LocalMachine;
import org.tandemmq.broker.start.ProcessExit;
import org.tandemmq.broker.start.RemotingOptions;
import org.tandemmq.broker.start.StartReport;
import org.tandemmq.broker.start.TlsDemand;

/** The process of a broker: arguments, settings, start, and how it ends (exit codes: {@link ProcessExit}). */
public final class BrokerStartup {

    private static final String USAGE = "usage: mqbroker.sh [-c FILE] [-n ADDRESSES] [-p] [-m] [-h]";
    private static final long NANOS_PER_MS = 1_000_000;

    /** What {@code -m} prints. */
    private static final List<String> IMPORTANT = List.of("brokerName", "brokerClusterName", "brokerId", "brokerRole",
        "brokerIP1", "brokerIP2", "listenPort", "haListenPort", "haMasterAddress", "namesrvAddr", "embeddedNameServer",
        "nameServerPort", "brokerPermission", "autoCreateTopicEnable", "autoCreateSubscriptionGroup",
        "defaultTopicQueueNums", "storePathRootDir", "storePathCommitLog", "mappedFileSizeCommitLog",
        "flushDiskType", "deleteWhen", "fileReservedTime", "diskMaxUsedSpaceRatio", "maxMessageSize",
        "messageDelayLevel", "inSyncReplicas", "slaveReadEnable");

    private BrokerStartup() {
    }

    /**
     * Runs a broker until it is asked to stop.
     *
     * @param arguments see {@code mqbroker.sh -h}
     */
    public static void main(String[] arguments) {
        CommandOptions.run(USAGE, arguments, BrokerStartup::run);
    }

    private static void run(CommandOptions options, ProcessExit exit) {
        Settings settings = new ConfigLoader(KnownKeys.ofBroker()).load(options.file(), options.overrides());
        // before the first log line: two brokers of one installation write two files
        StartReport.nameLogFile(settings.isGiven("brokerName")
            ? settings.text("brokerName") + "-" + settings.number("brokerId") : "broker");
        BrokerConfigReader reader = new BrokerConfigReader(settings, LocalMachine.probe(System.getenv()));
        BrokerConfig config = reader.read();
        if (options.print() != CommandOptions.Print.NOTHING) {
            print(reader.values(config), options.print());
            exit.end(ProcessExit.STOPPED);
            return;
        }
        TlsDemand.check(System.getProperty(TlsDemand.MODE));
        Logger log = LoggerFactory.getLogger(BrokerStartup.class);
        settings.warnings().forEach(log::warn);
        RemotingOptions.warnings(System.getProperties().stringPropertyNames()).forEach(log::warn);
        reader.notices().forEach(log::warn);
        exit.stopOnUncaught();
        BrokerController controller = new BrokerController(config, InstantSource.system(),
            () -> System.nanoTime() / NANOS_PER_MS);
        exit.closeAtEnd(controller);
        controller.start(reader.values(config), options.file());
        StartReport.started(config);
        AddressCheck.start(config.addresses());
    }

    private static void print(Map<String, String> values, CommandOptions.Print print) {
        Map<String, String> all = new TreeMap<>(values);
        if (print == CommandOptions.Print.IMPORTANT) {
            all.keySet().retainAll(IMPORTANT);
        }
        all.forEach((key, value) -> System.out.println(key + "=" + value));
    }
}
