/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tandemmq.store.config.AllowedPeers;
import org.tandemmq.store.config.BrokerRole;

/** Turns settings into values by concern, with the rules that hold between several keys. */
public final class BrokerConfigReader {

    private static final int MAX_NETWORK_THREADS = 8;

    private final Settings settings;
    private final Machine machine;
    private final List<String> notices = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();

    /**
     * Creates a reader.
     *
     * @param settings checked settings
     * @param machine source of derived defaults
     */
    public BrokerConfigReader(Settings settings, Machine machine) {
        this.settings = settings;
        this.machine = machine;
    }

    /** The values; throws {@link ConfigException} when keys contradict each other. */
    public BrokerConfig read() {
        BrokerConfig.Identity identity = identity();
        BrokerConfig.Naming naming = naming(identity.role());
        checkWayToMaster(identity, naming);
        BrokerConfig.Addresses addresses = addresses();
        checkPorts(addresses, naming);
        checkHosts();
        refuseAccessControl();
        // before the store is opened
        peers("haAllowedPeers");
        StoreConfigReader store = new StoreConfigReader(settings, identity.role(), storeRoot(), notices, errors);
        BrokerConfig config = new BrokerConfig(identity, addresses, naming, network(), topics(), requests(), timing(),
            transactions(), store.read(addresses));
        if (!errors.isEmpty()) {
            throw new ConfigException(errors);
        }
        return config;
    }

    /** Values that were set otherwise than written, one line each; complete after {@link #read}. */
    public List<String> notices() {
        return List.copyOf(notices);
    }

    /**
     * Every key with its value as text, with what was found out at start: {@code -p}, {@code -m} and the answer to
     * "get broker config".
     *
     * @param config what {@link #read} gave
     * @return values by key, sorted
     */
    public Map<String, String> values(BrokerConfig config) {
        Map<String, String> values = settings.all();
        values.put("brokerName", config.identity().name());
        values.put("brokerId", Long.toString(config.identity().id()));
        values.put("brokerIP1", config.addresses().clientHost());
        values.put("brokerIP2", config.addresses().slaveHost());
        values.put("haListenPort", Integer.toString(config.addresses().haPort()));
        values.put("namesrvAddr", String.join(";", config.naming().servers()));
        values.put("embeddedNameServer", Boolean.toString(config.naming().embedded()));
        values.put("registerNameServerPeriod", Integer.toString(config.naming().periodMs()));
        values.put("storePathRootDir", config.store().paths().root().toString());
        values.put("storePathCommitLog", config.store().paths().commitLog().toString());
        values.put("inSyncReplicas", Integer.toString(config.store().ha().copies().inSync()));
        values.put("networkThreads", Integer.toString(config.network().threads()));
        return values;
    }

    private BrokerConfig.Identity identity() {
        BrokerRole role = BrokerRole.valueOf(settings.text("brokerRole"));
        long id = settings.number("brokerId");
        if (role == BrokerRole.SLAVE && id <= 0) {
            errors.add(settings.describe("brokerRole") + " needs a brokerId above 0, but it is " + id);
        }
        if (role.isMaster() && id != 0) {
            notices.add(settings.describe("brokerId") + " with brokerRole=" + role + " becomes 0: a master is 0");
            id = 0;
        }
        return new BrokerConfig.Identity(textOr("brokerName", machine.hostName()), settings.text("brokerClusterName"),
            id, role, settings.integer("brokerPermission"), settings.text("regionId"),
            settings.flag("traceOn"));
    }

    private BrokerConfig.Naming naming(BrokerRole role) {
        List<String> servers = new ArrayList<>();
        for (String server : textOr("namesrvAddr", machine.nameServers()).split("[;,]")) {
            String address = server.strip();
            if (!address.isEmpty() && !HostPort.isValid(address)) {
                errors.add("name server " + address + " of namesrvAddr is not host:port");
            } else if (!address.isEmpty() && !servers.contains(address)) {
                servers.add(address);
            }
        }
        boolean embedded = switch (settings.text("embeddedNameServer")) {
            case "true" -> true;
            case "false" -> false;
            default -> servers.isEmpty() && role.isMaster();
        };
        return new BrokerConfig.Naming(List.copyOf(servers), embedded, settings.integer("nameServerPort"),
            settings.integer("registerNameServerPeriod"), settings.integer("registerBrokerTimeoutMills"),
            storeRoot().resolve("config").resolve("kvConfig.json"));
    }

    private void checkWayToMaster(BrokerConfig.Identity identity, BrokerConfig.Naming naming) {
        if (identity.role() == BrokerRole.SLAVE && naming.servers().isEmpty() && !naming.embedded()
            && settings.text("haMasterAddress").isEmpty()) {
            errors.add(settings.describe("brokerRole")
                + " has no way to its master: set namesrvAddr (or haMasterAddress)");
        }
    }

    private BrokerConfig.Addresses addresses() {
        String clientHost = settings.isGiven("brokerIP1") ? settings.text("brokerIP1") : machine.address().get();
        int port = settings.integer("listenPort");
        int haPort = settings.isGiven("haListenPort") ? settings.integer("haListenPort") : 0;
        int vipPort = "true".equals(settings.text("vipChannelPort")) && port > 2 ? port - 2 : 0;
        return new BrokerConfig.Addresses(settings.text("bindAddress"), clientHost, textOr("brokerIP2", clientHost),
            port, vipPort, haPort > 0 ? haPort : port + 1);
    }

    private void checkHosts() {
        for (String key : List.of("brokerIP1", "brokerIP2", "bindAddress", "haMasterAddress")) {
            String text = settings.text(key);
            int colon = "haMasterAddress".equals(key) ? text.lastIndexOf(':') : -1;
            if (!HostPort.isHost(colon < 0 ? text : text.substring(0, colon))) {
                errors.add(settings.describe(key) + " is no address, which has four numbers up to 255, as 192.0.2.7");
            }
        }
    }

    private void checkPorts(BrokerConfig.Addresses addresses, BrokerConfig.Naming naming) {
        Map<Integer, String> taken = new LinkedHashMap<>();
        claim(taken, addresses.port(), "listenPort");
        claim(taken, addresses.haPort(), "haListenPort");
        if (addresses.vipPort() > 0) {
            claim(taken, addresses.vipPort(), "listenPort - 2 (vipChannelPort)");
        }
        if (naming.embedded()) {
            claim(taken, naming.embeddedPort(), "nameServerPort");
        }
    }

    private void claim(Map<Integer, String> taken, int port, String key) {
        String other = taken.putIfAbsent(port, key);
        if (port > 65_535) {
            errors.add("port " + port + " of " + key + " is above 65535");
        }
        if (other != null) {
            errors.add("port " + port + " is asked for by both " + other + " and " + key);
        }
    }

    private BrokerConfig.Network network() {
        int threads = settings.integer("networkThreads");
        return new BrokerConfig.Network(threads > 0 ? threads : Math.min(MAX_NETWORK_THREADS, machine.processors()),
            settings.number("serverChannelMaxIdleTimeSeconds") * 1_000, settings.integer("maxConnections"),
            settings.integer("readerThreads"), settings.integer("readerQueueCapacity"),
            settings.integer("adminQueueCapacity"), peers("adminAllowedPeers"));
    }

    private BrokerConfig.Topics topics() {
        return new BrokerConfig.Topics(settings.flag("autoCreateTopicEnable"),
            settings.integer("defaultTopicQueueNums"), settings.flag("autoCreateSubscriptionGroup"),
            settings.flag("clusterTopicEnable"), settings.flag("brokerTopicEnable"), settings.flag("traceTopicEnable"),
            settings.text("msgTraceTopicName"), settings.flag("deadLetterReadable"));
    }

    private BrokerConfig.Requests requests() {
        BrokerConfig.Pull pull = new BrokerConfig.Pull(settings.flag("longPollingEnable"),
            settings.number("shortPollingTimeMills"), settings.flag("slaveReadEnable"),
            settings.flag("litePullMessageEnable"));
        return new BrokerConfig.Requests(pull, settings.number("startAcceptSendRequestTimeStamp"),
            settings.flag("storeReplyMessageEnable"), settings.flag("enablePropertyFilter"),
            settings.flag("notifyConsumerIdsChangedEnable"), settings.integer("maxMsgsNumBatch"),
            settings.integer("defaultQueryMaxNum"), settings.flag("strictFirstOffset"));
    }

    private BrokerConfig.Timing timing() {
        return new BrokerConfig.Timing(settings.number("flushConsumerOffsetInterval"),
            settings.number("flushDelayOffsetInterval"), settings.number("slaveSyncIntervalMs"),
            settings.number("slaveSyncForeignIntervalMs"));
    }

    private BrokerConfig.Transactions transactions() {
        return new BrokerConfig.Transactions(settings.flag("rejectTransactionMessage"),
            settings.number("transactionTimeOut"), settings.integer("transactionCheckMax"),
            settings.number("transactionCheckInterval"), settings.flag("transactionWithoutSlave"));
    }

    /** Whoever asks for access control is not to get open ports instead. */
    private void refuseAccessControl() {
        for (String key : List.of("aclEnable", "authenticationEnabled", "authorizationEnabled")) {
            if (settings.flag(key)) {
                errors.add(settings.describe(key) + ": there is no access control yet; leave it out and limit who "
                    + "reaches the ports, see adminAllowedPeers and haAllowedPeers");
            }
        }
    }

    private AllowedPeers peers(String key) {
        try {
            return new AllowedPeers(key, settings.entries(key));
        } catch (IllegalArgumentException wrong) {
            errors.add(wrong.getMessage());
            return new AllowedPeers(key, List.of());
        }
    }

    private Path storeRoot() {
        return settings.isGiven("storePathRootDir") ? Path.of(settings.text("storePathRootDir")).toAbsolutePath()
            : machine.home().resolve("store");
    }

    private String textOr(String name, String otherwise) {
        return settings.isGiven(name) ? settings.text(name) : otherwise;
    }
}
