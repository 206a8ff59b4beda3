/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.broker.transaction.TransactionTopics;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.store.PutResult;
import org.tandemmq.store.PutStatus;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.record.RecordView;

/** Questions about a transaction begin anew: 323. */
class HalfResumeTest {

    private static final Map<String, String> PROPERTIES = Map.of("REAL_TOPIC", "T", "REAL_QID", "1", "PGROUP", "p",
        "TRANSACTION_CHECK_TIMES", "15", "TRAN_PREPARED_QUEUE_OFFSET", "4");

    @TempDir
    private Path folder;
    private AdminTwin broker;

    @BeforeEach
    void open() {
        broker = new AdminTwin(folder);
    }

    private ReplyTwin resume(PutResult put) {
        return broker.ask(RequestCode.RESUME_CHECK_HALF_MESSAGE, "msgId",
            String.format("0A00000100002A9F%016X", put.position()), "topic", "T");
    }

    private RecordView last() {
        List<RecordView> halves = broker.store.records(TransactionTopics.HALF, 0);
        return halves.get(halves.size() - 1);
    }

    @Test
    void shouldBeginANewLifeAfterGivingUp() {
        assertThat(resume(broker.put(TransactionTopics.GIVEN_UP, 0, PROPERTIES)).code).isZero();
        assertThat(last().property("REAL_TOPIC")).isEqualTo("T");
        assertThat(last().property("PGROUP")).isEqualTo("p");
        assertThat(last().property("TRANSACTION_CHECK_TIMES")).isNull();
        assertThat(last().property("TRAN_PREPARED_QUEUE_OFFSET")).isNull();
    }

    @Test
    void shouldKeepTheRootOfOneThatStillWaits() {
        assertThat(resume(broker.put(TransactionTopics.HALF, 0, PROPERTIES)).code).isZero();
        assertThat(last().property("TRANSACTION_CHECK_TIMES")).isEqualTo("0");
        assertThat(last().property("TRAN_PREPARED_QUEUE_OFFSET")).isEqualTo("4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "zz", "0A00000100002A9F", "0A00000100002A9F00000000FFFFFFFF", "g000000000000000"})
    void shouldRefuseIdsThatNameNoHalfMessage(String id) {
        ReplyTwin reply = broker.ask(RequestCode.RESUME_CHECK_HALF_MESSAGE, "msgId", id);
        assertThat(reply.code).isEqualTo(1);
        assertThat(reply.remark).isNotBlank();
    }

    @Test
    void shouldRefuseOtherMessagesOtherRolesAndAFullDisk() {
        assertThat(resume(broker.put("T", 0, PROPERTIES)).code).isEqualTo(1);
        PutResult put = broker.put(TransactionTopics.GIVEN_UP, 0, PROPERTIES);
        broker.store.refusal = PutStatus.SERVICE_NOT_AVAILABLE;
        assertThat(resume(put).code).isEqualTo(1);
        broker.store.refusal = PutStatus.PUT_OK;
        broker.store.role = BrokerRole.SLAVE;
        assertThat(resume(put).code).isEqualTo(1);
        assertThat(broker.store.records(TransactionTopics.HALF, 0)).isEmpty();
    }
}
