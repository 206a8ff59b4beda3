/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.client;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.Brokers;
import org.tandemmq.distribution.process.DriverProcess;

/**
 * One broker and one driver process per variant for all the tests that harm neither, since starting them costs more
 * than most tests. They end with this JVM. Topics and groups have a new name in every test.
 */
public final class SharedCluster {
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final Map<Variant, DriverProcess> DRIVERS = new EnumMap<>(Variant.class);
    private static Broker broker;

    private SharedCluster() {
    }

    /** The broker, started when first asked for. */
    public static synchronized Broker broker() {
        if (broker == null) {
            broker = Brokers.started(BrokerSettings.inNewFolder("shared"));
        }
        return broker;
    }

    /** Requests by hand at the shared broker. */
    public static RawAdmin admin() {
        return new RawAdmin(broker().address(), broker().nameServers());
    }

    /** Clients of a variant, pointed at the shared broker's name servers. */
    public static StockClient client(Variant variant) {
        return client(variant, broker().nameServers());
    }

    /** Clients of a variant, pointed at other name servers. */
    public static synchronized StockClient client(Variant variant, String nameServers) {
        DriverProcess driver = DRIVERS.get(variant);
        if (driver == null || !driver.process().alive()) {
            driver = variant.start();
            DRIVERS.put(variant, driver);
        }
        return new StockClient(driver, nameServers);
    }

    /** A name that no other test has. */
    public static String name(String prefix) {
        return prefix + "-" + NAMES.incrementAndGet();
    }
}
