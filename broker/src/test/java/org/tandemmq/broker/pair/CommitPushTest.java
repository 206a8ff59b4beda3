/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.pair;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.broker.outer.OwnRequestCode;
import org.tandemmq.broker.slave.MasterApi;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.HeaderFields;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.SerializeType;

/** What is committed on a slave goes to the master at once, and only that. */
class CommitPushTest {

    private static final String MASTER = "m1:10911";

    @TempDir
    private Path folder;
    private final Way way = new Way();
    private final List<String> woken = new ArrayList<>();
    private ConsumerOffsetManager slave;
    private CommitPush push;

    @BeforeEach
    void open() {
        slave = offsets("slave.json", false);
        slave.ownCommits().collectBy(() -> woken.add("now"));
        push = new CommitPush(slave, new MasterApi(way, "broker-a", "s1:10911"), () -> woken.add("answer"));
    }

    private ConsumerOffsetManager offsets(String file, boolean master) {
        ConsumerOffsetManager offsets = new ConsumerOffsetManager(new TableFile(folder.resolve(file)), Instant::now,
            1 << 20);
        offsets.load(master);
        return offsets;
    }

    @Test
    void shouldGiveEachCommitAtOnceAndNothingElse() {
        slave.commit("Old", "T", 0, 3);
        push.doWork(MASTER, 1_000);
        push.doWork(MASTER, 1_001);
        woken.clear();
        slave.commit("G", "T", 1, 70);
        slave.commit("G", "T", 1, 71);
        assertThat(woken).as("one turn for both").containsExactly("now");
        assertThat(push.doWork(MASTER, 1_002)).isEqualTo(1);
        assertThat(way.pushed).hasSize(2);
        assertThat(way.pushed.get(1)).contains("\"T@G\":{1:71}").doesNotContain("Old");
        ConsumerOffsetManager master = offsets("master.json", true);
        master.commit("G", "T", 1, 40);
        assertThat(master.mergeNewest(way.pushed.get(1).getBytes(StandardCharsets.UTF_8),
            (topic, others) -> others)).isEqualTo(1);
        assertThat(master.offset("G", "T", 1)).isEqualTo(71);
        push.doWork(MASTER, 1_003);
        push.doWork(MASTER, 1_004);
        assertThat(way.pushed).hasSize(2);
    }

    @Test
    void shouldKeepThemWhileTheMasterIsAwayAndTryUntilItTakesThem() {
        slave.commit("G", "T", 0, 5);
        assertThat(push.doWork(null, 1_000)).isZero();
        way.refuses = true;
        push.doWork(MASTER, 2_000);
        push.doWork(MASTER, 2_001);
        push.doWork(MASTER, 2_050);
        assertThat(way.pushed).hasSize(1);
        slave.commit("G2", "T", 0, 6);
        way.refuses = false;
        push.doWork(MASTER, 2_100);
        assertThat(way.pushed.get(1)).contains("\"T@G\":{0:5}").contains("\"T@G2\":{0:6}");
        push.doWork(MASTER, 2_101);
        assertThat(push.doWork(MASTER, 9_000)).isZero();
    }

    @Test
    void shouldGiveNothingOfTheTimeAsAMaster() {
        ConsumerOffsetManager former = offsets("former.json", true);
        former.commit("G", "T", 0, 5);
        former.persist();
        ConsumerOffsetManager returned = offsets("former.json", false);
        returned.ownCommits().collectBy(() -> { });
        returned.commit("G", "T", 0, 6);
        CommitPush ofReturned = new CommitPush(returned, new MasterApi(way, "broker-a", "s1:10911"), () -> { });
        assertThat(ofReturned.doWork(MASTER, 1_000)).isZero();
        assertThat(way.pushed).isEmpty();
    }

    @Test
    void shouldLeaveTooManyToTheWholeTable() {
        for (int i = 0; i <= CommitPush.WAITING_MAX; i++) {
            slave.commit("G" + i, "T", 0, 1);
        }
        assertThat(push.doWork(MASTER, 1_000)).isZero();
        assertThat(way.pushed).isEmpty();
    }

    @Test
    void shouldNoteNothingOnAMaster() {
        ConsumerOffsetManager master = offsets("plain.json", true);
        master.commit("G", "T", 0, 5);
        assertThat(master.ownCommits().take()).isEmpty();
    }

    private static final class Way implements RemotingClient {
        private final List<String> pushed = new ArrayList<>();
        private boolean refuses;

        @Override
        public CompletableFuture<RemotingCommand> call(String address, int code, CommandHeader header,
                                                       Payload payload, long timeoutMs) {
            assertThat(address).isEqualTo(MASTER);
            assertThat(code).isEqualTo(OwnRequestCode.PUSH_OFFSETS);
            pushed.add(StandardCharsets.UTF_8.decode(payload.slice(0).duplicate()).toString());
            return refuses ? CompletableFuture.failedFuture(new RemotingException("connection refused"))
                : CompletableFuture.completedFuture(new RemotingCommand(0, 0, 479, 1, 1, null, HeaderFields.NONE,
                    ByteBuffer.allocate(0), SerializeType.JSON));
        }

        @Override
        public void sendOneway(String address, int code, CommandHeader header, Payload payload) {
            throw new AssertionError("not used");
        }

        @Override
        public void close() {
            pushed.clear();
        }
    }
}
