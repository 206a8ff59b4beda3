/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.broker.ConnectionTwin;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.body.ConsumerData;
import org.tandemmq.remoting.protocol.body.SubscriptionData;

/** Clients come, change, fall silent and go; the others are told, but not a hundred times. */
class ClientHousekeepingTest {

    private final AtomicLong nowMs = new AtomicLong(1_000_000);
    private final ProducerManager producers = new ProducerManager(new ClientMemory(1 << 20));
    private final ConsumerManager consumers = new ConsumerManager(new ClientMemory(1 << 20));
    private final ConsumerChangeNotifier notifier = new ConsumerChangeNotifier(consumers, nowMs::get);
    private final List<String> gone = new ArrayList<>();
    private final ClientHousekeeping housekeeping = new ClientHousekeeping(producers, consumers, notifier,
        group -> !group.equals("quiet"), gone::add);
    private long wallStepMs = 1_700_000_000_000L;

    private ClientChannel client(String id, ConnectionTwin connection) {
        return new ClientChannel(connection, id, 0, 409, wallStepMs + nowMs.get(), nowMs.get());
    }

    private static ConsumerData wants(String group, long version, String... topics) {
        List<SubscriptionData> subscriptions = new ArrayList<>();
        for (String topic : topics) {
            subscriptions.add(SubscriptionData.parse(topic, "*", "TAG", version));
        }
        return new ConsumerData(group, "CONSUME_PASSIVELY", "CLUSTERING", "CONSUME_FROM_LAST_OFFSET", subscriptions,
            false);
    }

    @Test
    void shouldHaveRoomForSoMuchAndGiveItBack() {
        ClientMemory memory = new ClientMemory(100_000);
        ConsumerManager few = new ConsumerManager(memory);
        ProducerManager some = new ProducerManager(memory);
        ConnectionTwin connection = new ConnectionTwin();
        few.register(client("a", connection), wants("g", 1, "T"), false);
        long one = memory.bytes();
        few.register(client("a", connection), wants("g", 2, "T", "U", "V"), false);
        assertThat(memory.bytes()).isGreaterThan(one);
        few.register(client("a", connection), wants("g", 3, "T"), false);
        assertThat(memory.bytes()).isEqualTo(one);
        few.register(client("another name", connection), wants("g", 3, "T"), false);
        assertThatThrownBy(() -> {
            for (int i = 0; i < 1_000; i++) {
                few.register(client("a", connection), wants("g" + i, 1, "T" + i), false);
            }
        }).isInstanceOf(ClientsFullException.class).hasMessageContaining("the limit is 100000");
        assertThatThrownBy(() -> {
            for (int i = 0; i < 1_000; i++) {
                some.register("p" + i, client("a", connection));
            }
        }).isInstanceOf(ClientsFullException.class).hasMessageContaining("the limit is 100000");
        few.groupsOf(connection).forEach(group -> few.unregister(group, connection));
        some.closed(connection);
        assertThat(memory.bytes()).isZero();
    }

    /** One producer of a process ends, the replies that another one waits for still come. */
    @Test
    void shouldFindAClientUntilItLeavesItsLastGroup() {
        ConnectionTwin connection = new ConnectionTwin();
        producers.register("p", client("a", connection));
        producers.register("q", client("a", connection));
        producers.unregister("p", connection);
        assertThat(producers.client("a")).isNotNull();
        producers.unregister("p", connection);
        assertThat(producers.client("a")).isNotNull();
        producers.unregister("q", connection);
        assertThat(producers.client("a")).isNull();
    }

    @Test
    void shouldForgetTheFormerNameOfAProducer() {
        ConnectionTwin connection = new ConnectionTwin();
        producers.register("p", client("a", connection));
        producers.register("p", client("b", connection));
        assertThat(producers.client("a")).isNull();
        assertThat(producers.client("b")).isNotNull();
    }

    @Test
    void shouldReportNewMembersAndNewTopicsOnly() {
        ConnectionTwin connection = new ConnectionTwin();
        assertThat(consumers.register(client("a", connection), wants("g", 1, "T"), false)).isTrue();
        assertThat(consumers.register(client("a", connection), wants("g", 1, "T"), false)).isFalse();
        assertThat(consumers.register(client("a", connection), wants("g", 2, "T", "U"), false)).isTrue();
        assertThat(consumers.register(client("a", connection), wants("g", 2, "U"), false)).isTrue();
        assertThat(consumers.subscription("g", "T")).isNull();
        assertThat(consumers.register(client("a", connection), wants("g", 2), true)).isFalse();
        assertThat(consumers.subscription("g", "U")).isNotNull();
    }

    @Test
    void shouldNotTakeAnOlderSubscriptionForANewerOne() {
        ConnectionTwin connection = new ConnectionTwin();
        consumers.register(client("a", connection), wants("g", 5, "T"), false);
        consumers.register(client("a", connection), wants("g", 4, "T"), false);
        assertThat(consumers.subscription("g", "T").subVersion()).isEqualTo(5);
    }

    @Test
    void shouldTellTheOthersAtOnceWhenAConnectionCloses() {
        ConnectionTwin stays = new ConnectionTwin();
        ConnectionTwin leaves = new ConnectionTwin();
        consumers.register(client("a", stays), wants("g", 1, "T"), false);
        consumers.register(client("b", leaves), wants("g", 1, "T"), false);
        producers.register("p", client("b", leaves));
        housekeeping.closed(leaves, "reset");
        assertThat(stays.notices).containsExactly(RequestCode.NOTIFY_CONSUMER_IDS_CHANGED);
        assertThat(consumers.group("g").clientIds()).containsExactly("a");
        assertThat(producers.groups()).isEmpty();
        assertThat(producers.client("b")).isNull();
        assertThat(gone).containsExactly("b");
    }

    @Test
    void shouldNotTellAGroupThatWantsNoNotices() {
        ConnectionTwin stays = new ConnectionTwin();
        ConnectionTwin leaves = new ConnectionTwin();
        consumers.register(client("a", stays), wants("quiet", 1, "T"), false);
        consumers.register(client("b", leaves), wants("quiet", 1, "T"), false);
        housekeeping.closed(leaves, "reset");
        assertThat(stays.notices).isEmpty();
    }

    @Test
    void shouldCallAMemberGoneOnlyAfterItsLastConnection() {
        ConnectionTwin first = new ConnectionTwin();
        ConnectionTwin second = new ConnectionTwin();
        consumers.register(client("a", first), wants("g", 1, "T"), false);
        consumers.register(client("a", second), wants("g", 1, "T"), false);
        housekeeping.closed(first, "reset");
        assertThat(gone).isEmpty();
        housekeeping.closed(second, "reset");
        assertThat(gone).containsExactly("a");
        assertThat(consumers.groups()).isEmpty();
    }

    @Test
    void shouldRemoveSilentClientsAfterTwoMinutes() {
        ConnectionTwin silent = new ConnectionTwin();
        ConnectionTwin alive = new ConnectionTwin();
        consumers.register(client("a", silent), wants("g", 1, "T"), false);
        ClientChannel other = client("b", alive);
        consumers.register(other, wants("g", 1, "T"), false);
        pass(100_000);
        consumers.register(client("b", alive), wants("g", 1, "T"), false);
        pass(20_000);
        assertThat(silent.isOpen()).isTrue();
        pass(10_000);
        assertThat(silent.closeReason).contains("120000");
        assertThat(alive.isOpen()).isTrue();
        assertThat(consumers.group("g").clientIds()).isEqualTo(Set.of("b"));
        assertThat(alive.notices).isNotEmpty();
    }

    /** Time passes, with the housekeeping at work. */
    private void pass(long ms) {
        for (long left = ms; left > 0; left -= 1_000) {
            nowMs.addAndGet(Math.min(left, 1_000));
            housekeeping.doWork(nowMs.get());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-86_400_000, 121_000, 86_400_000})
    void shouldNotMindThatTheWallClockIsSet(long stepMs) {
        ConnectionTwin alive = new ConnectionTwin();
        ConnectionTwin silent = new ConnectionTwin();
        consumers.register(client("a", alive), wants("g", 1, "T"), false);
        producers.register("p", client("s", silent));
        pass(10_000);
        wallStepMs += stepMs;
        consumers.register(client("a", alive), wants("g", 1, "T"), false);
        assertThat(consumers.group("g").members()).extracting(ClientChannel::lastSeenMs)
            .containsExactly(wallStepMs + nowMs.get());
        pass(110_000);
        assertThat(alive.isOpen()).isTrue();
        assertThat(silent.isOpen()).isTrue();
        pass(2_000);
        assertThat(alive.isOpen()).isTrue();
        assertThat(silent.closeReason).contains("120000");
    }

    @Test
    void shouldReadWhatCameWhileTheProcessStoodStillFirst() {
        ConnectionTwin alive = new ConnectionTwin();
        ConnectionTwin silent = new ConnectionTwin();
        consumers.register(client("a", alive), wants("g", 1, "T"), false);
        consumers.register(client("s", silent), wants("g", 1, "T"), false);
        pass(5_000);
        nowMs.addAndGet(600_000);
        housekeeping.doWork(nowMs.get());
        assertThat(alive.isOpen()).isTrue();
        consumers.register(client("a", alive), wants("g", 1, "T"), false);
        pass(10_000);
        assertThat(alive.isOpen()).isTrue();
        assertThat(silent.isOpen()).isFalse();
    }

    @Test
    void shouldGatherNoticesOfAStampede() {
        List<ConnectionTwin> members = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ConnectionTwin member = new ConnectionTwin();
            members.add(member);
            consumers.register(client("c" + i, member), wants("g", 1, "T"), false);
            notifier.changed("g");
        }
        nowMs.addAndGet(ConsumerChangeNotifier.WINDOW_MS);
        housekeeping.doWork(nowMs.get());
        assertThat(members.get(0).notices).hasSize(2);
        assertThat(members.get(99).notices).hasSize(1);
        nowMs.addAndGet(ConsumerChangeNotifier.WINDOW_MS);
        housekeeping.doWork(nowMs.get());
        assertThat(members.get(99).notices).hasSize(1);
    }

    @Test
    void shouldAskOpenProducersInTurn() {
        ConnectionTwin first = new ConnectionTwin();
        ConnectionTwin second = new ConnectionTwin();
        producers.register("p", client("a", first));
        producers.register("p", client("b", second));
        assertThat(Set.of(producers.next("p").clientId(), producers.next("p").clientId()))
            .isEqualTo(Set.of("a", "b"));
        first.close("test");
        assertThat(producers.next("p").clientId()).isEqualTo("b");
        assertThat(producers.next("p").clientId()).isEqualTo("b");
        assertThat(producers.next("unknown")).isNull();
    }

    @Test
    void shouldShrinkAfterManyRandomGroups() {
        for (int i = 0; i < 20_000; i++) {
            ConnectionTwin connection = new ConnectionTwin();
            producers.register("p" + i, client("c" + i, connection));
            consumers.register(client("c" + i, connection), wants("g" + i, 1, "T"), false);
            housekeeping.closed(connection, "done");
        }
        assertThat(producers.groups()).isEmpty();
        assertThat(consumers.groups()).isEmpty();
        assertThat(producers.client("c7")).isNull();
    }
}
