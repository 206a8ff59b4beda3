/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.LogFolder;
import org.tandemmq.distribution.process.OurBroker;

/** A slave that is sent what can't be: it drops the line, says why, keeps its log and comes back. */
class FakeMasterIT {
    private static final int HEADER_BYTES = 12;
    private static final int WITHIN_MS = 15_000;
    private static final Duration DRIP = Duration.ofMillis(200);
    private static final int RUNTIME_INFO = 28;

    @Test
    void shouldOutliveAMasterThatSendsNonsense() throws IOException {
        BrokerSettings settings = BrokerSettings.inNewFolder("fake-slave").with("brokerRole", "SLAVE")
            .with("brokerId", 1).with("haSendHeartbeatInterval", 100);
        byte[] garbage = new byte[2_000];
        new Random(9).nextBytes(garbage);
        byte[] halfRecord = ByteBuffer.allocate(2_000).putInt(91).putInt(0xDAA320A7).array();
        try (Broker master = new OurBroker(BrokerSettings.inNewFolder("fake-master"));
                ServerSocket fake = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Broker slave = new OurBroker(settings.with("haMasterAddress", "127.0.0.1:" + fake.getLocalPort()),
                    master.nameServers())) {
            fake.setSoTimeout(WITHIN_MS);
            master.start();
            slave.start();
            assertDropped(fake, header(0, -1));
            assertDropped(fake, header(0, 5 << 20));
            assertDropped(fake, header(0, Integer.MAX_VALUE));
            assertDropped(fake, header(0, Integer.MIN_VALUE));
            assertDropped(fake, header(12_345, 100));
            assertDropped(fake, header(-8, 100));
            assertDropped(fake, header((64 << 20) - 100, 200));
            assertDropped(fake, header(0, garbage.length), garbage);
            assertDropped(fake, header(0, garbage.length), new byte[garbage.length]);
            assertDropped(fake, header(0, halfRecord.length), halfRecord);
            try (Socket half = greeted(fake)) {
                half.getOutputStream().write(header(0, 0), 0, HEADER_BYTES / 2);
            }
            assertThatItBearsOneByteAtATime(fake, slave);
            assertThat(new LogFolder(slave).end()).as("end of the log").isZero();
            assertThat(slave.process().log()).contains("body of -1").contains("body of 5242880")
                .contains("are no record");
            assertThat(new RawAdmin(slave.address(), slave.nameServers()).ask(RawFrame.request(RUNTIME_INFO))
                .bodyText()).contains("haState").contains("haReason");
        }
    }

    /** Takes the slave's connection and shows it that it is heard; so its next attempt comes soon. */
    private static Socket greeted(ServerSocket fake) throws IOException {
        Socket socket = reporting(fake);
        DataInputStream in = new DataInputStream(socket.getInputStream());
        socket.getOutputStream().write(header(0, 0));
        for (int i = 0; i < 3; i++) {
            assertThat(in.readLong()).as("a report").isZero();
        }
        return socket;
    }

    /** As long as it does not know whom to ask where the master's log begins, it comes back without a report. */
    private static Socket reporting(ServerSocket fake) throws IOException {
        Socket socket = fake.accept();
        socket.setSoTimeout(WITHIN_MS);
        byte[] first = socket.getInputStream().readNBytes(Long.BYTES);
        while (first.length < Long.BYTES) {
            socket.close();
            socket = fake.accept();
            socket.setSoTimeout(WITHIN_MS);
            first = socket.getInputStream().readNBytes(Long.BYTES);
        }
        assertThat(first).as("its first report").containsOnly(0);
        return socket;
    }

    private static void assertDropped(ServerSocket fake, byte[]... pieces) throws IOException {
        try (Socket socket = greeted(fake)) {
            for (byte[] piece : pieces) {
                socket.getOutputStream().write(piece);
            }
            assertThat(bytesUntilTheEnd(socket)).as("reports after " + Arrays.toString(pieces[0])).isLessThan(100);
        }
    }

    private static int bytesUntilTheEnd(Socket socket) {
        try {
            return socket.getInputStream().readAllBytes().length;
        } catch (IOException reset) {
            assertThat(reset).hasMessageMatching("(?i).*(reset|broken pipe).*");
            return 0;
        }
    }

    private static void assertThatItBearsOneByteAtATime(ServerSocket fake, Broker slave) throws IOException {
        try (Socket socket = greeted(fake)) {
            Duration before = cpu(slave);
            for (byte one : header(0, 0)) {
                socket.getOutputStream().write(one);
                Awaitility.await("a slow master").pollDelay(DRIP).until(() -> true);
            }
            assertThat(cpu(slave).minus(before)).as("CPU time while it waited").isLessThan(DRIP.multipliedBy(6));
            assertThat(new DataInputStream(socket.getInputStream()).readLong()).isZero();
        }
    }

    private static Duration cpu(Broker slave) {
        return ProcessHandle.of(slave.process().pid()).flatMap(process -> process.info().totalCpuDuration())
            .orElseThrow();
    }

    private static byte[] header(long position, int bodyBytes) {
        return ByteBuffer.allocate(HEADER_BYTES).putLong(position).putInt(bodyBytes).array();
    }
}
