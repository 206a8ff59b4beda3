/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.slave;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.ha.HaFrames;
import org.tandemmq.store.ha.HaStatus;
import org.tandemmq.store.ha.history.TailConfirmation;
import org.tandemmq.store.ha.sim.MemoryLog;
import org.tandemmq.store.ha.sim.ScriptedChannel;

/** The slave's side: addresses, pauses, reports, silence. */
class HaClientTest extends ClientFixture {

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
        first = TailConfirmation.OTHER_SEGMENTS;
        address.follow("10.0.0.10:10912");
        assertThat(pass(300).reason()).contains("another size on the master", "mappedFileSizeCommitLog");
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
