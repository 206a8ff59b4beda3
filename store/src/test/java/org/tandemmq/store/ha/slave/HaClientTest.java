/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.slave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.ha.HaChannel;
import org.tandemmq.store.ha.HaFrames;
import org.tandemmq.store.ha.HaStatus;
import org.tandemmq.store.ha.history.HistoryRepair;
import org.tandemmq.store.ha.history.TailAnswer;
import org.tandemmq.store.ha.history.TailConfirmation;
import org.tandemmq.store.ha.history.TailDump;
import org.tandemmq.store.ha.history.TailQuestion;
import org.tandemmq.store.ha.sim.MemoryLog;
import org.tandemmq.store.ha.sim.ScriptedChannel;

/** The slave's side: addresses, pauses, reports, silence, stops. */
class HaClientTest {

    @TempDir
    private Path dumps;

    private final MemoryLog log = new MemoryLog(4_096);
    private final MasterAddress address = new MasterAddress("", Runnable::run);
    private final List<InetSocketAddress> attempts = new ArrayList<>();
    private final Random random = new Random(9);
    private TailConfirmation confirmation = TailConfirmation.NONE;
    private HaConfig.Resolution resolution = new HaConfig.Resolution(false, false, false);
    private ScriptedChannel channel;
    private boolean refuse;
    private long first;
    private long nowMs = 1_000;
    private HaClient client;

    private void start() {
        HaConnector connector = new HaConnector() {
            @Override
            public HaChannel connect(InetSocketAddress peer) throws IOException {
                attempts.add(peer);
                if (refuse) {
                    throw new IOException("Connection refused");
                }
                channel = new ScriptedChannel(peer.getHostString(), peer.getPort());
                return channel;
            }

            @Override
            public void poll() {
                // always ready
            }

            @Override
            public void close() {
                // owns nothing
            }
        };
        client = new HaClient(log, HaConfig.defaults(0).timing(), address, connector, asks(),
            new HistoryRepair(resolution, new TailDump(dumps)), () -> 1_700_000_000_000L);
    }

    private TailConfirmation asks() {
        return new TailConfirmation() {
            @Override
            public CompletableFuture<TailAnswer> ask(TailQuestion question) {
                return confirmation.ask(question);
            }

            @Override
            public CompletableFuture<Long> firstPosition(int segmentBytes) {
                return CompletableFuture.completedFuture(first);
            }
        };
    }

    private void work(int times) {
        for (int i = 0; i < times; i++) {
            client.doWork(nowMs);
        }
    }

    private HaStatus.Client pass(long ms) {
        nowMs += ms;
        work(6);
        nowMs += 201;
        work(1);
        return client.status().client();
    }

    @Test
    void shouldReportAtOnceAndAfterEveryBatch() {
        log.appendRecord(100, 1, random);
        address.follow("10.0.0.1:10912");
        start();
        work(6);
        ByteBuffer first = channel.takeWritten();
        assertThat(first.remaining()).isEqualTo(HaFrames.REPORT_BYTES);
        assertThat(HaFrames.reportPosition(first, 0)).isEqualTo(log.endPosition());

        MemoryLog master = new MemoryLog(4_096);
        master.append(0, ByteBuffer.wrap(log.segment(0), 0, (int) log.endPosition()));
        master.appendRecord(300, 2, random);
        int from = (int) log.endPosition();
        int bodyBytes = (int) master.endPosition() - from;
        channel.feed(HaFrames.header(from, bodyBytes));
        channel.feed(ByteBuffer.wrap(master.segment(0), from, bodyBytes));
        work(2);
        ByteBuffer ack = channel.takeWritten();
        assertThat(HaFrames.reportPosition(ack, ack.limit() - 8)).isEqualTo(master.endPosition());
        HaStatus.Client status = pass(0);
        assertThat(status.state()).isEqualTo("following");
        assertThat(status.isActivated()).isTrue();
        assertThat(status.masterPosition()).isEqualTo(master.endPosition());
        assertThat(status.lastReadMs()).isPositive();
    }

    @Test
    void shouldGetAWholeLogFromAMasterThatTakesZeroForItsLastSegment() {
        MemoryLog master = new MemoryLog(4_096);
        for (int i = 0; i < 20; i++) {
            master.appendRecord(random.nextInt(900), 1, random);
        }
        first = TailConfirmation.WITHOUT_FIRST_BYTE;
        address.follow("10.0.0.1:10912");
        start();
        work(6);
        assertThat(HaFrames.reportPosition(channel.takeWritten(), 0)).isEqualTo(1);
        pass(5_001);
        assertThat(HaFrames.reportPosition(channel.takeWritten(), 0)).as("again as heartbeat").isEqualTo(1);
        for (long at = 1; at < master.endPosition(); at = (at / 4_096 + 1) * 4_096) {
            int index = (int) (at % 4_096);
            int bytes = (int) Math.min(4_096 - index, master.endPosition() - at);
            channel.feed(HaFrames.header(at, bytes));
            channel.feed(ByteBuffer.wrap(master.segment(at - index), index, bytes));
        }
        work(6);
        assertThat(log.endPosition()).isEqualTo(master.endPosition());
        assertThat(log.firstDifference(master)).isEqualTo(-1);
    }

    @Test
    void shouldAskForTheOldestSegmentWhereThatIsKnown() {
        first = 8_192;
        address.follow("10.0.0.1:10912");
        start();
        work(6);
        assertThat(HaFrames.reportPosition(channel.takeWritten(), 0)).isEqualTo(8_192);
        first = 5_000;
        address.follow("10.0.0.9:10912");
        assertThat(pass(300).reason()).contains("begins at 5000, no multiple");
    }

    @Test
    void shouldHeartbeatAndDropASilentMaster() {
        address.follow("10.0.0.1:10912");
        start();
        work(6);
        channel.takeWritten();
        nowMs += 5_001;
        work(1);
        assertThat(channel.takeWritten().remaining()).isEqualTo(8);
        ScriptedChannel silent = channel;
        HaStatus.Client status = pass(15_100);
        assertThat(silent.isClosed()).isTrue();
        assertThat(status.reason()).contains("master silent for");
    }

    @Test
    void shouldFollowAChangeOfAddressAtOnce() {
        address.follow("10.0.0.1:10912");
        start();
        work(6);
        ScriptedChannel old = channel;
        address.follow("10.0.0.9:10912");
        work(6);
        assertThat(old.isClosed()).isTrue();
        assertThat(attempts.get(1).getHostString()).isEqualTo("10.0.0.9");
        address.follow("");
        assertThat(pass(0).state()).isEqualTo("no address");
    }

    @Test
    void shouldBackOffUpToALimitAndSayWhy() {
        refuse = true;
        address.follow("10.0.0.1:10912");
        start();
        for (int i = 0; i < 600; i++) {
            nowMs += 100;
            work(3);
        }
        assertThat(attempts.size()).isBetween(12, 25);
        HaStatus.Client status = client.status().client();
        assertThat(status.reason()).contains("Connection refused");
        refuse = false;
        assertThat(pass(5_000).state()).isEqualTo("following");
    }

    @Test
    void shouldSayWhatIsWrongWithAnAddress() {
        address.follow("10.0.0.1");
        start();
        work(4);
        assertThat(pass(0).reason()).contains("'10.0.0.1' is not host:port");
        assertThat(attempts).isEmpty();
    }

    @Test
    void shouldNotReportBeforeTheMasterHasConfirmed() {
        log.appendRecord(100, 1, random);
        CompletableFuture<TailAnswer> answer = new CompletableFuture<>();
        confirmation = question -> answer;
        address.follow("10.0.0.1:10912");
        start();
        work(10);
        assertThat(channel.takeWritten().remaining()).isZero();
        answer.complete(new TailAnswer(TailAnswer.Verdict.SAME, 0, 500, "same"));
        work(2);
        assertThat(channel.takeWritten().remaining()).isEqualTo(8);
    }

    @Test
    void shouldStopOutOfRangeAndAskAgain() {
        log.appendRecord(100, 1, random);
        confirmation = question -> CompletableFuture.completedFuture(
            new TailAnswer(TailAnswer.Verdict.BELOW_OLDEST, 4_096, 9_000, "gone"));
        address.follow("10.0.0.1:10912");
        start();
        HaStatus.Client status = pass(0);
        assertThat(status.state()).isEqualTo("out of range");
        assertThat(status.reason()).contains("4096 to 9000");
        assertThat(channel.isClosed()).isTrue();
        pass(20_000);
        assertThat(attempts).hasSize(1);
        assertThat(pass(11_000).state()).isEqualTo("out of range");
        assertThat(attempts).hasSize(2);
    }

    @Test
    void shouldBeginAnewOutOfRangeWhereThatIsAllowed() {
        resolution = new HaConfig.Resolution(true, false, false);
        log.appendRecord(100, 1, random);
        confirmation = question -> CompletableFuture.completedFuture(
            new TailAnswer(TailAnswer.Verdict.BELOW_OLDEST, 4_096, 9_000, "gone"));
        address.follow("10.0.0.1:10912");
        start();
        pass(300);
        assertThat(pass(300).state()).isEqualTo("following");
        assertThat(log.asides()).containsExactly("out-of-range");
        assertThat(HaFrames.reportPosition(channel.takeWritten(), 0)).isZero();
    }

    @Test
    void shouldNoticeThatItWasOvertakenWhileOnlyHeartbeatsCome() {
        log.appendRecord(100, 1, random);
        TailAnswer[] answer = {new TailAnswer(TailAnswer.Verdict.SAME, 0, 9_000, "same")};
        confirmation = question -> CompletableFuture.completedFuture(answer[0]);
        address.follow("10.0.0.1:10912");
        start();
        work(6);
        answer[0] = new TailAnswer(TailAnswer.Verdict.BELOW_OLDEST, 4_096, 9_000, "gone");
        for (int i = 0; i < 4; i++) {
            channel.feed(HaFrames.header(log.endPosition(), 0));
            pass(4_000);
        }
        assertThat(client.status().client().state()).isEqualTo("out of range");
    }

    @Test
    void shouldTryAgainWhenTheMasterDoesNotAnswer() {
        log.appendRecord(100, 1, random);
        confirmation = question -> CompletableFuture.completedFuture(
            TailAnswer.without(TailAnswer.Verdict.NO_ANSWER, "timed out"));
        address.follow("10.0.0.1:10912");
        start();
        HaStatus.Client status = pass(0);
        assertThat(status.state()).isIn("waiting", "resolving");
        assertThat(status.reason()).contains("timed out");
        assertThat(channel.takeWritten().remaining()).isZero();
    }

    @Test
    void shouldDropAnyBadStreamAndComeBackWithItsLogAsItWas() {
        List<ByteBuffer> damaged = List.of(HaFrames.header(0, -1), HaFrames.header(0, Integer.MAX_VALUE),
            HaFrames.header(0, 5 << 20), HaFrames.header(4_711, 100), HaFrames.header(-1, 10),
            HaFrames.header(Long.MAX_VALUE, 10), HaFrames.header(0, 100).limit(7), ByteBuffer.allocate(0),
            ByteBuffer.wrap("HTTP/1.1 400 Bad Request".getBytes(StandardCharsets.US_ASCII)));
        address.follow("10.0.0.1:10912");
        start();
        long end = log.endPosition();
        int connections = 1;
        for (ByteBuffer bytes : damaged) {
            for (int readMost : new int[] {1, Integer.MAX_VALUE}) {
                work(6);
                channel.readMost(readMost).feed(bytes);
                channel.end();
                work(60);
                assertThat(client.status().client().reason()).isNotBlank();
                assertThat(pass(6_000).state()).isEqualTo("following");
                assertThat(attempts).as("one attempt a stream").hasSize(++connections);
                assertThat(log.endPosition()).isEqualTo(end);
            }
        }
    }
}
