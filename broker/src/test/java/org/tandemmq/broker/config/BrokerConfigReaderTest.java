/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tandemmq.remoting.netty.NettySettings;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.config.CommitLogConfig;
import org.tandemmq.store.config.FlushConfig;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.config.QueueConfig;
import org.tandemmq.store.config.RetentionConfig;
import org.tandemmq.store.config.StoreConfig;

/** Rules between several keys, and what the values come to. */
class BrokerConfigReaderTest {

    private static final Path HOME = Path.of("/home/somebody");

    private List<String> notices;

    @Test
    void shouldHaveTheStoresDefaults() {
        BrokerConfig config = read(Map.of());

        assertThat(config.store().paths().root()).isEqualTo(HOME.resolve("store"));
        assertThat(config.store().log()).isEqualTo(CommitLogConfig.defaults());
        assertThat(config.store().flush()).isEqualTo(FlushConfig.defaults());
        assertThat(config.store().queue()).isEqualTo(QueueConfig.defaults());
        assertThat(config.store().ha()).isEqualTo(HaConfig.defaults(10912));
        assertThat(config.store().retention()).isEqualTo(RetentionConfig.defaults());
        assertThat(notices).isEmpty();
    }

    @Test
    void shouldStartAsMasterWithEmbeddedNameService() {
        BrokerConfig config = read(Map.of());

        assertThat(config.identity().name()).isEqualTo("host-a");
        assertThat(config.identity().role()).isEqualTo(BrokerRole.ASYNC_MASTER);
        assertThat(config.addresses().forClients()).isEqualTo("192.0.2.10:10911");
        assertThat(config.addresses().forSlaves()).isEqualTo("192.0.2.10:10912");
        assertThat(config.addresses().vipPort()).isEqualTo(10909);
        assertThat(config.naming().embedded()).isTrue();
        assertThat(config.naming().embeddedPort()).isEqualTo(9876);
    }

    @Test
    void shouldReadEveryKeyThatHasAnEffect() {
        Settings settings = settings(Map.of("namesrvAddr", "192.0.2.1:9876", "brokerIP1", "192.0.2.3"));
        new BrokerConfigReader(settings, machine("")).read();

        List<String> unread = KnownKeys.ofBroker().all().stream().filter(ConfigKey::hasEffect)
            .map(ConfigKey::name).filter(name -> !settings.asked().contains(name)).toList();
        assertThat(unread).containsExactly("unknownKeys");
    }

    @Test
    void shouldNotEmbedNameServiceWhenServersAreNamed() {
        assertThat(read(Map.of("namesrvAddr", "192.0.2.1:9876; ns.example:9877")).naming().servers())
            .containsExactly("192.0.2.1:9876", "ns.example:9877");
        assertThat(read(Map.of("namesrvAddr", "192.0.2.1:9876")).naming().embedded()).isFalse();
        assertThat(read(Map.of("namesrvAddr", "192.0.2.1:9876", "embeddedNameServer", "true")).naming().embedded())
            .isTrue();
        assertThat(new BrokerConfigReader(settings(Map.of()), machine("192.0.2.9:9876")).read().naming().servers())
            .containsExactly("192.0.2.9:9876");
    }

    @Test
    void shouldNotOpenPortsThatWereMeantToBeGuarded() {
        for (String key : List.of("aclEnable", "authenticationEnabled", "authorizationEnabled")) {
            refuse(Map.of(key, "true"), key + "=true: there is no access control yet");
            assertThat(read(Map.of(key, "false"))).isNotNull();
        }
        refuse(Map.of("adminAllowedPeers", "everybody"), "adminAllowedPeers: 'everybody'");
        refuse(Map.of("adminAllowedPeers", ";"), "adminAllowedPeers: ';'");
        refuse(Map.of("adminAllowedPeers", "192.0.2.1;1.2.3"), "adminAllowedPeers: '1.2.3'");
        refuse(Map.of("haAllowedPeers", "10.1/16"), "haAllowedPeers: '10.1/16'");
    }

    /** Java would take 10.1.2 for 10.1.0.2. */
    @Test
    void shouldTakeNoPartOfAnAddress() {
        for (String key : List.of("brokerIP1", "brokerIP2", "bindAddress")) {
            for (String part : List.of("10.1.2", "10", "10.1.2.256", "10.1.2.3.4", "10.1.2.")) {
                refuse(Map.of(key, part), key + "=" + part + " is no address");
            }
            assertThat(read(Map.of(key, "10.1.2.255"))).isNotNull();
        }
        refuse(Map.of("haMasterAddress", "10.1.2:10912"), "haMasterAddress=10.1.2:10912 is no address");
        assertThat(read(Map.of("haMasterAddress", "10.1.2.0:10912", "brokerIP1", "10.a"))).isNotNull();
        refuse(Map.of("namesrvAddr", "10.1.2:9876"), "name server 10.1.2:9876 of namesrvAddr");
    }

    @Test
    void shouldForceMasterToZeroAndSaySo() {
        assertThat(read(Map.of("brokerId", "3")).identity().id()).isZero();
        assertThat(notices).singleElement().asString().contains("brokerId=3", "becomes 0");
    }

    @Test
    void shouldRefuseSlaveWithoutOwnNumberOrWayToItsMaster() {
        refuse(Map.of("brokerRole", "SLAVE", "brokerId", "0", "namesrvAddr", "192.0.2.1:9876"), "brokerId above 0");
        refuse(Map.of("brokerRole", "SLAVE", "brokerId", "-1", "namesrvAddr", "192.0.2.1:9876"), "brokerId above 0");
        refuse(Map.of("brokerRole", "SLAVE", "brokerId", "1"), "no way to its master");
        assertThat(read(Map.of("brokerRole", "SLAVE", "brokerId", "1", "haMasterAddress", "192.0.2.4:10912")).store()
            .ha().masterAddress()).isEqualTo("192.0.2.4:10912");
    }

    @Test
    void shouldCountTwoCopiesOnSyncMaster() {
        assertThat(read(Map.of("brokerRole", "SYNC_MASTER")).store().ha().copies().inSync()).isEqualTo(2);
        assertThat(notices).singleElement().asString().contains("inSyncReplicas=1", "2");
        assertThat(read(Map.of("brokerRole", "SYNC_MASTER", "inSyncReplicas", "3")).store().ha().copies().inSync())
            .isEqualTo(3);
        assertThat(notices).isEmpty();
    }

    @Test
    void shouldTakeNoSizesThatNoFrameHas() {
        StoreConfig store = read(Map.of("maxMessageSize", "1073741824", "maxTransferBytesOnMessageInMemory",
            "1000000000", "maxTransferBytesOnMessageInDisk", "16711681")).store();
        assertThat(store.log().maxMessageBytes()).isEqualTo(16_646_144);
        assertThat(store.queue().read().bytesInMemory()).isEqualTo(16_711_680);
        assertThat(store.queue().read().bytesOnDisk()).isEqualTo(16_711_680);
        assertThat(notices).hasSize(3).allMatch(notice -> notice.contains(" becomes 16")
            && notice.contains("frames end at 16 MiB"));
        assertThat(store.log().maxRecordBytes()).isLessThan(NettySettings.DEFAULTS.frameBytesMax() - 65_535);
        assertThat(read(Map.of("maxMessageSize", "16646144")).store().log().maxMessageBytes()).isEqualTo(16_646_144);
        assertThat(notices).isEmpty();
    }

    @Test
    void shouldRefusePortsThatCollide() {
        refuse(Map.of("haListenPort", "10911"), "10911", "listenPort", "haListenPort");
        refuse(Map.of("nameServerPort", "10909"), "10909", "listenPort - 2", "nameServerPort");
        refuse(Map.of("listenPort", "65535"), "65536", "haListenPort");
        assertThat(read(Map.of("nameServerPort", "10909", "vipChannelPort", "false")).addresses().vipPort()).isZero();
    }

    @Test
    void shouldRefuseNameServerThatIsNoAddress() {
        refuse(Map.of("namesrvAddr", "192.0.2.1"), "192.0.2.1", "host:port");
        refuse(Map.of("namesrvAddr", "a:9876;b:99999"), "b:99999");
    }

    @Test
    void shouldRefuseListOfLogDirectories() {
        refuse(Map.of("storePathCommitLog", "/a:/b,/c"), "storePathCommitLog", "one directory");
    }

    @Test
    void shouldRefuseHeartbeatsThatComeTooLateToKeepAConnection() {
        refuse(Map.of("haSendHeartbeatInterval", "20000"), "haSendHeartbeatInterval=20000",
            "haHousekeepingInterval=20000");
        refuse(Map.of("haHousekeepingInterval", "4000"), "haSendHeartbeatInterval=5000",
            "haHousekeepingInterval=4000");
        assertThat(read(Map.of("haHousekeepingInterval", "5001")).store().ha().timing().housekeepingMs())
            .isEqualTo(5_001);
    }

    @Test
    void shouldRefuseIndexFilesThatCanNotBeMappedInOnePiece() {
        refuse(Map.of("maxIndexNum", "110000000"), "maxIndexNum=110000000", "maxHashSlotNum=5000000", "2220000040",
            "2147483647");
        refuse(Map.of("maxHashSlotNum", "2147483647"), "maxHashSlotNum=2147483647", "maxIndexNum=20000000");
        assertThat(read(Map.of("maxIndexNum", "106374180")).store().queue().indexEntries()).isEqualTo(106_374_180);
        assertThat(read(Map.of("maxIndexNum", "110000000", "messageIndexEnable", "false")).store().queue()
            .indexEnabled()).isFalse();
    }

    @Test
    void shouldRoundQueueFilesUpToWholeEntries() {
        assertThat(read(Map.of("mappedFileSizeConsumeQueue", "21")).store().queue().queueFileBytes()).isEqualTo(40);
        assertThat(read(Map.of("mappedFileSizeConsumeQueue", "2147483621")).store().queue().queueFileBytes())
            .isEqualTo(2_147_483_640);
        assertThatThrownBy(() -> settings(Map.of("mappedFileSizeConsumeQueue", "2147483641")))
            .isInstanceOf(ConfigException.class).hasMessageContaining("mappedFileSizeConsumeQueue");
    }

    @Test
    void shouldClampRegistrationAndTakeLessMemoryOnSlave() {
        assertThat(read(Map.of("registerNameServerPeriod", "1")).naming().periodMs()).isEqualTo(10_000);
        assertThat(read(Map.of("registerNameServerPeriod", "99999")).naming().periodMs()).isEqualTo(60_000);
        assertThat(read(Map.of("brokerRole", "SLAVE", "brokerId", "1", "namesrvAddr", "192.0.2.1:9876")).store()
            .queue().read().memoryRatioPercent()).isEqualTo(30);
    }

    private void refuse(Map<String, String> given, String... parts) {
        assertThatThrownBy(() -> read(given)).isInstanceOf(ConfigException.class).message().contains(parts);
    }

    private BrokerConfig read(Map<String, String> given) {
        BrokerConfigReader reader = new BrokerConfigReader(settings(given), machine(""));
        BrokerConfig config = reader.read();
        notices = reader.notices();
        return config;
    }

    private static Settings settings(Map<String, String> given) {
        return new ConfigLoader(KnownKeys.ofBroker()).load(null, given);
    }

    private static Machine machine(String nameServers) {
        return new Machine("host-a", HOME, nameServers, 2, () -> "192.0.2.10");
    }
}
