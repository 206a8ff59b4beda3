/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

import java.io.IOException;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;

/** A master and a slave of one name on our name service, each of either product. */
public final class Pair implements AutoCloseable {
    private static final Duration EQUAL_WITHIN = Duration.ofSeconds(40);
    private static final int SEGMENT_BYTES = 8 << 20;
    private static final int HA_STATUS = 907;
    private static final long PATIENCE_MS = 20_000;

    private final OurNameServer names;
    private final BrokerSettings masterSettings;
    private final BrokerSettings slaveSettings;
    private final Product masterProduct;
    private final Product slaveProduct;
    private Broker master;
    private Broker slave;

    /**
     * A pair in new folders, nothing started yet; a SYNC_MASTER with small segments. It waits longer for its slave than
     * a busy machine holds that up; whoever wants to see the wait end sets less ({@link #giveUpAfter}).
     */
    public Pair(String name, Product masterProduct, Product slaveProduct) {
        this.masterProduct = masterProduct;
        this.slaveProduct = slaveProduct;
        this.names = new OurNameServer(BuildOutput.workFolder(name + "-names"));
        this.masterSettings = settings(name + "-master").with("brokerRole", "SYNC_MASTER").with("inSyncReplicas", 2);
        giveUpAfter(PATIENCE_MS);
        this.slaveSettings = settings(name + "-slave").with("brokerRole", "SLAVE").with("brokerId", 1);
    }

    /** How long a send waits for the slave, under the names that either product has for it; set before the start. */
    public Pair giveUpAfter(long waitMs) {
        masterSettings.with("syncFlushTimeout", waitMs).with("slaveTimeout", waitMs);
        return this;
    }

    private static BrokerSettings settings(String name) {
        return BrokerSettings.inNewFolder(name).with("brokerName", "pair").with("mappedFileSizeCommitLog",
            SEGMENT_BYTES);
    }

    /** Settings of the master, to be changed before it starts. */
    public BrokerSettings masterSettings() {
        return masterSettings;
    }

    /** Settings of the slave, to be changed before it starts. */
    public BrokerSettings slaveSettings() {
        return slaveSettings;
    }

    /** Starts the name service and the master. */
    public Pair startMaster() {
        names.start();
        master = masterProduct.broker(masterSettings, names.address());
        master.start();
        return this;
    }

    /** Starts the slave and waits until the logs are equal and the master counts the slave as in step. */
    public Pair startSlave() {
        slave = slaveProduct.broker(slaveSettings, names.address());
        slave.start();
        awaitEqualLogs();
        // two empty logs are equal before the slave has connected
        Awaitility.await("the master to count its slave").atMost(EQUAL_WITHIN)
            .pollInterval(Duration.ofMillis(50)).until(this::slaveInStep);
        return this;
    }

    private boolean slaveInStep() {
        try (RawClient client = new RawClient(master.address())) {
            return client.call(RawFrame.request(HA_STATUS)).bodyText().contains("\"inSync\":true");
        } catch (IOException thrown) {
            return false;
        }
    }

    /** Address of the name service. */
    public String nameServers() {
        return names.address();
    }

    /** The master. */
    public Broker master() {
        return master;
    }

    /** The slave. */
    public Broker slave() {
        return slave;
    }

    /** Waits until the slave's log ends where the master's does and every byte is the same. */
    public void awaitEqualLogs() {
        new LogFolder(master).awaitEqual(new LogFolder(slave), EQUAL_WITHIN);
    }

    @Override
    public void close() {
        if (slave != null) {
            slave.close();
        }
        if (master != null) {
            master.close();
        }
        names.close();
    }
}
