/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.config.BrokerConfig;
import org.tandemmq.broker.config.HostPort;

/**
 * Dials the address that is told to clients: an address nobody listens on is the commonest reason why clients find the
 * broker and can't send. Runs once, beside the start, on a thread of its own; the result is a warning only.
 */
public final class AddressCheck {

    private static final int DIAL_LIMIT_MS = 2_000;
    private static final Logger log = LoggerFactory.getLogger(AddressCheck.class);

    private AddressCheck() {
    }

    /**
     * Starts the check.
     *
     * @param addresses addresses of this broker, whose ports are open by now
     */
    public static void start(BrokerConfig.Addresses addresses) {
        Thread thread = new Thread(() -> run(addresses), "address-check");
        thread.setDaemon(true);
        thread.start();
    }

    private static void run(BrokerConfig.Addresses addresses) {
        LocalMachine.objection(addresses.clientHost())
            .ifPresent(reason -> log.warn("{}; set brokerIP1 to the address that clients use", reason));
        String address = HostPort.of(addresses.clientHost(), addresses.port());
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(addresses.clientHost(), addresses.port()), DIAL_LIMIT_MS);
        } catch (IOException e) {
            log.warn("{} is told to clients but does not answer from here ({}); set brokerIP1 to the address that "
                + "clients use", address, e.getMessage());
        }
    }
}
