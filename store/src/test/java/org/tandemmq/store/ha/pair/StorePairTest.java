/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.pair;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.PutResult;
import org.tandemmq.store.PutStatus;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.config.HaConfig;

/** Real stores, real sockets, real threads: the outcome of sends, and logs that are equal afterwards. */
class StorePairTest {

    private static final HaConfig.Resolution STOP = new HaConfig.Resolution(false, false, false);
    private static final HaConfig.Resolution REPAIR = new HaConfig.Resolution(true, true, false);

    @TempDir
    private Path root;

    private final List<PairMember> members = new ArrayList<>();

    private PairMember member(String name, BrokerRole role, HaConfig.Resolution resolution) {
        PairMember member = new PairMember(root.resolve(name), role, resolution, 3_000);
        members.add(member);
        return member;
    }

    @AfterEach
    void close() {
        members.forEach(PairMember::close);
    }

    private void until(BooleanSupplier done) {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!done.getAsBoolean()) {
            Thread.yield();
            if (System.nanoTime() > limit) {
                throw new AssertionError("not within 60 s; " + members.stream()
                    .map(member -> member.end() + " " + member.status()).toList());
            }
        }
    }

    private static PutStatus status(PairMember member, String key, int bytes) {
        return member.put(key, bytes, AckPolicy.AS_CONFIGURED).orTimeout(10, TimeUnit.SECONDS).join().status();
    }

    private static void append(PairMember member, String key, int bytes) {
        PutResult result = member.put(key, bytes, AckPolicy.APPEND_ONLY).join();
        assertThat(result.status()).as(result.reason()).isEqualTo(PutStatus.PUT_OK);
    }

    @Test
    void shouldTellSendsOfASyncMasterHowItsSlavesStand() {
        PairMember master = member("master", BrokerRole.SYNC_MASTER, STOP);
        assertThat(status(master, "alone", 10)).isEqualTo(PutStatus.SLAVE_NOT_AVAILABLE);
        assertThat(master.put("nowait", 10, AckPolicy.APPEND_ONLY).join().status()).isEqualTo(PutStatus.PUT_OK);
        PairMember slave = member("slave", BrokerRole.SLAVE, STOP);
        slave.follow(master);
        until(() -> slave.end() == master.end() && master.status().slavesInReach() == 1);
        assertThat(status(master, "paired", 10)).isEqualTo(PutStatus.PUT_OK);
        assertThat(status(slave, "refused", 10)).isEqualTo(PutStatus.SERVICE_NOT_AVAILABLE);
        slave.close();
        members.remove(slave);
        until(() -> master.status().slavesInReach() == 0);
        assertThat(status(master, "alone again", 10)).isEqualTo(PutStatus.SLAVE_NOT_AVAILABLE);
        assertThat(master.store().maxOffset("Paired", 0)).isLessThanOrEqualTo(4);
    }

    @Test
    void shouldMakeEqualLogsAndQueuesOverManySegments() {
        PairMember master = member("master", BrokerRole.SYNC_MASTER, STOP);
        for (int i = 0; i < 60; i++) {
            append(master, "before-" + i, 40_000);
        }
        PairMember one = member("one", BrokerRole.SLAVE, STOP);
        PairMember two = member("two", BrokerRole.SLAVE, STOP);
        one.follow(master);
        two.follow(master);
        until(() -> one.end() == master.end() && two.end() == master.end());
        List<CompletableFuture<PutResult>> sends = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            sends.add(master.put("live-" + i, i % 2_000, AckPolicy.AS_CONFIGURED));
        }
        sends.forEach(send -> assertThat(send.orTimeout(10, TimeUnit.SECONDS).join().status())
            .isEqualTo(PutStatus.PUT_OK));
        until(() -> one.end() == master.end() && two.end() == master.end());
        assertThat(one.firstDifference(master)).isEqualTo(-1);
        assertThat(two.firstDifference(master)).isEqualTo(-1);
        until(() -> one.store().maxOffset("Paired", 0) == 3_060);
        assertThat(one.store().minOffset("Paired", 0)).isZero();
    }

    @Test
    void shouldMakeEqualLogsWhereThoseWhoPutSendThemselves() throws InterruptedException {
        PairMember master = member("master", BrokerRole.SYNC_MASTER, STOP);
        master.sendNow();
        PairMember one = member("one", BrokerRole.SLAVE, STOP);
        PairMember two = member("two", BrokerRole.SLAVE, STOP);
        one.follow(master);
        two.follow(master);
        until(() -> master.status().slavesInReach() == 2);
        Queue<CompletableFuture<PutResult>> sends = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int number = t;
            threads.add(new Thread(() -> {
                for (int i = 0; i < 1_000; i++) {
                    // now and then more than an appender sends, and than a socket takes
                    int bytes = i % 10 == 9 ? 60_000 : i % 1_500;
                    sends.add(master.put(number + "-" + i, bytes, AckPolicy.AS_CONFIGURED));
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(sends).hasSize(4_000).allSatisfy(send -> assertThat(send.orTimeout(20, TimeUnit.SECONDS).join()
            .status()).isEqualTo(PutStatus.PUT_OK));
        until(() -> one.end() == master.end() && two.end() == master.end());
        assertThat(one.firstDifference(master)).isEqualTo(-1);
        assertThat(two.firstDifference(master)).isEqualTo(-1);
    }

    @Test
    void shouldServeANewSlaveWhoseMasterBeginsLater() throws IOException {
        PairMember old = member("master", BrokerRole.ASYNC_MASTER, STOP);
        for (int i = 0; i < 30; i++) {
            append(old, "k" + i, 40_000);
        }
        long end = old.end();
        old.close();
        members.remove(old);
        Files.delete(root.resolve("master/commitlog/00000000000000000000"));
        PairMember master = member("master", BrokerRole.ASYNC_MASTER, STOP);
        assertThat(master.store().replicaLog().minPosition()).isEqualTo(PairMember.SEGMENT_BYTES);
        assertThat(master.end()).isEqualTo(end);
        PairMember slave = member("slave", BrokerRole.SLAVE, STOP);
        slave.follow(master);
        until(() -> slave.end() == master.end());
        assertThat(slave.store().replicaLog().minPosition()).isEqualTo(PairMember.SEGMENT_BYTES);
        assertThat(slave.firstDifference(master)).isEqualTo(-1);
        until(() -> slave.store().maxOffset("Paired", 0) == 30);
        assertThat(slave.store().minOffset("Paired", 0)).isEqualTo(master.store().minOffset("Paired", 0));
    }

    @Test
    void shouldServeANewSlaveFromBehindAMissingSegment() throws IOException {
        PairMember old = member("master", BrokerRole.ASYNC_MASTER, STOP);
        while (old.end() < 5L * PairMember.SEGMENT_BYTES) {
            append(old, "k", 40_000);
        }
        old.close();
        members.remove(old);
        Files.delete(root.resolve(String.format("master/commitlog/%020d", 2 * PairMember.SEGMENT_BYTES)));
        PairMember master = member("master", BrokerRole.ASYNC_MASTER, STOP);
        assertThat(master.store().replicaLog().minPosition()).isEqualTo(3L * PairMember.SEGMENT_BYTES);
        assertThat(master.store().status().minPosition()).isZero();
        PairMember slave = member("slave", BrokerRole.SLAVE, STOP);
        slave.follow(master);
        until(() -> slave.end() == master.end());
        assertThat(slave.store().replicaLog().minPosition()).isEqualTo(3L * PairMember.SEGMENT_BYTES);
        append(master, "more", 40_000);
        until(() -> slave.end() == master.end());
    }

    @Test
    void shouldBeginAnewOutOfRangeAndKeepTheOldData() throws IOException {
        PairMember old = member("master", BrokerRole.ASYNC_MASTER, STOP);
        PairMember oldSlave = member("slave", BrokerRole.SLAVE, STOP);
        oldSlave.follow(old);
        append(old, "early", 40_000);
        until(() -> oldSlave.end() == old.end() && old.end() > 0);
        oldSlave.close();
        for (int i = 0; i < 30; i++) {
            append(old, "k" + i, 40_000);
        }
        old.close();
        members.clear();
        Files.delete(root.resolve("master/commitlog/00000000000000000000"));
        PairMember master = member("master", BrokerRole.ASYNC_MASTER, STOP);
        PairMember stopped = member("slave", BrokerRole.SLAVE, STOP);
        stopped.follow(master);
        until(() -> stopped.status().client().state().equals("out of range"));
        stopped.close();
        members.remove(stopped);
        PairMember slave = member("slave", BrokerRole.SLAVE, REPAIR);
        slave.follow(master);
        until(() -> slave.end() == master.end());
        assertThat(slave.firstDifference(master)).isEqualTo(-1);
        assertThat(slave.names()).anyMatch(name -> name.startsWith("commitlog.out-of-range."));
    }

    @Test
    void shouldCutAForeignTailAfterSavingIt() throws IOException {
        PairMember master = member("master", BrokerRole.SYNC_MASTER, STOP);
        PairMember slave = member("slave", BrokerRole.SLAVE, STOP);
        slave.follow(master);
        until(() -> master.status().slavesInReach() == 1);
        for (int i = 0; i < 20; i++) {
            assertThat(status(master, "common-" + i, 30_000)).isEqualTo(PutStatus.PUT_OK);
        }
        long common = master.end();
        slave.close();
        members.remove(slave);
        PairMember promoted = member("slave", BrokerRole.ASYNC_MASTER, STOP);
        for (int i = 0; i < 20; i++) {
            append(promoted, "promoted-" + i, 20_000);
            append(master, "lost-" + i, 30_000);
        }
        master.close();
        members.remove(master);
        PairMember returned = member("master", BrokerRole.SLAVE, REPAIR);
        returned.follow(promoted);
        until(() -> returned.end() == promoted.end() && returned.status().client().isActivated());
        assertThat(returned.firstDifference(promoted)).isEqualTo(-1);
        List<String> ids = Files.readAllLines(root.resolve("master/tails").resolve(
            Files.list(root.resolve("master/tails")).map(path -> path.getFileName().toString())
                .filter(name -> name.endsWith(".txt")).findFirst().orElseThrow()));
        assertThat(ids).hasSize(21);
        assertThat(ids.get(1)).startsWith(common + " ").endsWith(" lost-0");
        until(() -> returned.store().maxOffset("Paired", 0) == 40);
    }

    /** The master lost its end with its machine: what it answered SEND_OK for is in this slave alone. */
    @Test
    void shouldKeepWhatTheMasterLostUntilItBecomesAMasterItself() throws IOException {
        PairMember master = member("master", BrokerRole.SYNC_MASTER, STOP);
        PairMember slave = member("slave", BrokerRole.SLAVE, REPAIR);
        slave.follow(master);
        until(() -> master.status().slavesInReach() == 1);
        for (int i = 0; i < 20; i++) {
            assertThat(status(master, "k" + i, 20_000)).isEqualTo(PutStatus.PUT_OK);
        }
        long all = slave.end();
        master.close();
        Files.delete(root.resolve(String.format("master/commitlog/%020d", PairMember.SEGMENT_BYTES)));
        Files.delete(root.resolve("master/checkpoint"));
        Files.delete(root.resolve("master/checkpoint.bak"));
        PairMember lost = member("master", BrokerRole.SYNC_MASTER, STOP);
        members.remove(master);
        assertThat(lost.end()).isLessThan(all);
        append(lost, "other", 100);
        slave.follow(lost);
        until(() -> slave.status().client().reason().contains("what this broker wrote itself"));
        slave.close();
        PairMember again = member("slave", BrokerRole.SLAVE, REPAIR);
        members.remove(slave);
        again.follow(lost);
        until(() -> again.status().client().reason().contains("what this broker wrote itself"));
        assertThat(again.end()).isEqualTo(all);
        again.become(BrokerRole.SYNC_MASTER);
        lost.become(BrokerRole.SLAVE);
        lost.follow(again);
        until(() -> lost.status().client().state().equals("diverged"));
        lost.close();
        PairMember returned = member("master", BrokerRole.SLAVE, REPAIR);
        members.remove(lost);
        returned.follow(again);
        until(() -> returned.end() == all && returned.firstDifference(again) < 0);
    }

    @Test
    void shouldChangeRolesWhileItRuns() throws IOException {
        PairMember first = member("first", BrokerRole.SYNC_MASTER, STOP);
        PairMember second = member("second", BrokerRole.SLAVE, STOP);
        second.follow(first);
        until(() -> first.status().slavesInReach() == 1);
        assertThat(status(first, "one", 100)).isEqualTo(PutStatus.PUT_OK);
        first.become(BrokerRole.SLAVE);
        second.become(BrokerRole.SYNC_MASTER);
        first.follow(second);
        until(() -> second.status().slavesInReach() == 1);
        assertThat(status(second, "two", 100)).isEqualTo(PutStatus.PUT_OK);
        assertThat(status(first, "three", 100)).isEqualTo(PutStatus.SERVICE_NOT_AVAILABLE);
        assertThat(first.firstDifference(second)).isEqualTo(-1);
        assertThat(first.end()).isEqualTo(second.end());
    }
}
