/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.config.CommitLogConfig;
import org.tandemmq.store.config.StoreConfig;
import org.tandemmq.store.log.AppendGate;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.log.ReplicationGate;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordView;
import org.tandemmq.store.simulation.ForgetfulFileLayer;

/** Limits of a put, each with its answer, and what the answer waits for. */
class MessagePutterTest {

    private final ForgetfulFileLayer layer = new ForgetfulFileLayer();
    private StoreFixture store;

    @BeforeEach
    void open() throws Exception {
        store = new StoreFixture(layer, Path.of("/store"), BrokerRole.SYNC_MASTER, true, 1L << 40).open();
    }

    @Test
    void shouldTakeBodiesUpToTheLimitAndNameItAbove() {
        assertThat(store.put("T", 0, 0, "").status()).isEqualTo(PutStatus.PUT_OK);
        assertThat(store.put("T", 0, StoreFixture.MAX_MESSAGE, "").status()).isEqualTo(PutStatus.PUT_OK);
        PutResult refused = store.put("T", 0, StoreFixture.MAX_MESSAGE + 1, "");
        assertThat(refused.status()).isEqualTo(PutStatus.MESSAGE_ILLEGAL);
        assertThat(refused.reason()).contains("8193").contains("8192").contains("maxMessageSize");
        assertThat(refused.position()).isEqualTo(-1);
    }

    @Test
    void shouldTakePropertiesUpToTheLimitWithTheLargestBody() {
        assertThat(store.put("t".repeat(127), 0, StoreFixture.MAX_MESSAGE, "p".repeat(32_767)).status())
            .isEqualTo(PutStatus.PUT_OK);
        PutResult refused = store.put("T", 0, 1, "p".repeat(32_768));
        assertThat(refused.status()).isEqualTo(PutStatus.PROPERTIES_SIZE_EXCEEDED);
        assertThat(refused.reason()).contains("32768").contains("32767");
    }

    @ParameterizedTest
    @CsvSource({"t,127,true", "t,128,false", "t,255,false", "%RETRY%,255,true", "%RETRY%,256,false", "\u4f60,126,true",
        "\u4f60,129,false", "%DLQ%,128,false"})
    void shouldHoldTopicsToTheirBytes(String begin, int topicBytes, boolean taken) {
        StringBuilder topic = new StringBuilder(begin);
        while (StoreFixture.bytes(topic.toString()).limit() < topicBytes) {
            topic.append(begin.equals("\u4f60") ? begin : "x");
        }
        PutResult result = store.put(topic.toString(), 0, 1, "");
        assertThat(result.status()).isEqualTo(taken ? PutStatus.PUT_OK : PutStatus.MESSAGE_ILLEGAL);
        if (!taken) {
            assertThat(result.reason()).contains(Integer.toString(topicBytes));
            assertThat(store.log.offsets.find(topic.toString())).as("nothing is kept of it").isNull();
        }
    }

    @Test
    void shouldRefuseWhatCanNotBeStored() {
        assertThat(store.put("", 0, 1, "").reason()).contains("topic is empty");
        assertThat(store.put("T", -1, 1, "").reason()).contains("-1");
        NewMessage unresolved = new NewMessage("T", 0, 0, 0, 1, InetSocketAddress.createUnresolved("no.invalid", 1), 0,
            0, ByteBuffer.allocate(1), ByteBuffer.allocate(0));
        assertThat(store.putter.put(unresolved, AckPolicy.APPEND_ONLY).join().reason()).contains("no.invalid");
        assertThat(store.put("T", 0, 1, "").queueOffset()).isZero();
    }

    @Test
    void shouldRefuseSegmentsInWhichTheLargestMessageHasNoPlace() {
        StoreConfig good = store.config;
        CommitLogConfig small = new CommitLogConfig(StoreFixture.MAX_MESSAGE + 65_536 + 8, StoreFixture.MAX_MESSAGE,
            true, 1_000, true);
        StoreConfig bad = new StoreConfig(good.paths(), good.role(), small, good.flush(), good.queue(), good.ha(),
            good.retention());
        assertThatThrownBy(() -> new StoreLog(bad, layer, (position, time) -> { }, null, null))
            .isInstanceOf(StoreException.class).hasMessageContaining("mappedFileSizeCommitLog=73736");
    }

    @Test
    void shouldStoreABatchWholeInOneSegmentOrNotAtAll() {
        PutResult first = store.put("T", 0, 8_000, "p".repeat(32_000));
        PutResult batch = put(batch(20, 400, 1_000));
        assertThat(batch.status()).isEqualTo(PutStatus.PUT_OK);
        assertThat(batch.recordPositions()).hasSize(20);
        assertThat(batch.queueOffset()).isEqualTo(1);
        assertThat(first.endPosition()).isLessThanOrEqualTo(batch.position());
        PutResult second = put(batch(20, 400, 1_000));
        assertThat(second.position() / StoreFixture.SEGMENT)
            .isEqualTo((second.endPosition() - 1) / StoreFixture.SEGMENT);
        for (int i = 0; i < 20; i++) {
            try (LogSlice record = store.log.reader.record(second.recordPositions()[i]).orElseThrow()) {
                assertThat(new RecordView().wrap(record.bytes(), 0).queueOffset()).isEqualTo(21 + i);
            }
        }
    }

    @Test
    void shouldNameTheLimitThatABatchBreaks() {
        assertThat(put(batch(9, 1_000, 10)).reason()).contains("9000").contains("8192");
        assertThat(put(batch(100, 0, 1_000)).reason()).contains("a segment holds").contains("mappedFileSizeCommitLog");
        assertThat(put(batch(1, 1, 31_743)).status()).isEqualTo(PutStatus.PUT_OK);
        PutResult tooLong = put(batch(1, 1, 31_744));
        assertThat(tooLong.status()).isEqualTo(PutStatus.PROPERTIES_SIZE_EXCEEDED);
        assertThat(tooLong.reason()).contains("31744", "31743");
        NewBatch long1 = batch(1, 1, 31_700);
        PutResult properties = put(new NewBatch("T", 0, 0, 1, StoreFixture.HOST, 0, long1.elements(),
            StoreFixture.bytes("x".repeat(1_100))));
        assertThat(properties.status()).isEqualTo(PutStatus.PROPERTIES_SIZE_EXCEEDED);
        assertThat(put(new NewBatch("T", 0, RecordLayout.SYS_TRANSACTION_PREPARED, 1, StoreFixture.HOST, 0,
            long1.elements(), null)).reason()).contains("transaction");
        assertThat(put(new NewBatch("T", 0, 0, 1, StoreFixture.HOST, 0, StoreFixture.bytes("garbage"), null)).reason())
            .contains("element 0");
        assertThat(store.log.end.value()).as("one was stored").isEqualTo(store.log.reader.record(0).orElseThrow()
            .sizeBytes());
    }

    private PutResult put(NewBatch batch) {
        return store.putter.put(batch, AckPolicy.APPEND_ONLY).join();
    }

    private static NewBatch batch(int count, int bodyBytes, int propertiesBytes) {
        ByteBuffer elements = ByteBuffer.allocate(count * (22 + bodyBytes + propertiesBytes));
        for (int i = 0; i < count; i++) {
            elements.putInt(22 + bodyBytes + propertiesBytes).putInt(0).putInt(0).putInt(i).putInt(bodyBytes)
                .put(new byte[bodyBytes]).putShort((short) propertiesBytes).put(new byte[propertiesBytes]);
        }
        return new NewBatch("T", 0, 0, 1, StoreFixture.HOST, 0, elements.flip(), null);
    }

    private CompletableFuture<PutResult> putAndWait() {
        return store.putter.put(StoreFixture.message("T", 0, 10, ""), AckPolicy.AS_CONFIGURED);
    }

    @Test
    void shouldWaitForTheDiskAndTellWhenItTakesTooLong() {
        store.acknowledgements.role(BrokerRole.ASYNC_MASTER);
        CompletableFuture<PutResult> first = putAndWait();
        assertThat(first).isNotDone();
        store.log.flush.doWork(0);
        assertThat(first.join().status()).isEqualTo(PutStatus.PUT_OK);
        CompletableFuture<PutResult> late = putAndWait();
        store.log.flushWaiters.expire(4_999);
        assertThat(late).isNotDone();
        store.log.flushWaiters.expire(5_000);
        assertThat(late.join().status()).isEqualTo(PutStatus.FLUSH_DISK_TIMEOUT);
        assertThat(late.join().reason()).contains("5000 ms").contains("syncFlushTimeout");
        assertThat(late.join().position()).as("it is stored").isPositive();
        layer.fail(new IOException("Input/output error"));
        CompletableFuture<PutResult> broken = putAndWait();
        store.log.flush.doWork(0);
        assertThat(broken.join().status()).isEqualTo(PutStatus.FLUSH_DISK_TIMEOUT);
        assertThat(putAndWait().join().status()).isEqualTo(PutStatus.SERVICE_NOT_AVAILABLE);
    }

    @Test
    void shouldNotWaitWhenOnlyTheAppendIsAskedFor() {
        assertThat(store.putter.put(StoreFixture.message("T", 0, 10, ""), AckPolicy.APPEND_ONLY)).isDone();
    }

    @Test
    void shouldWaitForDiskAndCopiesSideBySideAndLetTheCopiesOutcomeWin() {
        Copies copies = new Copies();
        store.acknowledgements.replication(copies);
        CompletableFuture<PutResult> both = putAndWait();
        copies.future.complete(new ReplicationGate.Replication(ReplicationGate.Outcome.REPLICATED, null));
        assertThat(both).isNotDone();
        store.log.flush.doWork(0);
        assertThat(both.join().status()).isEqualTo(PutStatus.PUT_OK);

        copies.future = new CompletableFuture<>();
        CompletableFuture<PutResult> worse = putAndWait();
        store.log.flushWaiters.expire(1_000_000);
        copies.future.complete(new ReplicationGate.Replication(ReplicationGate.Outcome.TIMED_OUT, "3000 ms"));
        assertThat(worse.join().status()).isEqualTo(PutStatus.FLUSH_SLAVE_TIMEOUT);
        assertThat(worse.join().reason()).isEqualTo("3000 ms");

        copies.future = CompletableFuture.completedFuture(
            new ReplicationGate.Replication(ReplicationGate.Outcome.NO_SLAVE, "none"));
        CompletableFuture<PutResult> alone = putAndWait();
        store.log.flush.doWork(0);
        assertThat(alone.join().status()).isEqualTo(PutStatus.SLAVE_NOT_AVAILABLE);
        assertThat(alone.join().status().isStored()).isTrue();

        copies.refusal = "1 copy in step, 2 are needed (minInSyncReplicas)";
        long end = store.log.end.value();
        PutResult refused = putAndWait().join();
        assertThat(refused.status()).isEqualTo(PutStatus.IN_SYNC_REPLICAS_NOT_ENOUGH);
        assertThat(refused.reason()).isEqualTo(copies.refusal);
        assertThat(store.log.end.value()).isEqualTo(end);
    }

    @Test
    void shouldGiveTheOneTrueReasonWhenWritesAreRefused() {
        store.log.gate.refuse(AppendGate.Cause.SLAVE, "this broker is a slave");
        PutResult refused = store.put("T", 0, 1, "");
        assertThat(refused.status()).isEqualTo(PutStatus.SERVICE_NOT_AVAILABLE);
        assertThat(refused.reason()).isEqualTo("this broker is a slave");
    }

    private static final class Copies implements ReplicationGate {
        private CompletableFuture<Replication> future = new CompletableFuture<>();
        private String refusal;

        @Override
        public String refusal() {
            return refusal;
        }

        @Override
        public CompletableFuture<Replication> await(long endPosition) {
            return future;
        }

        @Override
        public boolean holdsBack(long endPosition) {
            return true;
        }

        @Override
        public long shown(long endPosition, long nowMs) {
            return 0;
        }
    }
}
