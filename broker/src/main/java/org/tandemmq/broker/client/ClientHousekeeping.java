/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.client;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.ConnectionListener;

/**
 * Removes clients that are gone: at once when their connection closes, and after {@link #EXPIRY_MS} without a heartbeat
 * when it does not. The rest of a group is told. {@link #doWork} is called every 100 ms or so.
 */
public final class ClientHousekeeping implements ConnectionListener {

    /** Life of a registration without heartbeat, in milliseconds. */
    public static final long EXPIRY_MS = 120_000;
    /** Time between two scans for expired clients, in milliseconds. */
    public static final long SCAN_MS = 10_000;

    private static final Logger log = LoggerFactory.getLogger(ClientHousekeeping.class);

    private final ProducerManager producers;
    private final ConsumerManager consumers;
    private final ConsumerChangeNotifier notifier;
    private final Predicate<String> notifies;
    private final Consumer<String> memberGone;
    private long lastScanMs;
    private long lastWorkMs;

    /**
     * Creates the housekeeping.
     *
     * @param producers producers by group
     * @param consumers consumers by group
     * @param notifier tells the rest of a group
     * @param notifies whether the members of a group want to be told
     * @param memberGone called with the id of a consumer that has no connection any more
     */
    public ClientHousekeeping(ProducerManager producers, ConsumerManager consumers, ConsumerChangeNotifier notifier,
                              Predicate<String> notifies, Consumer<String> memberGone) {
        this.producers = producers;
        this.consumers = consumers;
        this.notifier = notifier;
        this.notifies = notifies;
        this.memberGone = memberGone;
    }

    @Override
    public void opened(Connection connection) {
        // a connection is nobody before its first heartbeat
    }

    @Override
    public void closed(Connection connection, String reason) {
        producers.closed(connection);
        for (String group : consumers.groupsOf(connection)) {
            leave(group, connection);
        }
    }

    /**
     * Takes a member out of a group and tells the others.
     *
     * @param group group
     * @param connection the member's connection
     */
    public void leave(String group, Connection connection) {
        ClientChannel gone = consumers.unregister(group, connection);
        if (gone == null) {
            return;
        }
        if (notifies.test(group)) {
            notifier.changed(group);
        }
        if (!consumers.isOnline(gone.clientId())) {
            memberGone.accept(gone.clientId());
        }
    }

    /**
     * Sends notices that are due and, every {@link #SCAN_MS}, removes expired clients. Where nothing was done for
     * longer the process stood still: the heartbeats that came meanwhile are read first.
     *
     * @param nowMs elapsed-time clock
     * @return how many notices and removals
     */
    public int doWork(long nowMs) {
        int done = notifier.doWork(nowMs);
        if (nowMs - lastWorkMs > SCAN_MS) {
            lastScanMs = nowMs;
        }
        lastWorkMs = nowMs;
        if (nowMs - lastScanMs >= SCAN_MS) {
            lastScanMs = nowMs;
            done += removeExpired(nowMs - EXPIRY_MS);
        }
        return done;
    }

    private int removeExpired(long oldestMs) {
        Predicate<ClientChannel> expired = client -> client.heardMs() < oldestMs;
        List<ClientChannel> gone = new ArrayList<>(producers.find(expired));
        gone.addAll(consumers.find(expired));
        for (ClientChannel client : gone) {
            log.info("client {} at {} removed: no heartbeat for more than {} ms", client.clientId(),
                client.connection().remoteAddress(), EXPIRY_MS);
            closed(client.connection(), "no heartbeat");
            client.connection().close("no heartbeat for more than " + EXPIRY_MS + " ms");
        }
        return gone.size();
    }
}
