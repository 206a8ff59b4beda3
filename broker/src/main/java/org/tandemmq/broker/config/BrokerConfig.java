/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.tandemmq.store.config.AllowedPeers;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.config.StoreConfig;

/**
 * Everything a broker is assembled from, as values by concern; made by {@link BrokerConfigReader}. Only the assembly
 * sees the whole, each part is handed what it needs.
 *
 * @param identity who the broker is
 * @param addresses where it listens and what it tells others
 * @param naming name servers
 * @param network sockets, threads and their queues
 * @param topics rules for topics and groups
 * @param requests rules for requests of clients
 * @param timing intervals
 * @param transactions rules for transactions
 * @param store the store's values
 */
public record BrokerConfig(Identity identity, Addresses addresses, Naming naming, Network network, Topics topics,
                           Requests requests, Timing timing, Transactions transactions, StoreConfig store) {

    /**
     * Who the broker is.
     *
     * @param name {@code brokerName}
     * @param cluster {@code brokerClusterName}
     * @param id {@code brokerId}, 0 for a master
     * @param role {@code brokerRole}
     * @param permission {@code brokerPermission}: 4 read, 2 write
     * @param region {@code regionId}
     * @param traceOn {@code traceOn}
     */
    public record Identity(String name, String cluster, long id, BrokerRole role, int permission, String region,
                           boolean traceOn) {
    }

    /**
     * Where the broker listens and what it tells others.
     *
     * @param bindHost {@code bindAddress}
     * @param clientHost {@code brokerIP1}: told to clients and written into records
     * @param slaveHost {@code brokerIP2}: told to slaves
     * @param port {@code listenPort}
     * @param vipPort listenPort - 2, or 0 when {@code vipChannelPort=false}
     * @param haPort {@code haListenPort}
     */
    public record Addresses(String bindHost, String clientHost, String slaveHost, int port, int vipPort, int haPort) {

        /** {@code host:port} for clients. */
        public String forClients() {
            return HostPort.of(clientHost, port);
        }

        /** Address for clients, resolved; throws {@link ConfigException} when it can't be. */
        public InetSocketAddress resolved() {
            InetSocketAddress address = new InetSocketAddress(clientHost, port);
            if (address.isUnresolved()) {
                throw new ConfigException("brokerIP1=" + clientHost + " can't be resolved");
            }
            return address;
        }

        /** Whether only this machine reaches the ports. */
        public boolean isLocalOnly() {
            InetSocketAddress bound = new InetSocketAddress(bindHost, port);
            return !bound.isUnresolved() && bound.getAddress().isLoopbackAddress();
        }

        /** {@code host:port} for slaves. */
        public String forSlaves() {
            return HostPort.of(slaveHost, haPort);
        }
    }

    /**
     * Name servers.
     *
     * @param servers {@code namesrvAddr}: {@code host:port} each, without the embedded one
     * @param embedded whether the name service runs in this process
     * @param embeddedPort {@code nameServerPort}
     * @param periodMs {@code registerNameServerPeriod}
     * @param timeoutMs {@code registerBrokerTimeoutMills}
     * @param kvConfigFile where the embedded service keeps its key-value table
     */
    public record Naming(List<String> servers, boolean embedded, int embeddedPort, int periodMs, int timeoutMs,
                         Path kvConfigFile) {
    }

    /**
     * Connections, threads and their queues.
     *
     * @param threads event loops, never 0
     * @param idleMs {@code serverChannelMaxIdleTimeSeconds} in milliseconds
     * @param maxConnections {@code maxConnections}
     * @param readerThreads {@code readerThreads}
     * @param readerQueueCapacity {@code readerQueueCapacity}
     * @param adminQueueCapacity {@code adminQueueCapacity}
     * @param adminPeers {@code adminAllowedPeers}
     */
    public record Network(int threads, long idleMs, int maxConnections, int readerThreads, int readerQueueCapacity,
                          int adminQueueCapacity, AllowedPeers adminPeers) {
    }

    /**
     * Rules for topics and groups.
     *
     * @param autoCreate {@code autoCreateTopicEnable}
     * @param defaultQueues {@code defaultTopicQueueNums}
     * @param autoCreateGroups {@code autoCreateSubscriptionGroup}
     * @param clusterTopic {@code clusterTopicEnable}
     * @param brokerTopic {@code brokerTopicEnable}
     * @param traceTopic {@code traceTopicEnable}
     * @param traceTopicName {@code msgTraceTopicName}
     * @param deadLetterReadable {@code deadLetterReadable}
     */
    public record Topics(boolean autoCreate, int defaultQueues, boolean autoCreateGroups, boolean clusterTopic,
                         boolean brokerTopic, boolean traceTopic, String traceTopicName,
                         boolean deadLetterReadable) {
    }

    /**
     * Rules for requests of clients.
     *
     * @param pull rules for pulls
     * @param acceptSendsFromMs {@code startAcceptSendRequestTimeStamp}
     * @param storeReplies {@code storeReplyMessageEnable}
     * @param propertyFilter {@code enablePropertyFilter}
     * @param notifyConsumerIds {@code notifyConsumerIdsChangedEnable}
     * @param queryMax {@code maxMsgsNumBatch}
     * @param queryUniqueMax {@code defaultQueryMaxNum}
     * @param strictFirstOffset {@code strictFirstOffset}
     */
    public record Requests(Pull pull, long acceptSendsFromMs, boolean storeReplies, boolean propertyFilter,
                           boolean notifyConsumerIds, int queryMax, int queryUniqueMax,
                           boolean strictFirstOffset) {
    }

    /**
     * Rules for pulls.
     *
     * @param longPolling {@code longPollingEnable}
     * @param shortPollingMs {@code shortPollingTimeMills}
     * @param slaveRead {@code slaveReadEnable}
     * @param litePull {@code litePullMessageEnable}
     */
    public record Pull(boolean longPolling, long shortPollingMs, boolean slaveRead, boolean litePull) {
    }

    /**
     * Intervals in milliseconds.
     *
     * @param flushOffsetsMs {@code flushConsumerOffsetInterval}
     * @param flushDelaysMs {@code flushDelayOffsetInterval}
     * @param slaveSyncMs {@code slaveSyncIntervalMs}
     * @param slaveSyncForeignMs {@code slaveSyncForeignIntervalMs}
     */
    public record Timing(long flushOffsetsMs, long flushDelaysMs, long slaveSyncMs, long slaveSyncForeignMs) {
    }

    /**
     * Rules for transactions.
     *
     * @param rejected {@code rejectTransactionMessage}
     * @param timeoutMs {@code transactionTimeOut}
     * @param checkMax {@code transactionCheckMax}
     * @param checkIntervalMs {@code transactionCheckInterval}
     * @param withoutSlave {@code transactionWithoutSlave}
     */
    public record Transactions(boolean rejected, long timeoutMs, int checkMax, long checkIntervalMs,
                               boolean withoutSlave) {
    }
}
