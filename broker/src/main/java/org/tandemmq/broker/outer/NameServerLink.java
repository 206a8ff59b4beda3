/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.outer;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.tandemmq.remoting.RemotingClient;

/**
 * A name server and the way to it.
 *
 * @param address {@code host:port}; a host name is resolved anew for every connection
 * @param client carries the calls: over the network, or within the process for an embedded name service
 */
public record NameServerLink(String address, RemotingClient client) {

    /**
     * Links to the servers of a setting.
     *
     * @param servers {@code host:port} each; repeated ones count once
     * @param client carries the calls
     * @return one link a server
     */
    public static List<NameServerLink> of(List<String> servers, RemotingClient client) {
        Set<String> distinct = new LinkedHashSet<>(servers);
        List<NameServerLink> links = new ArrayList<>();
        distinct.forEach(server -> links.add(new NameServerLink(server, client)));
        return links;
    }
}
