/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.client;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.tandemmq.remoting.Connection;

/**
 * Names of the groups a connection is in, kept with the connection itself: so a close touches those groups only,
 * however many there are.
 */
final class ConnectionGroups {

    private ConnectionGroups() {
    }

    static void add(Object owner, Connection connection, String group) {
        synchronized (owner) {
            @SuppressWarnings("unchecked")
            Set<String> groups = (Set<String>) connection.attachment(owner);
            if (groups == null) {
                groups = ConcurrentHashMap.newKeySet();
                connection.attach(owner, groups);
            }
            groups.add(group);
        }
    }

    static void remove(Object owner, Connection connection, String group) {
        of(owner, connection).remove(group);
    }

    static Set<String> of(Object owner, Connection connection) {
        @SuppressWarnings("unchecked")
        Set<String> groups = (Set<String>) connection.attachment(owner);
        return groups == null ? ConcurrentHashMap.newKeySet() : groups;
    }
}
