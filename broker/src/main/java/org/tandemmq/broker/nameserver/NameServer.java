/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.tandemmq.broker.nameserver.route.BrokerRegistry;
import org.tandemmq.broker.nameserver.route.RouteQueries;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.RemotingServer;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.RequestCode;

/**
 * The name service: its state and the processors of its codes. It is served on a listener for others ({@link #serve})
 * and, where it is embedded in a broker, called by that broker without a socket ({@link #inProcess}).
 *
 * <pre>
 *   event loops: 105, 106, 901 ───────────────► RouteQueries ◄─┐
 *   worker:      103, 104, 217, 322, 904 ─────► BrokerRegistry ┘ ◄── expiry scan (doWork), closed connections
 *                lists, 205, 216, 327 ────────►
 *                100 to 102, 219 ─────────────► KvConfig ──► kvConfig.json
 *                318, 319 ────────────────────► NameServerSettings
 * </pre>
 */
public final class NameServer {

    /** Milliseconds between two scans for silent brokers. */
    private static final long SCAN_INTERVAL_MS = 1000;
    /** Changes that no broker and no client asks for, and the settings. */
    private static final Set<Integer> ADMINISTRATION = Set.of(RequestCode.PUT_KV_CONFIG, RequestCode.DELETE_KV_CONFIG,
        RequestCode.WIPE_WRITE_PERM_OF_BROKER, RequestCode.ADD_WRITE_PERM_OF_BROKER,
        RequestCode.DELETE_TOPIC_IN_NAMESRV, RequestCode.UPDATE_NAMESRV_CONFIG, RequestCode.GET_NAMESRV_CONFIG);

    private final BrokerRegistry registry;
    private final Map<Integer, RequestProcessor> processors = new HashMap<>();
    private final Set<Integer> onEventLoop = new HashSet<>();
    private long nextScanMs = Long.MIN_VALUE;

    /**
     * Creates a name service that knows nobody yet.
     *
     * @param kv key-value table
     * @param settings settings
     * @param elapsedMs clock in milliseconds that never goes back
     * @param routesBytesMax most bytes of memory of all routes
     */
    public NameServer(KvConfig kv, NameServerSettings settings, LongSupplier elapsedMs, long routesBytesMax) {
        this.registry = new BrokerRegistry(elapsedMs, routesBytesMax);
        RouteQueries queries = registry.queries();
        RouteProcessor routes = new RouteProcessor(queries, kv, settings);
        for (int code : new int[] {RequestCode.GET_ROUTEINFO_BY_TOPIC, RequestCode.GET_BROKER_CLUSTER_INFO,
            RequestCode.GET_BROKER_MEMBER_GROUP}) {
            processors.put(code, routes);
            onEventLoop.add(code);
        }
        add(new RegistrationProcessor(registry, kv), RequestCode.REGISTER_BROKER, RequestCode.UNREGISTER_BROKER,
            RequestCode.REGISTER_TOPIC_IN_NAMESRV, RequestCode.QUERY_DATA_VERSION, RequestCode.BROKER_HEARTBEAT);
        add(new TopicProcessor(registry, queries), RequestCode.WIPE_WRITE_PERM_OF_BROKER,
            RequestCode.ADD_WRITE_PERM_OF_BROKER, RequestCode.DELETE_TOPIC_IN_NAMESRV,
            RequestCode.GET_ALL_TOPIC_LIST_FROM_NAMESERVER, RequestCode.GET_TOPICS_BY_CLUSTER,
            RequestCode.GET_SYSTEM_TOPIC_LIST_FROM_NS, RequestCode.GET_UNIT_TOPIC_LIST,
            RequestCode.GET_HAS_UNIT_SUB_TOPIC_LIST, RequestCode.GET_HAS_UNIT_SUB_UNUNIT_TOPIC_LIST);
        add(new KvProcessor(kv), RequestCode.PUT_KV_CONFIG, RequestCode.GET_KV_CONFIG, RequestCode.DELETE_KV_CONFIG,
            RequestCode.GET_KVLIST_BY_NAMESPACE);
        add(new SettingsProcessor(settings), RequestCode.UPDATE_NAMESRV_CONFIG, RequestCode.GET_NAMESRV_CONFIG);
    }

    private void add(RequestProcessor processor, int... codes) {
        for (int code : codes) {
            processors.put(code, processor);
        }
    }

    /**
     * Registers all codes on a listener that was not started yet.
     *
     * @param server the listener
     * @param worker one thread with a bounded queue, for what is not a mere look-up
     * @param guard put in front of what only administrators ask for: settings, the key-value table, permissions,
     *     deleted topics
     */
    public void serve(RemotingServer server, Executor worker, UnaryOperator<RequestProcessor> guard) {
        processors.forEach((code, processor) -> server.register(code,
            ADMINISTRATION.contains(code) ? guard.apply(processor) : processor,
            onEventLoop.contains(code) ? null : worker));
    }

    /** A way to call this name service from its own process, whatever address is asked for. */
    public RemotingClient inProcess() {
        return new InProcessClient(processors);
    }

    /**
     * Takes out brokers that were silent for too long; one thread.
     *
     * @param nowMs elapsed-time clock in milliseconds
     * @return number of brokers taken out
     */
    public int doWork(long nowMs) {
        if (nowMs < nextScanMs) {
            return 0;
        }
        nextScanMs = nowMs + SCAN_INTERVAL_MS;
        return registry.expire();
    }
}
