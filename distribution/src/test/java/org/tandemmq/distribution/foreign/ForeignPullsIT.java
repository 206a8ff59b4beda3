/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.driver.Body;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawBatch;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;

/** Pulls made by hand: filters that drop all, offsets out of range. */
class ForeignPullsIT {
    private static final int PER_BATCH = 256;
    private static final int MESSAGES = 80 * PER_BATCH;
    private static final int PULLS_MAX = 400;
    private static final int FOUND = 0;
    private static final int NOT_FOUND = 19;
    private static final int RETRY_IMMEDIATELY = 20;
    private static final int OFFSET_MOVED = 21;
    private static final int SUSPEND_AND_SUBSCRIPTION = 6;

    private static RawAdmin admin;
    private static String topic;

    @BeforeAll
    static void sendOfOneTag() {
        admin = SharedCluster.admin();
        topic = SharedCluster.name("one-tag");
        admin.createTopic(topic, 1);
        RawBatch batch = new RawBatch();
        for (int i = 0; i < PER_BATCH; i++) {
            batch.add(Body.of(i, 16), "TAGS=Aa");
        }
        for (int sent = 0; sent < MESSAGES; sent += PER_BATCH) {
            assertThat(admin.ask(batch.request(topic, 0, "")).code()).isZero();
        }
        admin.awaitMaxOffset(topic, 0, MESSAGES);
    }

    private static RawFrame pull(String expression, long offset, int sysFlag) {
        return RawFrame.request(11).with("consumerGroup", "pullers").with("topic", topic).with("queueId", 0)
            .with("queueOffset", offset).with("maxMsgNums", 32).with("sysFlag", sysFlag).with("commitOffset", 0)
            .with("suspendTimeoutMillis", 20_000).with("subscription", expression).with("subVersion", 0);
    }

    private static long next(RawFrame answer) {
        return Long.parseLong(answer.field("nextBeginOffset"));
    }

    /** Reads to the end and returns how many pulls that took; every one has to answer with this code and move on. */
    private static int readAll(String expression, int code, int pullsMax) throws IOException {
        int pulls = 0;
        try (RawClient client = new RawClient(SharedCluster.broker().address())) {
            for (long offset = 0; offset < MESSAGES; pulls++) {
                assertThat(pulls).as("pulls to move over " + offset + " messages").isLessThan(pullsMax);
                RawFrame answer = client.call(pull(expression, offset, SUSPEND_AND_SUBSCRIPTION));
                assertThat(answer.code()).as(answer.toString()).isEqualTo(code);
                assertThat(next(answer)).isGreaterThan(offset);
                offset = next(answer);
            }
        }
        return pulls;
    }

    @Test
    void shouldMoveOverWhatTheFilterDropsAndThenDeliverAtOnce() throws IOException {
        assertThat(readAll("C", RETRY_IMMEDIATELY, PULLS_MAX)).isPositive();
        try (RawClient client = new RawClient(SharedCluster.broker().address())) {
            RawFrame held = pull("C", MESSAGES, SUSPEND_AND_SUBSCRIPTION);
            client.send(held.bytes());
            assertThat(admin.ask(RawBatch.shortNames(310, topic, 0).with("i", RawBatch.properties("TAGS=C"))
                .withBody(new byte[9])).code()).isZero();
            // well before the time of the hold and the client's timeout
            RawFrame answer = client.read();
            assertThat(answer.opaque()).isEqualTo(held.opaque());
            assertThat(answer.code()).as(answer.toString()).isEqualTo(FOUND);
            assertThat(next(answer)).isEqualTo(MESSAGES + 1);
        }
    }

    /** 'Aa' and 'BB' have one hash in Java: the broker's index can't tell them apart, the client can. */
    @Test
    void shouldGiveWhatHasAnEqualHashToTheClientToJudge() throws IOException {
        assertThat(readAll("BB", FOUND, MESSAGES)).isGreaterThanOrEqualTo(MESSAGES / 32);
    }

    @ParameterizedTest
    @CsvSource({"1, 19", "2, 21", "101, 21", "-1, 21"})
    void shouldSendAClientBackToTheNearestEnd(int distance, int code) {
        String short1 = SharedCluster.name("three");
        admin.createTopic(short1, 1);
        for (int i = 0; i < 3; i++) {
            admin.send(short1, 0, "message");
        }
        admin.awaitMaxOffset(short1, 0, 3);
        long offset = distance < 0 ? distance : 2 + distance;
        RawFrame answer = admin.ask(pull("*", offset, 4).with("topic", short1));
        assertThat(answer.code()).as(answer.toString()).isEqualTo(code).isIn(NOT_FOUND, OFFSET_MOVED);
        assertThat(next(answer)).isEqualTo(distance < 0 ? 0 : 3);
        RawFrame farthest = admin.ask(pull("*", Long.MAX_VALUE, 4).with("topic", short1));
        assertThat(farthest.code()).isEqualTo(OFFSET_MOVED);
        assertThat(next(farthest)).isEqualTo(3);
    }

    /** Newer clients add fields to old requests, most installed ones send the fewest there are. */
    @Test
    void shouldIgnoreFieldsItDoesNotKnowAndAskForNone() {
        String plain = SharedCluster.name("plain");
        admin.createTopic(plain, 1);
        RawFrame commit = RawFrame.request(15).with("consumerGroup", "pullers").with("topic", plain)
            .with("queueId", 0).with("commitOffset", 1);
        for (RawFrame send : List.of(RawAdmin.sendRequest(plain, 0),
            RawBatch.shortNames(310, plain, 0).with("i", ""),
            new RawBatch().add(Body.of(0, 3), "").request(plain, 0, ""))) {
            assertAccepted(send);
        }
        admin.awaitMaxOffset(plain, 0, 6);
        assertAccepted(pull("*", 0, 4).with("topic", plain));
        assertAccepted(commit);
        assertThat(admin.maxOffset(plain, 0)).isEqualTo(6);
    }

    /** As it is, and with all that a newer client may add. */
    private static void assertAccepted(RawFrame request) {
        RawFrame answer = admin.ask(request.withBody(request.body()));
        assertThat(answer.code()).as(answer.toString()).isZero();
        RawFrame newer = admin.ask(request.with("n", "another-broker").with("bname", "another-broker")
            .with("brokerName", "another-broker").with("ns", "space").with("nsd", true).with("lo", "true")
            .with("oway", false).with("\u6587\u5b57", "x").withTop("version", 999).withTop("later", 7));
        assertThat(newer.code()).as(newer.toString()).isZero();
    }
}
