/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;

/** Waits until a started process serves, and says what it printed when it ends or takes too long. */
final class Readiness {
    private static final int CLUSTER_INFO = 106;
    private static final Duration POLL = Duration.ofMillis(25);

    private final ManagedProcess process;
    private final Duration within;

    Readiness(ManagedProcess process, Duration within) {
        this.process = process;
        this.within = within;
    }

    void awaitPort(int port) {
        awaitPort("127.0.0.1", port);
    }

    private void awaitPort(String host, int port) {
        await("port " + port + " to open", () -> opens(host, port));
    }

    /**
     * Waits until the broker serves and every name server tells of it. The port comes first: until it opens, a name
     * server may tell of the process before this one, which was killed a moment ago.
     */
    void awaitRegistration(String nameServers, String brokerAddress, String brokerName) {
        int colon = brokerAddress.indexOf(':');
        awaitPort(brokerAddress.substring(0, colon), Integer.parseInt(brokerAddress.substring(colon + 1)));
        for (String server : nameServers.split(";")) {
            await(brokerName + " at " + brokerAddress + " to be registered with " + server,
                () -> isRegistered(server, brokerAddress));
        }
    }

    private void await(String what, java.util.concurrent.Callable<Boolean> condition) {
        try {
            Awaitility.await(what).atMost(within).pollInterval(POLL).pollDelay(Duration.ZERO).until(() -> {
                if (!process.alive()) {
                    throw new IllegalStateException(process + " ended with code " + process.exitCode()
                        + " while waiting for " + what + "\n" + process.logTail());
                }
                return condition.call();
            });
        } catch (org.awaitility.core.ConditionTimeoutException e) {
            throw new IllegalStateException(process + " took over " + within + ": " + what + "\n" + process.logTail(),
                e);
        }
    }

    private static boolean opens(String host, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isRegistered(String server, String brokerAddress) {
        try (RawClient client = new RawClient(server)) {
            RawFrame answer = client.call(RawFrame.request(CLUSTER_INFO));
            return answer.code() == 0 && answer.bodyText().contains("\"" + brokerAddress + "\"");
        } catch (IOException e) {
            return false;
        }
    }
}
