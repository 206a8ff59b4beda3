/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.config.Machine;

/** Finds out what the machine says: host name, home directory, and the address that others reach it by. */
public final class LocalMachine {

    /** Interfaces that exist for guests and containers of this machine only. */
    private static final Pattern BRIDGES = Pattern.compile("(docker|br-|virbr|veth|cni|flannel|cali|lxc|podman).*");
    private static final Logger log = LoggerFactory.getLogger(LocalMachine.class);

    private LocalMachine() {
    }

    /**
     * Looks around.
     *
     * @param environment environment of the process
     * @return what was found
     */
    public static Machine probe(Map<String, String> environment) {
        return new Machine(hostName(environment), Path.of(System.getProperty("user.home")).toAbsolutePath(),
            environment.getOrDefault("NAMESRV_ADDR", ""), Runtime.getRuntime().availableProcessors(),
            LocalMachine::address);
    }

    /**
     * Why an address is no good for other machines.
     *
     * @param host name or address told to others
     * @return the reason, or nothing when it looks right
     */
    public static Optional<String> objection(String host) {
        try {
            InetAddress address = InetAddress.getByName(host);
            if (address.isLoopbackAddress()) {
                return Optional.of(host + " is a loopback address: other machines can't reach it");
            }
            if (address.isAnyLocalAddress()) {
                return Optional.of(host + " is no address of a machine");
            }
            NetworkInterface owner = NetworkInterface.getByInetAddress(address);
            if (owner != null && BRIDGES.matcher(owner.getName()).matches()) {
                return Optional.of(host + " belongs to the bridge " + owner.getName()
                    + ": other machines can't reach it");
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(host + " can't be resolved: " + e.getMessage());
        }
    }

    private static String hostName(Map<String, String> environment) {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname"), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            log.debug("no host name from the kernel: {}", e.toString());
        }
        try {
            return environment.containsKey("HOSTNAME") ? environment.get("HOSTNAME")
                : InetAddress.getLocalHost().getHostName();
        } catch (IOException e) {
            log.warn("the host name is not known, brokerName becomes DEFAULT_BROKER: {}", e.toString());
            return "DEFAULT_BROKER";
        }
    }

    private static String address() {
        try {
            Enumeration<NetworkInterface> interfaces = NetworkInterface.getNetworkInterfaces();
            return choose(interfaces == null ? List.of() : Collections.list(interfaces));
        } catch (SocketException e) {
            log.warn("the interfaces can't be read, brokerIP1 becomes 127.0.0.1: {}", e.toString());
            return "127.0.0.1";
        }
    }

    private static String choose(List<NetworkInterface> interfaces) throws SocketException {
        List<InetAddress> reachable = new ArrayList<>();
        for (NetworkInterface candidate : interfaces) {
            if (candidate.isUp() && !candidate.isLoopback() && !BRIDGES.matcher(candidate.getName()).matches()) {
                reachable.addAll(Collections.list(candidate.getInetAddresses()));
            }
        }
        reachable.removeIf(InetAddress::isLinkLocalAddress);
        return reachable.stream().filter(Inet4Address.class::isInstance).findFirst()
            .or(() -> reachable.stream().findFirst())
            .map(address -> address.getHostAddress().replaceAll("%.*", "")).orElse("127.0.0.1");
    }
}
