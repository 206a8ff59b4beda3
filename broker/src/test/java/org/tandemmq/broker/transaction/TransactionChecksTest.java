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
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tandemmq.broker.MemoryStore;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.header.EndTransactionRequestHeader;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.NewMessage;
import org.tandemmq.store.PutResult;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordProperties;
import org.tandemmq.store.record.RecordView;

/** Half messages, their end, and the questions to producers, with clock, store and producer moved by hand. */
class TransactionChecksTest {

    private static final CheckLimits LIMITS = new CheckLimits(6_000, 60_000, 3, 1_000_000, 1_000);
    private static final InetSocketAddress HOST = new InetSocketAddress("10.0.0.9", 4000);

    private final MemoryStore store = new MemoryStore();
    private final HalfMessages halves = new HalfMessages(store);
    private final InstantSource clock = () -> Instant.ofEpochMilli(store.nowMs);
    private final TransactionEndings endings = new TransactionEndings(store, halves, (topic, queue) -> queue, HOST,
        clock);
    private final Map<String, Long> kept = new HashMap<>();
    private final AskedProducer producer = new AskedProducer();
    private boolean connected = true;
    private boolean givenUpTopicMade;
    private TransactionChecks checks = checks();

    private TransactionChecks checks() {
        return new TransactionChecks(store, halves, group -> connected ? producer : null, new ProgressInMemory(kept),
            LIMITS, "broker-a", () -> givenUpTopicMade = true);
    }

    private PutResult half(String body, String... more) {
        Map<String, String> properties = new HashMap<>(Map.of("TRAN_MSG", "true", "PGROUP", "pg"));
        properties.put("UNIQ_KEY", "K" + body);
        for (int i = 0; i < more.length; i += 2) {
            properties.put(more[i], more[i + 1]);
        }
        NewMessage sent = new NewMessage("Orders", 2, 0, RecordLayout.SYS_TRANSACTION_PREPARED, store.nowMs, HOST, 0, 0,
            ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)),
            ByteBuffer.wrap(RecordProperties.encode(properties)));
        return store.put(HalfMessages.prepared(sent), AckPolicy.APPEND_ONLY).join();
    }

    private TransactionEndings.Outcome end(long position, long offset, int how, boolean fromCheck) {
        return endings.end(new EndTransactionRequestHeader("pg", offset, position, how, fromCheck, "K", null)).join();
    }

    private void rounds(long advanceMs) {
        store.nowMs += advanceMs;
        while (checks.doWork(store.nowMs) > 0) {
            assertThat(store.status().endPosition()).isLessThan(10_000_000);
        }
    }

    private List<RecordView> delivered() {
        return store.records("Orders", 2);
    }

    @Test
    void shouldDeliverOnCommitAndAskNobody() {
        PutResult half = half("paid");
        rounds(0);
        assertThat(end(half.position(), half.queueOffset(), EndTransactionRequestHeader.COMMIT, false).code()).isZero();
        rounds(120_000);
        assertThat(producer.questions).isEmpty();
        assertThat(delivered()).hasSize(1);
        assertThat(delivered().get(0).transactionState()).isEqualTo(RecordLayout.SYS_TRANSACTION_COMMIT);
        assertThat(delivered().get(0).preparedTransactionOffset()).isEqualTo(half.position());
        assertThat(checks.openCount()).isZero();
        assertThat(kept).containsEntry(TransactionTopics.HALF, 1L).containsEntry(TransactionTopics.OP, 1L);
    }

    @Test
    void shouldDeliverNothingOnRollback() {
        PutResult half = half("unpaid");
        end(half.position(), half.queueOffset(), EndTransactionRequestHeader.ROLLBACK, false);
        rounds(120_000);
        assertThat(delivered()).isEmpty();
        assertThat(producer.questions).isEmpty();
    }

    @Test
    void shouldAskWithTheRecordAsItWouldBeDelivered() {
        half("silent");
        rounds(0);
        rounds(60_000);
        assertThat(producer.questions).hasSize(1);
        AskedProducer.Question question = producer.questions.get(0);
        assertThat(question.record().topic()).isEqualTo("Orders");
        assertThat(question.record().queueId()).isEqualTo(2);
        assertThat(question.record().totalSize()).isEqualTo(question.bytes());
        assertThat(question.record().property("TRANSACTION_CHECK_TIMES")).isEqualTo("1");
        assertThat(question.header().tranStateTableOffset()).isEqualTo(1);
        assertThat(question.header().commitLogOffset()).isEqualTo(question.record().position());
        TransactionEndings.Outcome ended = end(question.header().commitLogOffset(),
            question.header().tranStateTableOffset(), EndTransactionRequestHeader.COMMIT, true);
        assertThat(ended.code()).isEqualTo(ResponseCode.SUCCESS);
        rounds(200_000);
        assertThat(producer.questions).hasSize(1);
        assertThat(delivered()).hasSize(1);
    }

    @Test
    void shouldNotAskAgainAfterALateEndOfAnEarlierRecord() {
        PutResult half = half("late");
        rounds(0);
        rounds(60_000);
        rounds(60_000);
        assertThat(producer.questions).hasSize(2);
        AskedProducer.Question first = producer.questions.get(0);
        end(first.header().commitLogOffset(), first.header().tranStateTableOffset(), EndTransactionRequestHeader.COMMIT,
            true);
        rounds(120_000);
        assertThat(producer.questions).hasSize(2);
        PutResult other = half("other");
        rounds(60_000);
        end(other.position(), other.queueOffset(), EndTransactionRequestHeader.COMMIT, false);
        rounds(120_000);
        assertThat(producer.questions).hasSize(3);
        assertThat(half.position()).isNotEqualTo(other.position());
    }

    @Test
    void shouldGiveUpAfterTheLastQuestion() {
        half("forgotten");
        rounds(0);
        for (int i = 0; i < 6; i++) {
            rounds(60_000);
        }
        assertThat(producer.questions).hasSize(3);
        assertThat(store.records(TransactionTopics.GIVEN_UP, 0)).hasSize(1);
        assertThat(givenUpTopicMade).isTrue();
        assertThat(checks.openCount()).isZero();
    }

    @Test
    void shouldWaitForTheImmunityAndNotHoldUpOthers() {
        half("immune", "CHECK_IMMUNITY_TIME_IN_SECONDS", "300");
        half("plain");
        rounds(0);
        rounds(60_000);
        assertThat(producer.questions).extracting(question -> question.header().msgId()).containsExactly("Kplain");
        rounds(241_000);
        assertThat(producer.questions).extracting(question -> question.header().msgId()).contains("Kimmune");
    }

    @Test
    void shouldRefuseAnEndThatDoesNotFit() {
        PutResult half = half("guarded", "CHECK_IMMUNITY_TIME_IN_SECONDS", "10");
        assertThat(end(half.position(), 5, EndTransactionRequestHeader.COMMIT, false).remark())
            .contains("queue offset");
        assertThat(end(half.position() + 1, 0, EndTransactionRequestHeader.COMMIT, false).code()).isEqualTo(1);
        assertThat(endings.end(new EndTransactionRequestHeader("thief", 0, half.position(), 8, false, "K", null)).join()
            .remark()).contains("belongs to producer group pg");
        store.nowMs += 11_000;
        assertThat(end(half.position(), 0, EndTransactionRequestHeader.COMMIT, false).code())
            .isEqualTo(ResponseCode.ILLEGAL_OPERATION);
        assertThat(end(half.position(), 0, EndTransactionRequestHeader.COMMIT, true).code()).isZero();
    }

    @Test
    void shouldAskNothingThatWasEndedAfterARestartAtAnyPoint() {
        List<PutResult> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(half("m" + i));
            if (i % 3 != 0) {
                end(all.get(i).position(), i, EndTransactionRequestHeader.COMMIT, false);
            }
            if (i % 10 == 5) {
                rounds(1);
                checks = checks();
            }
        }
        rounds(0);
        rounds(60_000);
        rounds(60_000);
        assertThat(producer.questions).extracting(question -> question.header().msgId()).hasSizeBetween(34, 68)
            .allMatch(key -> Integer.parseInt(key.substring(2)) % 3 == 0);
    }

    /** A slave that takes over has the progress of some moment before, or none. */
    @Test
    void shouldAskOnceAboutWhatIsOpenAndNothingElseFromAnyOlderProgress() {
        List<Map<String, Long>> moments = new ArrayList<>(List.of(Map.of()));
        Map<String, Integer> ended = new HashMap<>();
        List<PutResult> all = new ArrayList<>();
        for (int i = 0; i < 28; i++) {
            all.add(half("m" + i));
            rounds(i % 10 == 9 ? 60_000 : 1);
            if (i % 3 == 1) {
                end(all.get(i).position(), all.get(i).queueOffset(), EndTransactionRequestHeader.COMMIT, true);
                ended.put("Km" + i, i);
            }
            rounds(1);
            moments.add(Map.copyOf(kept));
        }
        for (Map<String, Long> halves : moments) {
            for (Map<String, Long> ops : moments.subList(moments.indexOf(halves), moments.size())) {
                kept.clear();
                kept.putAll(ops);
                kept.remove(TransactionTopics.HALF);
                if (halves.containsKey(TransactionTopics.HALF)) {
                    kept.put(TransactionTopics.HALF, halves.get(TransactionTopics.HALF));
                }
                checks = checks();
                rounds(0);
                assertThat(checks.openCount()).as("open from " + kept).isEqualTo(28 - ended.size());
            }
        }
        producer.questions.clear();
        rounds(60_000);
        assertThat(producer.questions).extracting(question -> question.header().msgId()).doesNotHaveDuplicates()
            .hasSize(28 - ended.size()).doesNotContainAnyElementsOf(ended.keySet());
    }

    /** Reading halts where too many are open, and what ends those behind is read before them. */
    @Test
    void shouldAskNothingThatWasEndedHoweverMuchThereIsToRead() {
        for (int i = 0; i < 4_000; i++) {
            PutResult half = half("m" + i);
            if (i >= 900) {
                end(half.position(), half.queueOffset(), EndTransactionRequestHeader.ROLLBACK, false);
            }
        }
        for (int restarts = 0; restarts < 3; restarts++) {
            checks = checks();
            checks.doWork(store.nowMs);
            checks.doWork(store.nowMs);
        }
        rounds(0);
        assertThat(checks.openCount()).isEqualTo(900);
        rounds(60_000);
        assertThat(producer.questions).hasSize(900);
        assertThat(producer.questions).extracting(question -> question.header().msgId())
            .allMatch(key -> Integer.parseInt(key.substring(2)) < 900);
    }

    @Test
    void shouldGoOnWithoutProducer() {
        half("alone");
        connected = false;
        rounds(0);
        rounds(60_000);
        connected = true;
        rounds(60_000);
        assertThat(producer.questions).hasSize(1);
        assertThat(producer.questions.get(0).record().property("TRANSACTION_CHECK_TIMES")).isEqualTo("2");
    }

    @Test
    void shouldDropTheDelayOfATransaction() {
        half("both", "DELAY", "3");
        assertThat(store.records(TransactionTopics.HALF, 0).get(0).property("DELAY")).isNull();
    }

    /** Whatever else a producer set: the transaction is delivered once, where it said, and goes round in no circle. */
    @ParameterizedTest
    @CsvSource({"DELAY,3", "TIMER_DELAY_SEC,3", "TIMER_DELIVER_MS,99999999999999", "TIMER_DELAY_MS,5",
        "RETRY_TOPIC,Other", "REAL_TOPIC,%RETRY%other", "REAL_QID,7", "DELAY,x"})
    void shouldDeliverOnceWhateverElseItCarries(String name, String value) {
        PutResult half = half("once", name, value);
        rounds(0);
        end(half.position(), half.queueOffset(), EndTransactionRequestHeader.COMMIT, false);
        rounds(200_000);
        rounds(200_000);
        assertThat(producer.questions).isEmpty();
        assertThat(delivered()).hasSize(1);
        assertThat(store.topics()).containsExactlyInAnyOrder("Orders", TransactionTopics.HALF, TransactionTopics.OP);
    }

    @Test
    void shouldKeepBodyAndFlagTogetherOverAnyNumberOfQuestions() {
        byte[] body = new byte[8_192];
        new SplittableRandom(7).nextBytes(body);
        int flags = RecordLayout.SYS_TRANSACTION_PREPARED | 1;
        store.put(HalfMessages.prepared(new NewMessage("Orders", 2, 0, flags, store.nowMs, HOST, 0, 0,
            ByteBuffer.wrap(body), ByteBuffer.wrap(RecordProperties.encode(Map.of("TRAN_MSG", "true", "PGROUP", "pg",
                "UNIQ_KEY", "Klarge"))))), AckPolicy.APPEND_ONLY).join();
        rounds(0);
        for (int i = 0; i < 6; i++) {
            rounds(60_000);
        }
        List<RecordView> all = new ArrayList<>(store.records(TransactionTopics.GIVEN_UP, 0));
        producer.questions.forEach(question -> all.add(question.record()));
        assertThat(all).hasSize(4).allSatisfy(record -> {
            byte[] carried = new byte[record.body().remaining()];
            record.body().get(carried);
            assertThat(carried).isEqualTo(body);
            assertThat(record.sysFlag() & 1).as("compressed").isEqualTo(1);
        });
    }
}
