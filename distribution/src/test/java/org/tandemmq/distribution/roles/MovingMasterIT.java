/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.OurBroker;
import org.tandemmq.distribution.process.OurNameServer;
import org.tandemmq.distribution.process.PeerNameServer;

/** Our name server and the peer's beside each other: a master moves to another address, servers come and go. */
class MovingMasterIT {
    private static final Duration WITHIN = Duration.ofSeconds(40);

    @Test
    void shouldFollowAMasterToAnotherAddressWhateverEachNameServerKnows() {
        Path home = BuildOutput.workFolder("moving-master");
        try (OurNameServer ours = new OurNameServer(BuildOutput.workFolder("moving-names"));
                PeerNameServer peer = new PeerNameServer(BuildOutput.workFolder("moving-peer-names"))) {
            ours.start();
            peer.start();
            String both = ours.address() + ";" + peer.address();
            try (Broker slave = new OurBroker(settings(BuildOutput.workFolder("moving-slave"))
                    .with("brokerRole", "SLAVE").with("brokerId", 1), both)) {
                try (Broker master = new OurBroker(settings(home), both)) {
                    master.start();
                    slave.start();
                    TablesOf tables = new TablesOf(master);
                    tables.admin().createTopic("Moving", 1);
                    awaitFollows(tables, slave, "Moving");
                    master.kill();
                }
                try (Broker moved = new OurBroker(settings(home), both)) {
                    moved.start();
                    TablesOf tables = new TablesOf(moved);
                    tables.admin().createTopic("Moved", 1);
                    awaitFollows(tables, slave, "Moved");
                    ours.process().kill();
                    tables.makeGroup("known-to-one");
                    TablesOf.await("the group", WITHIN, () -> new TablesOf(slave).hasGroup("known-to-one"));
                    ours.start();
                    peer.process().kill();
                    awaitMasterAt(slave, moved.address());
                    awaitFollows(tables, slave, "Moved");
                }
            }
        }
    }

    private static BrokerSettings settings(Path folder) {
        return new BrokerSettings(folder).with("brokerName", "moving");
    }

    private static void awaitFollows(TablesOf master, Broker slave, String topic) {
        TablesOf of = new TablesOf(slave);
        TablesOf.await("the topic " + topic, WITHIN, () -> of.hasTopic(topic));
        long before = master.admin().maxOffset(topic, 0);
        master.fill(topic, 0, 3);
        TablesOf.await("the messages", WITHIN, () -> of.admin().maxOffset(topic, 0) == before + 3);
        of.awaitReady(WITHIN);
    }

    private static void awaitMasterAt(Broker slave, String address) {
        Awaitility.await("the master").atMost(WITHIN).untilAsserted(() ->
            assertThat(new TablesOf(slave).info("pairMaster")).startsWith(address).doesNotContain("does not answer"));
    }
}
