/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records as they are written, against the scanner and the view that read them. */
class RecordWriterTest {

    private static final int SEGMENT = 1 << 20;

    private final ByteBuffer segment = ByteBuffer.allocateDirect(SEGMENT);
    private final MessageDraft draft = new MessageDraft();
    private final BatchDraft batch = new BatchDraft();
    private final RecordDraft.Place place = new RecordDraft.Place();

    @ParameterizedTest
    @ValueSource(ints = {1, 127, 128, 255})
    void shouldWriteWhatTheScannerAcceptsAndTheViewReads(int topicBytes) throws Exception {
        InetSocketAddress v4 = address("10.1.2.3", 4711);
        InetSocketAddress v6 = address("2001:db8::7", 65535);
        for (InetSocketAddress born : new InetSocketAddress[] {v4, v6}) {
            for (InetSocketAddress store : new InetSocketAddress[] {v4, v6}) {
                check("t".repeat(topicBytes), born, store);
            }
        }
    }

    private void check(String topic, InetSocketAddress born, InetSocketAddress store) {
        ByteBuffer body = bytes("--hello--");
        ByteBuffer properties = bytes("TAGS\u0001A\u0002");
        draft.writer().queue(topic.getBytes(StandardCharsets.UTF_8), 7)
            // all bits, the lying host bits too
            .hosts(RecordLayout.SYS_COMPRESSED | RecordLayout.SYS_BORN_HOST_V6 | RecordLayout.SYS_STORE_HOST_V6,
                HostBytes.of(born), HostBytes.of(store))
            .origin(1_111, 3, 99)
            .body(42, body, 2, 5)
            .properties(properties, 0, properties.limit(), null)
            .seal();
        int at = 1_000;
        draft.write(segment, at, place.set(5_000, 77, 2_222));

        RecordScanner scanner = new RecordScanner(SEGMENT, true);
        assertThat(scanner.check(segment, at, SEGMENT, 5_000)).as(() -> scanner.reason())
            .isEqualTo(RecordScanner.Verdict.RECORD);
        assertThat(scanner.sizeBytes()).isEqualTo(draft.totalBytes());
        RecordView view = new RecordView().wrap(segment, at);
        assertThat(view.magic()).isEqualTo(topic.length() > 127 ? RecordLayout.MAGIC_V2 : RecordLayout.MAGIC_V1);
        assertThat(view.topic()).isEqualTo(topic);
        assertThat(view.topicIs(topic.getBytes(StandardCharsets.UTF_8))).isTrue();
        assertThat(view.topicHash()).isEqualTo(topic.hashCode());
        assertThat(view.queueId()).isEqualTo(7);
        assertThat(view.flag()).isEqualTo(42);
        assertThat(view.queueOffset()).isEqualTo(77);
        assertThat(view.position()).isEqualTo(5_000);
        assertThat(view.bornHost()).isEqualTo(born);
        assertThat(view.storeHost()).isEqualTo(store);
        assertThat(view.bornTimestampMs()).isEqualTo(1_111);
        assertThat(view.storeTimestampMs()).isEqualTo(2_222);
        assertThat(view.reconsumeTimes()).isEqualTo(3);
        assertThat(view.preparedTransactionOffset()).isEqualTo(99);
        assertThat(text(view.body())).isEqualTo("hello");
        assertThat(view.property("TAGS")).isEqualTo("A");
        assertThat(view.propertyHash("TAGS")).isEqualTo("A".hashCode());
        CRC32 crc = new CRC32();
        crc.update("hello".getBytes(StandardCharsets.UTF_8));
        assertThat(view.bodyCrc()).isEqualTo((int) crc.getValue() & Integer.MAX_VALUE);
        assertThat(body.position()).as("buffers are read by index").isZero();
    }

    @Test
    void shouldFindPropertiesAsTheParserDoes() {
        String[] texts = {"", "A\u0001b", "A\u0001b\u0002", "A\u0001\u0002B\u0001c\u0002",
            "\u0002\u0002A\u0001x\u0002A\u0001y", "AA\u0001x\u0002A\u0001y\u0002AB\u0001z\u0002",
            "A\u0001b\u0001c\u0002", "B", "\u0001A", "A\u0001",
            "K\u0001" + "v".repeat(3_000) + "\u0002A\u0001end", "A\u0001x\u0002".repeat(300) + "B\u0001y"};
        RecordView view = new RecordView();
        for (String text : texts) {
            ByteBuffer properties = bytes(text);
            shared(draft.writer()).body(0, properties, 0, 0).properties(properties, 0, properties.limit(), null).seal();
            draft.write(segment, 0, place.set(0, 0, 0));
            view.wrap(segment, 0);
            for (String name : new String[] {"A", "B", "AA", "AB", "K", "nothing"}) {
                String expected = RecordProperties.parse(properties).get(name);
                assertThat(view.property(name)).as("%s in %s", name, text).isEqualTo(expected);
                assertThat(RecordProperties.value(properties, name)).isEqualTo(expected);
                assertThat(view.propertyHash(name)).isEqualTo(expected == null ? 0 : expected.hashCode());
            }
        }
    }

    @Test
    void shouldComputeTheSameChecksumForHeapDirectAndReadOnlyBuffers() {
        byte[] content = "some body".getBytes(StandardCharsets.UTF_8);
        ByteBuffer direct = ByteBuffer.allocateDirect(20).put(3, content);
        RecordWriter writer = draft.writer();
        int expected = writer.checksum(ByteBuffer.wrap(content), 0, content.length);
        assertThat(writer.checksum(direct, 3, content.length)).isEqualTo(expected);
        assertThat(writer.checksum(direct.asReadOnlyBuffer(), 3, content.length)).isEqualTo(expected);
        assertThat(writer.checksum(ByteBuffer.wrap(content).asReadOnlyBuffer(), 0, content.length)).isEqualTo(expected);
        assertThat(writer.checksum(direct, 0, 0)).isZero();
    }

    @Test
    void shouldHashTextOutsideOfAsciiAsJavaDoes() {
        ByteBuffer properties = bytes("TAGS\u0001d\u00e9j\u00e0 \u4f60\u0002");
        shared(draft.writer()).body(0, properties, 0, 0).properties(properties, 0, properties.limit(), null).seal();
        draft.write(segment, 0, place.set(0, 0, 0));
        assertThat(new RecordView().wrap(segment, 0).propertyHash("TAGS"))
            .isEqualTo("d\u00e9j\u00e0 \u4f60".hashCode());
    }

    @Test
    void shouldKeepOffsetZeroForTransactionStatesThatStayOutOfQueues() {
        for (int state : new int[] {0, RecordLayout.SYS_TRANSACTION_PREPARED, RecordLayout.SYS_TRANSACTION_COMMIT,
            RecordLayout.SYS_TRANSACTION_ROLLBACK}) {
            ByteBuffer nothing = ByteBuffer.allocate(0);
            shared(draft.writer()).hosts(state, host(), host()).body(0, nothing, 0, 0)
                .properties(nothing, 0, 0, null).seal();
            draft.write(segment, 0, place.set(0, 55, 0));
            boolean enters = state == 0 || state == RecordLayout.SYS_TRANSACTION_COMMIT;
            assertThat(draft.entersQueue()).isEqualTo(enters);
            assertThat(new RecordView().wrap(segment, 0).queueOffset()).isEqualTo(enters ? 55 : 0);
        }
    }

    @Test
    void shouldPutBatchPropertiesBehindThoseOfEachElementWithASeparatorWhereNeeded() {
        shared(batch.writer());
        ByteBuffer elements = ByteBuffer.allocate(500);
        element(elements, 1, "a", "TAGS\u0001A");
        element(elements, 2, "bb", "TAGS\u0001B\u0002");
        element(elements, 3, "", "");
        elements.flip();
        assertThat(batch.parse(elements, bytes("WAIT\u0001true\u0002"))).isNull();
        assertThat(batch.bodiesBytes()).isEqualTo(3);
        batch.write(segment, 0, place.set(10_000, 5, 9));

        long[] positions = batch.positions(10_000);
        RecordScanner scanner = new RecordScanner(SEGMENT, true);
        String[] properties = {"TAGS\u0001A\u0002WAIT\u0001true\u0002", "TAGS\u0001B\u0002WAIT\u0001true\u0002",
            "WAIT\u0001true\u0002"};
        int at = 0;
        for (int i = 0; i < 3; i++) {
            assertThat(positions[i]).isEqualTo(10_000 + at);
            assertThat(scanner.check(segment, at, SEGMENT, positions[i])).isEqualTo(RecordScanner.Verdict.RECORD);
            RecordView view = new RecordView().wrap(segment, at);
            assertThat(text(view.properties())).isEqualTo(properties[i]);
            assertThat(view.flag()).isEqualTo(i + 1);
            assertThat(view.queueOffset()).isEqualTo(5 + i);
            assertThat(view.storeTimestampMs()).isEqualTo(9);
            at += scanner.sizeBytes();
        }
        assertThat(at).isEqualTo(batch.totalBytes());
    }

    @Test
    void shouldRefuseBatchesWhoseLengthsDisagree() {
        shared(batch.writer());
        ByteBuffer good = ByteBuffer.allocate(100);
        element(good, 0, "body", "K\u0001V\u0002");
        good.flip();
        assertThat(batch.parse(good, null)).isNull();
        for (int at : new int[] {0, 16, 24}) {
            for (int wrong : new int[] {-1, 0x7FFFFFFF, 1, 200}) {
                ByteBuffer bad = ByteBuffer.allocate(good.limit()).put(0, good, 0, good.limit());
                if (at == 24) {
                    bad.putShort(at, (short) wrong);
                } else {
                    bad.putInt(at, wrong);
                }
                assertThat(batch.parse(bad, null)).as("%d at %d", wrong, at).startsWith("element 0");
            }
        }
        assertThat(batch.parse(good.slice(0, good.limit() - 1), null)).startsWith("element 0");
        assertThat(batch.parse(ByteBuffer.allocate(0), null)).contains("no element");
    }

    @Test
    void shouldTellAnAddressThatIsNotResolved() {
        assertThatThrownBy(() -> HostBytes.of(InetSocketAddress.createUnresolved("nowhere.invalid", 1)))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("nowhere.invalid");
    }

    private static RecordWriter shared(RecordWriter writer) {
        return writer.queue(new byte[] {'t'}, 0).hosts(0, host(), host()).origin(0, 0, 0);
    }

    private static HostBytes host() {
        return HostBytes.of(new InetSocketAddress("127.0.0.1", 1));
    }

    private static void element(ByteBuffer to, int flag, String body, String properties) {
        ByteBuffer bodyBytes = bytes(body);
        ByteBuffer propertiesBytes = bytes(properties);
        to.putInt(22 + bodyBytes.limit() + propertiesBytes.limit()).putInt(0).putInt(0).putInt(flag);
        to.putInt(bodyBytes.limit()).put(bodyBytes).putShort((short) propertiesBytes.limit()).put(propertiesBytes);
    }

    private static InetSocketAddress address(String host, int port) throws Exception {
        return new InetSocketAddress(InetAddress.getByName(host), port);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
    }
}
