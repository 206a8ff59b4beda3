/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.ConnectionTwin;
import org.tandemmq.broker.MemoryStore;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.broker.RequestTwin;
import org.tandemmq.broker.processor.BrokerTables;
import org.tandemmq.broker.processor.WaitingWork;
import org.tandemmq.broker.stats.BrokerStats;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.record.RecordProperties;
import org.tandemmq.store.record.RecordView;

/** Batches: what each message keeps, what it gets from the batch, what can't be a batch. */
class SendBatchTest {

    @TempDir
    private Path folder;
    private final MemoryStore store = new MemoryStore();
    private final BrokerStats stats = new BrokerStats();
    private SendMessageProcessor processor;

    @BeforeEach
    void open() {
        BrokerTables tables = new BrokerTables(folder, true);
        tables.topics.createIfAbsent(TopicConfig.of("Orders", 4, 6));
        SendRules rules = new SendRules(tables.topics, tables.groups, tables.locks, () -> SendSettings.DEFAULTS,
            BrokerTables.CLOCK, () -> 0);
        BrokerIdentity identity = BrokerIdentity.of("C1", "DefaultRegion", true,
            new InetSocketAddress("10.0.0.1", 10911));
        processor = new SendMessageProcessor(store, rules, new WaitingWork(Runnable::run, 1_000_000),
            PutDiversion.NONE, identity, stats, BrokerTables.CLOCK);
    }

    private ReplyTwin sendBody(byte[] body, String topic, Object... changes) {
        Map<String, Object> fields = new TreeMap<>(Map.of("a", "pg", "b", topic, "c", "TBW102", "d", 4, "e", 0, "f", 0,
            "g", 1_600_000_000_000L, "h", 9, "i", "", "m", true));
        for (int i = 0; i < changes.length; i += 2) {
            fields.put((String) changes[i], changes[i + 1]);
        }
        ReplyTwin reply = new ReplyTwin();
        processor.process(new ConnectionTwin(), RequestTwin.of(RequestCode.SEND_BATCH_MESSAGE, body,
            fields.entrySet().stream().flatMap(field -> Stream.of(field.getKey(), field.getValue())).toArray()), reply);
        return reply;
    }

    private static byte[] element(String body, String properties) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        byte[] encoded = properties.getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(22 + bytes.length + encoded.length);
        return out.putInt(out.capacity()).putInt(0).putInt(0).putInt(0).putInt(bytes.length).put(bytes)
            .putShort((short) encoded.length).put(encoded).array();
    }

    @Test
    void shouldKeepThePropertiesOfEachMessageOfABatch() {
        ByteBuffer body = ByteBuffer.allocate(500);
        body.put(element("one", "TAGS\1A\2UNIQ_KEY\1U1")).put(element("two", "TAGS\1B\2UNIQ_KEY\1U2\2"))
            .put(element("three", ""));
        byte[] elements = Arrays.copyOf(body.array(), body.position());
        ReplyTwin reply = sendBody(elements, "Orders", "i", "UNIQ_KEY\1BATCH\2WAIT\1true");
        assertThat(reply.code).isZero();
        List<RecordView> records = store.records("Orders", 0);
        assertThat(reply.fields.get("msgId").split(",")).containsExactly(records.stream()
            .map(record -> "0A00000100002A9F%016X".formatted(record.position())).toArray(String[]::new)).hasSize(3);
        assertThat(records.get(0).property("TAGS")).isEqualTo("A");
        assertThat(records.get(0).property("UNIQ_KEY")).isEqualTo("U1");
        assertThat(records.get(1).property("UNIQ_KEY")).isEqualTo("U2");
        assertThat(records.get(2).property("CLUSTER")).isEqualTo("C1");
        assertThat(stats.puts().total()).isEqualTo(3);
    }

    private List<Map<String, String>> batch(String ofBatch, String... ofElements) {
        ByteBuffer body = ByteBuffer.allocate(40_000);
        for (String properties : ofElements) {
            body.put(element("body", properties));
        }
        int before = store.records("Orders", 0).size();
        ReplyTwin reply = sendBody(Arrays.copyOf(body.array(), body.position()), "Orders", "i", ofBatch);
        assertThat(reply.code).as(reply.remark).isZero();
        return store.records("Orders", 0).stream().skip(before)
            .map(record -> RecordProperties.parse(record.properties())).toList();
    }

    /** As the reference stores them; only clients that build batches by hand can send such. */
    @Test
    void shouldStoreMessagesThatWantMoreThanABatchCanGive() {
        List<Map<String, String>> stored = batch("", "DELAY\0013\2K\1a", "TRAN_MSG\1true\2PGROUP\1p\2",
            "WAIT\1false\2", "DELAY\1x");
        assertThat(stored).extracting(each -> each.get("DELAY")).containsExactly("3", null, null, "x");
        assertThat(store.topics()).containsExactly("Orders");
    }

    @Test
    void shouldNeverGiveTheKeyOfABatchToItsMessages() {
        for (String more : List.of("", "\2WAIT\1true", "\2WAIT\1true\2")) {
            List<Map<String, String>> stored = batch("UNIQ_KEY\1BATCH" + more, "", "UNIQ_KEY\1U2\2", "TAGS\1A",
                "UNIQ_KEY\1U4");
            assertThat(stored).extracting(each -> each.get("UNIQ_KEY")).containsExactly(null, "U2", null, "U4");
        }
    }

    @Test
    void shouldLetNoPropertyOfABatchHideThatOfAMessage() {
        List<Map<String, String>> stored = batch("TAGS\1X\2WAIT\1false\2owner\1all\2UNIQ_KEY\1BATCH\2KEYS\1k",
            "TAGS\1A\2KEYS\0011", "", "owner\1me\2", "CLUSTER\1wrong\2TAGS\1B");
        assertThat(stored).extracting(each -> each.get("TAGS")).containsExactly("A", "X", "X", "B");
        assertThat(stored).extracting(each -> each.get("KEYS")).containsExactly("1", "k", "k", "k");
        assertThat(stored).extracting(each -> each.get("owner")).containsExactly("all", "all", "me", "all");
        assertThat(stored).extracting(each -> each.get("CLUSTER")).containsOnly("C1");
        assertThat(stored).allMatch(each -> !each.containsKey("UNIQ_KEY") && "false".equals(each.get("WAIT")));
        assertThat(store.lastAck).isEqualTo(AckPolicy.APPEND_ONLY);
        String large = "v".repeat(20_000);
        ReplyTwin refused = sendBody(element("body", "K\1" + large), "Orders", "i", "L\1" + large);
        assertThat(refused.code).isEqualTo(13);
        assertThat(refused.remark).contains("40006", "32767");
        ByteBuffer many = ByteBuffer.allocate(26 * 2_000);
        while (many.hasRemaining()) {
            many.put(element("body", ""));
        }
        ReplyTwin huge = sendBody(many.array(), "Orders", "i", "L\1" + large);
        assertThat(huge.code).isEqualTo(13);
        assertThat(huge.remark).contains("2000 messages", "16777216");
    }

    @Test
    void shouldRefuseBatchesThatCanNotBe() {
        byte[] body = element("one", "");
        assertThat(sendBody(body, "Orders", "i", "DELAY\0013").code).isEqualTo(13);
        assertThat(sendBody(body, "Orders", "i", "TRAN_MSG\1true").code).isEqualTo(13);
        assertThat(sendBody(body, "Orders", "f", 4).code).isEqualTo(13);
        assertThat(sendBody(body, "%RETRY%cg").code).isEqualTo(13);
    }

    @Test
    void shouldKeepEachFlagThatIsNotOurs() {
        for (int bit = 0; bit < 32; bit++) {
            boolean transaction = (1 << bit & 0xC) != 0;
            assertThat(sendBody(element("one", ""), "Orders", "f", 1 << bit).code).isEqualTo(transaction ? 13 : 0);
        }
        assertThat(store.records("Orders", 0)).hasSize(30).extracting(RecordView::sysFlag).contains(1, 0x40, 0x100,
            1 << 31).doesNotContain(2, 0x10, 0x20);
    }
}
