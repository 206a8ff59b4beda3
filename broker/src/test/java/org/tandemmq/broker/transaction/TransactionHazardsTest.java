/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tandemmq.broker.MemoryStore;
import org.tandemmq.broker.topic.LateTarget;
import org.tandemmq.remoting.protocol.header.EndTransactionRequestHeader;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.NewMessage;
import org.tandemmq.store.PutResult;
import org.tandemmq.store.PutStatus;
import org.tandemmq.store.record.RecordProperties;

/** Half messages and op records of strangers, damaged ones, and clocks that jump: nothing stands still or is lost. */
class TransactionHazardsTest {

    private static final CheckLimits LIMITS = new CheckLimits(6_000, 60_000, 3, 1_000_000, 1_000);
    private static final InetSocketAddress HOST = new InetSocketAddress("10.0.0.9", 4000);

    private final MemoryStore store = new MemoryStore();
    private int queues = 4;
    private final HalfMessages halves = new HalfMessages(store);
    private final TransactionEndings endings = new TransactionEndings(store, halves,
        (topic, queue) -> queue < queues ? queue : 0, HOST,
        () -> Instant.ofEpochMilli(store.nowMs));
    private final Map<String, Long> kept = new HashMap<>();
    private final AskedProducer producer = new AskedProducer();
    private final TransactionChecks checks = new TransactionChecks(store, halves, group -> producer,
        new ProgressInMemory(kept), LIMITS, "broker-a", () -> { });

    private PutResult half(String body, long bornMs, Map<String, String> properties) {
        NewMessage sent = new NewMessage("Orders", 2, 0, 0, bornMs, HOST, 0, 0,
            ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)),
            ByteBuffer.wrap(RecordProperties.encode(properties)));
        return store.put(HalfMessages.prepared(sent), AckPolicy.APPEND_ONLY).join();
    }

    private PutResult half(String body, String... more) {
        Map<String, String> properties = new HashMap<>(Map.of("TRAN_MSG", "true", "PGROUP", "pg"));
        properties.put("UNIQ_KEY", "K" + body);
        for (int i = 0; i < more.length; i += 2) {
            properties.put(more[i], more[i + 1]);
        }
        return half(body, store.nowMs, properties);
    }

    private int end(long position, long offset, int verdict) {
        return endings.end(new EndTransactionRequestHeader("pg", offset, position, verdict, true, "K", null)).join()
            .code();
    }

    private void rollBack(PutResult half) {
        assertThat(end(half.position(), half.queueOffset(), EndTransactionRequestHeader.ROLLBACK)).isZero();
    }

    private void rounds(long advanceMs) {
        store.nowMs += advanceMs;
        while (checks.doWork(store.nowMs) > 0) {
            assertThat(store.status().endPosition()).isLessThan(10_000_000);
        }
    }

    private List<String> asked() {
        return producer.questions.stream().map(question -> question.header().msgId()).toList();
    }

    /** Delayed messages, deadlines of pulls and notices are of the same thread. */
    @Test
    void shouldAskAboutManyInSlicesAndAboutEachOnce() {
        List<PutResult> sent = new ArrayList<>();
        for (int i = 0; i < 900; i++) {
            sent.add(half("m" + i));
        }
        rounds(0);
        store.nowMs += 60_000;
        int before = 0;
        for (int slices = 0; producer.questions.size() < 700; slices++) {
            assertThat(checks.doWork(store.nowMs)).isPositive();
            assertThat(producer.questions.size() - before).isLessThanOrEqualTo(TransactionChecks.ASKED_PER_SLICE);
            before = producer.questions.size();
            assertThat(slices).isLessThan(200);
        }
        assertThat(asked()).doesNotContain("Km899");
        rollBack(sent.get(899));
        half("late");
        rounds(0);
        assertThat(asked()).hasSize(899).doesNotHaveDuplicates().doesNotContain("Km899", "Klate");
        rounds(60_000);
        assertThat(asked()).hasSize(899 + 900).contains("Klate").doesNotContain("Km899");
    }

    @Test
    void shouldBeginAnewAfterAChangeOfRoleInTheMiddleOfARound() {
        for (int i = 0; i < 300; i++) {
            half("m" + i);
        }
        rounds(0);
        store.nowMs += 60_000;
        checks.doWork(store.nowMs);
        assertThat(asked()).hasSize(TransactionChecks.ASKED_PER_SLICE);
        checks.reset();
        rounds(0);
        assertThat(asked()).hasSize(TransactionChecks.ASKED_PER_SLICE);
        assertThat(checks.openCount()).isEqualTo(300);
        rounds(60_000);
        assertThat(asked()).hasSize(TransactionChecks.ASKED_PER_SLICE + 300);
    }

    @Test
    void shouldTellOfWhatIsCommittedAndOfNothingElse() {
        List<String> told = new ArrayList<>();
        TransactionEndings telling = new TransactionEndings(store, halves, new LateTarget() {
            @Override
            public int queue(String topic, int queueId) {
                return queueId;
            }

            @Override
            public void stored(String topic) {
                told.add(topic);
            }
        }, HOST, () -> Instant.ofEpochMilli(store.nowMs));
        PutResult kept = half("kept");
        PutResult dropped = half("dropped");
        telling.end(new EndTransactionRequestHeader("pg", dropped.queueOffset(), dropped.position(),
            EndTransactionRequestHeader.ROLLBACK, true, "K", null)).join();
        EndTransactionRequestHeader commit = new EndTransactionRequestHeader("pg", kept.queueOffset(), kept.position(),
            EndTransactionRequestHeader.COMMIT, true, "K", null);
        store.refusal = PutStatus.SERVICE_NOT_AVAILABLE;
        telling.end(commit).join();
        assertThat(told).isEmpty();
        store.refusal = PutStatus.PUT_OK;
        telling.end(commit).join();
        assertThat(told).containsExactly("Orders");
    }

    /** Copied from a committed message that was asked about: it would stand for another one that is open. */
    @Test
    void shouldNotBelieveWhatACopyOfACommittedMessageSaysOfItsQuestions() {
        half("victim");
        half("copy", "TRAN_PREPARED_QUEUE_OFFSET", "0", "TRANSACTION_CHECK_TIMES", "99");
        rounds(0);
        assertThat(checks.openCount()).isEqualTo(2);
        rounds(60_000);
        assertThat(asked()).containsExactly("Kvictim", "Kcopy");
    }

    @Test
    void shouldGiveUpWhatNobodyCanBeAskedAbout() {
        half("nobody's", store.nowMs, Map.of("TRAN_MSG", "true"));
        rounds(0);
        assertThat(checks.openCount()).isEqualTo(1);
        for (int i = 0; i < 5; i++) {
            rounds(60_000);
        }
        assertThat(producer.questions).isEmpty();
        assertThat(store.records(TransactionTopics.GIVEN_UP, 0)).hasSize(1);
    }

    @Test
    void shouldAskAboutAMessageOfAProducerWhoseClockIsAhead() {
        half("early", Long.MAX_VALUE - 5, Map.of("TRAN_MSG", "true", "PGROUP", "pg",
            "CHECK_IMMUNITY_TIME_IN_SECONDS", "70"));
        rounds(0);
        rounds(60_000);
        assertThat(producer.questions).isEmpty();
        rounds(60_000);
        assertThat(producer.questions).hasSize(1);
    }

    @Test
    void shouldPutAsideBeforeItsFileGoesWhateverItsImmunity() {
        half("forever", "CHECK_IMMUNITY_TIME_IN_SECONDS", "99999999");
        rounds(0);
        rounds(990_000);
        assertThat(store.records(TransactionTopics.GIVEN_UP, 0)).isEmpty();
        rounds(60_000);
        assertThat(producer.questions).isEmpty();
        assertThat(store.records(TransactionTopics.GIVEN_UP, 0)).hasSize(1);
    }

    @Test
    void shouldGoOnAskingWhenTheClockIsSetBack() {
        half("before");
        rounds(0);
        rounds(60_000);
        assertThat(producer.questions).hasSize(1);
        rounds(-500_000);
        assertThat(producer.questions).hasSize(2);
        rounds(60_000);
        assertThat(producer.questions).hasSize(3);
    }

    /** Records whose place in the log is gone or damaged, such as after a repair. */
    @Test
    void shouldPassOverOpsThatCanNotBeRead() {
        List<PutResult> all = new ArrayList<>();
        for (int i = 0; i < 70; i++) {
            all.add(half("m" + i));
            rollBack(all.get(i));
        }
        store.unreadable(TransactionTopics.OP, 0, 40);
        rounds(0);
        assertThat(checks.openCount()).isEqualTo(40);
        rounds(60_000);
        assertThat(asked()).hasSize(40)
            .contains("Km0", "Km39");
    }

    @ParameterizedTest
    @CsvSource({"''", "d", "-1", "99999999999999999999", "'5,x,1,'", "' 1 '", "1.0", "9223372036854775807"})
    void shouldTakeNoHarmFromAnOpRecord(String body) {
        half("kept");
        PutResult other = half("ended");
        store.put(new NewMessage(TransactionTopics.OP, 0, 0, 0, store.nowMs, HOST, 0, 0,
            ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)),
            ByteBuffer.wrap(RecordProperties.encode(Map.of("TAGS", "d")))), AckPolicy.APPEND_ONLY).join();
        rollBack(other);
        rounds(0);
        rounds(60_000);
        assertThat(asked()).containsExactly("Kkept");
    }

    /** A producer repeats itself, or its answer to a question crosses its own end. */
    @Test
    void shouldDeliverOnceHoweverOftenItIsEnded() {
        PutResult half = half("paid");
        rounds(0);
        rounds(60_000);
        AskedProducer.Question question = producer.questions.get(0);
        assertThat(end(half.position(), half.queueOffset(), EndTransactionRequestHeader.COMMIT)).isZero();
        assertThat(end(half.position(), half.queueOffset(), EndTransactionRequestHeader.COMMIT)).isZero();
        assertThat(end(question.header().commitLogOffset(), question.header().tranStateTableOffset(),
            EndTransactionRequestHeader.COMMIT)).isZero();
        assertThat(end(half.position(), half.queueOffset(), EndTransactionRequestHeader.ROLLBACK)).isEqualTo(1);
        assertThat(store.records("Orders", 2)).hasSize(1);
    }

    @Test
    void shouldNotDeliverWhatWasRolledBack() {
        PutResult half = half("unpaid");
        rollBack(half);
        rollBack(half);
        assertThat(end(half.position(), half.queueOffset(), EndTransactionRequestHeader.COMMIT)).isEqualTo(1);
        assertThat(store.topics()).doesNotContain("Orders");
    }

    @Test
    void shouldTakeAnEndAgainThatCouldNotBeCarriedOut() {
        PutResult half = half("paid");
        store.refusal = PutStatus.SERVICE_NOT_AVAILABLE;
        assertThat(end(half.position(), half.queueOffset(), EndTransactionRequestHeader.COMMIT)).isEqualTo(14);
        store.refusal = PutStatus.PUT_OK;
        assertThat(end(half.position(), half.queueOffset(), EndTransactionRequestHeader.COMMIT)).isZero();
        assertThat(store.records("Orders", 2)).hasSize(1);
    }

    @Test
    void shouldDeliverWhereItIsReadWhenTheTopicHasFewerQueues() {
        PutResult half = half("paid");
        queues = 2;
        assertThat(end(half.position(), half.queueOffset(), EndTransactionRequestHeader.COMMIT)).isZero();
        assertThat(store.records("Orders", 2)).isEmpty();
        assertThat(store.records("Orders", 0)).hasSize(1);
    }

    /** Such as the largest of another broker's log, or of this one before its limit was lowered. */
    @ParameterizedTest
    @CsvSource({"300,1", "200,0"})
    void shouldNotBeHeldUpByAMessageThatNeverFitsAgain(int propertiesMax, int givenUp) {
        half("large", "BIG", "b".repeat(200));
        half("small");
        int before = store.records(TransactionTopics.HALF, 0).get(0).properties().remaining();
        assertThat(before).isBetween(201, 300);
        rounds(0);
        store.propertiesMax = Math.min(before, propertiesMax);
        rounds(60_000);
        assertThat(asked()).containsExactly("Ksmall");
        assertThat(store.records(TransactionTopics.GIVEN_UP, 0)).hasSize(givenUp);
        rounds(60_000);
        assertThat(asked()).containsExactly("Ksmall", "Ksmall");
        assertThat(checks.openCount()).isEqualTo(1);
    }

    /** A half record of another broker's log. */
    @ParameterizedTest
    @CsvSource({"-1,0", "x,0", "99999999999,0", "3,3"})
    void shouldDeliverToAQueueWhateverTheRecordSays(String queueId, int delivered) {
        PutResult half = store.put(new NewMessage(TransactionTopics.HALF, 0, 0, 0, store.nowMs, HOST, 0, 0,
            ByteBuffer.allocate(1), ByteBuffer.wrap(RecordProperties.encode(Map.of("PGROUP", "pg", "REAL_TOPIC",
                "Orders", "REAL_QID", queueId)))), AckPolicy.APPEND_ONLY).join();
        assertThat(end(half.position(), half.queueOffset(), EndTransactionRequestHeader.COMMIT)).isZero();
        assertThat(store.queueIds("Orders")).containsExactly(delivered);
    }
}
