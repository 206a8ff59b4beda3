/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.MemoryStore;
import org.tandemmq.broker.config.BrokerConfig;
import org.tandemmq.broker.config.BrokerConfigReader;
import org.tandemmq.broker.config.ConfigLoader;
import org.tandemmq.broker.config.KnownKeys;
import org.tandemmq.broker.config.Machine;
import org.tandemmq.broker.longpolling.PullRequestHoldService;
import org.tandemmq.broker.outer.OwnRequestCode;
import org.tandemmq.broker.pair.Pairing;
import org.tandemmq.broker.processor.pull.PairView;
import org.tandemmq.remoting.ConnectionListener;
import org.tandemmq.remoting.RemotingServer;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.RequestCode;

/** Which threads the requests of clients and of slaves run on. */
class ClientRequestsTest {

    /** Has no port, and knows what was registered. */
    private static final class Registered implements RemotingServer {
        private final Map<Integer, Executor> executors = new HashMap<>();

        @Override
        public void register(int code, RequestProcessor processor, Executor executor) {
            executors.put(code, executor);
        }

        @Override
        public void onConnections(ConnectionListener listener) {
            assertThat(listener).isNotNull();
        }

        @Override
        public void start() {
            throw new IllegalStateException("there is no port");
        }

        @Override
        public int port() {
            return 0;
        }

        @Override
        public void close() {
            executors.clear();
        }
    }

    /** A slave without its master. */
    private static final PairView ALONE = new PairView() {
        @Override
        public boolean isReadableSlave(long brokerId) {
            return false;
        }

        @Override
        public boolean masterReachable() {
            return false;
        }
    };

    private final Registered server = new Registered();

    private static BrokerConfig config(Path home) {
        return new BrokerConfigReader(new ConfigLoader(KnownKeys.ofBroker()).load(null, Map.of()),
            new Machine("host-a", home, "", 2, () -> InetAddress.getLoopbackAddress().getHostAddress())).read();
    }

    @Test
    void shouldLetNoSlaveWaitBehindTools(@TempDir Path home) {
        BrokerConfig config = config(home);
        Tables tables = Tables.load(config, InstantSource.system());
        try (Crew crew = Crew.start(config.network())) {
            new Pairing(config, tables, new MemoryStore(), change -> { },
                new Pairing.Ends(null, "instance", InstantSource.system()), crew, () -> 0).serve(server, crew);
            assertThat(server.executors).containsEntry(OwnRequestCode.TABLE_VERSIONS, crew.tables())
                .containsEntry(RequestCode.GET_ALL_CONSUMER_OFFSET, crew.tables())
                .containsEntry(OwnRequestCode.PUSH_OFFSETS, crew.admin());
        }
    }

    @Test
    void shouldLetNoClientWaitBehindTools(@TempDir Path home) {
        BrokerConfig config = config(home);
        Tables tables = Tables.load(config, InstantSource.system());
        try (Crew crew = Crew.start(config.network())) {
            ClientRequests requests = new ClientRequests(config, tables, new MemoryStore(),
                Clients.create(config, tables.groups(), () -> 0), Traffic.create(InstantSource.system()),
                new LiveRules(config), crew);
            requests.serveSends(server, InstantSource.system(), () -> 0);
            requests.servePulls(server, new PullRequestHoldService(1, 1, 1), ALONE, () -> 0);
            requests.serveMembers(server, ALONE, InstantSource.system(), () -> 0);
            assertThat(server.executors).doesNotContainValue(crew.admin()).doesNotContainValue(crew.tables())
                .containsEntry(RequestCode.CONSUMER_SEND_MSG_BACK, crew.readers())
                .containsEntry(RequestCode.SEND_MESSAGE_V2, null);
        }
    }
}
