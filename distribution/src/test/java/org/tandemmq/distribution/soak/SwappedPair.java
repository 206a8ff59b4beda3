/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.soak;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.OurBroker;
import org.tandemmq.distribution.process.OurNameServer;

/** Two brokers of one name that change places by hand, and their name service. */
final class SwappedPair implements AutoCloseable {
    private static final int RUNTIME_INFO = 28;
    private static final Duration IN_STEP_WITHIN = Duration.ofSeconds(60);

    private final OurNameServer names = new OurNameServer(BuildOutput.workFolder("soak-names"));
    private final BrokerSettings[] sides = {settings("left"), settings("right")};
    private final Broker[] brokers = new Broker[2];
    private int master;

    SwappedPair() {
        names.start();
        for (int side = 0; side < sides.length; side++) {
            brokers[side] = new OurBroker(role(sides[side], side == 0), names.address());
            brokers[side].start();
        }
    }

    private static BrokerSettings settings(String name) {
        return BrokerSettings.inNewFolder("soak-" + name).with("brokerName", "soaked")
            .with("mappedFileSizeCommitLog", 8 << 20).with("haOnDivergence", "truncate")
            .with("osPageCacheBusyTimeOutMills", 1_000);
    }

    private static BrokerSettings role(BrokerSettings settings, boolean isMaster) {
        return settings.with("brokerRole", isMaster ? "SYNC_MASTER" : "SLAVE").with("brokerId", isMaster ? 0 : 1);
    }

    String nameServers() {
        return names.address();
    }

    /** Waits until the master counts its slave: before that, nothing that is sent is acknowledged. */
    void awaitInStep() {
        Broker asked = brokers[master];
        RawAdmin admin = new RawAdmin(asked.address(), names.address());
        Awaitility.await("a slave in step").atMost(IN_STEP_WITHIN).pollInterval(Duration.ofMillis(50))
            .until(() -> admin.ask(RawFrame.request(RUNTIME_INFO)).bodyText().contains("\"haSlavesInStep\":\"1\""));
    }

    /** Kills the master without a warning and starts it again. */
    void killMaster() {
        brokers[master].kill();
        brokers[master].start();
    }

    /** Kills the slave without a warning and starts it again. */
    void killSlave() {
        brokers[1 - master].kill();
        brokers[1 - master].start();
    }

    /** Kills the master and lets the slave take its place. */
    void swap() {
        Broker old = brokers[master];
        Broker next = brokers[1 - master];
        old.kill();
        next.stop();
        role(sides[1 - master], true);
        role(sides[master], false);
        next.start();
        old.start();
        master = 1 - master;
    }

    @Override
    public void close() {
        brokers[0].close();
        brokers[1].close();
        names.close();
    }
}
