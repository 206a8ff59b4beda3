/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.tandemmq.broker.config.BrokerConfig;
import org.tandemmq.broker.config.ConfigException;

/**
 * Tries all ports before anything is opened, so that one start names every busy port with its meaning and key, and does
 * not first recover a store. The sockets are bound only and never listen: no client is let down.
 */
public final class PortCheck {

    private final String host;
    private final List<String> busy = new ArrayList<>();

    /**
     * Begins a check.
     *
     * @param host {@code bindAddress}
     */
    public PortCheck(String host) {
        this.host = host;
    }

    /**
     * Tries the ports of a broker.
     *
     * @param config its settings; throws {@link ConfigException} when a port is busy
     */
    public static void check(BrokerConfig config) {
        BrokerConfig.Addresses addresses = config.addresses();
        PortCheck check = new PortCheck(addresses.bindHost());
        check.probe(addresses.port(), "for clients", "listenPort");
        if (addresses.vipPort() > 0) {
            check.probe(addresses.vipPort(), "for clients of the VIP channel",
                "listenPort - 2; vipChannelPort=false does without");
        }
        check.probe(addresses.haPort(), "for slaves", "haListenPort");
        if (config.naming().embedded()) {
            check.probe(config.naming().embeddedPort(), "of the embedded name service", "nameServerPort");
        }
        check.end();
    }

    /**
     * Tries one port.
     *
     * @param port port
     * @param meaning what it is for
     * @param key key that sets it
     */
    public void probe(int port, String meaning, String key) {
        try (Socket socket = new Socket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, port));
        } catch (IOException | IllegalArgumentException e) {
            busy.add("port " + port + " " + meaning + " (" + key + ") can't be opened on " + host + ": "
                + e.getMessage());
        }
    }

    /** Ends the check; throws {@link ConfigException} that names every port that could not be bound. */
    public void end() {
        if (!busy.isEmpty()) {
            throw new ConfigException(busy);
        }
    }
}
