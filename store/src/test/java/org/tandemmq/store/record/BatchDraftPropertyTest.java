/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Encoded batches (wire-protocol 4.6) against what was put into them, and against every kind of damage. */
class BatchDraftPropertyTest {

    private static final HostBytes HOST = HostBytes.of(new InetSocketAddress("10.0.0.1", 10911));
    private static final ByteBuffer SHARED = ByteBuffer.wrap("CLUSTER\u0001C1".getBytes(StandardCharsets.UTF_8));

    /** One message of a batch. */
    record Element(int flag, byte[] body, String properties) {

        int sizeBytes() {
            return 22 + body.length + properties.length();
        }
    }

    @Provide
    Arbitrary<Element> elements() {
        Arbitrary<byte[]> bodies = Arbitraries.bytes().array(byte[].class).ofMaxSize(60);
        Arbitrary<String> texts = Arbitraries.strings().withCharRange('a', 'z').ofMinLength(1).ofMaxLength(9);
        Arbitrary<String> properties = texts.map(value -> "TAGS\u0001" + value + "\u0002");
        return Combinators.combine(Arbitraries.integers(), bodies, properties).as(Element::new);
    }

    private static ByteBuffer encoded(List<Element> elements) {
        ByteBuffer out = ByteBuffer.allocate(elements.stream().mapToInt(Element::sizeBytes).sum());
        for (Element each : elements) {
            out.putInt(each.sizeBytes()).putInt(0).putInt(0).putInt(each.flag).putInt(each.body.length).put(each.body);
            out.putShort((short) each.properties.length()).put(each.properties.getBytes(StandardCharsets.UTF_8));
        }
        return out.flip();
    }

    private static BatchDraft draft() {
        BatchDraft draft = new BatchDraft();
        draft.writer().queue("T".getBytes(StandardCharsets.UTF_8), 3).hosts(0, HOST, HOST).origin(1_000, 0, 0);
        return draft;
    }

    @Property(tries = 200)
    void shouldMakeOneRecordOfEachElement(@ForAll("elements") Element first,
                                          @ForAll @Size(max = 20) List<@From("elements") Element> more) {
        List<Element> all = new ArrayList<>(more);
        all.add(0, first);
        BatchDraft draft = draft();
        assertThat(draft.parse(encoded(all), SHARED)).isNull();
        assertThat(draft.records()).isEqualTo(all.size());
        assertThat(draft.bodiesBytes()).isEqualTo(all.stream().mapToInt(each -> each.body.length).sum());
        ByteBuffer log = ByteBuffer.allocate(draft.totalBytes());
        draft.write(log, 0, new RecordDraft.Place().set(7_000, 40, 2_000));
        long[] positions = draft.positions(7_000);
        RecordView view = new RecordView();
        for (int i = 0; i < all.size(); i++) {
            view.wrap(log, (int) (positions[i] - 7_000));
            assertThat(view.position()).isEqualTo(positions[i]);
            assertThat(view.queueOffset()).isEqualTo(40 + i);
            assertThat(view.flag()).isEqualTo(all.get(i).flag);
            assertThat(view.body()).isEqualTo(ByteBuffer.wrap(all.get(i).body));
            assertThat("TAGS\u0001" + view.property("TAGS") + "\u0002").isEqualTo(all.get(i).properties);
            assertThat(view.property("CLUSTER")).isEqualTo("C1");
        }
        assertThat(view.position() + view.totalSize()).isEqualTo(7_000 + draft.totalBytes());
    }

    @Property(tries = 200)
    void shouldLeaveNoWholeRecordBehindATornOneWhereverItStops(@ForAll @Size(min = 1, max = 5)
                                                               List<@From("elements") Element> all,
                                                               @ForAll @IntRange(max = 1_000) int place) {
        BatchDraft draft = draft();
        assertThat(draft.parse(encoded(all), SHARED)).isNull();
        ByteBuffer log = ByteBuffer.allocate(draft.totalBytes());
        log.limit(place % draft.totalBytes());
        assertThatThrownBy(() -> draft.write(log, 0, new RecordDraft.Place().set(0, 40, 2_000)))
            .isInstanceOf(IndexOutOfBoundsException.class);
        log.limit(draft.totalBytes());
        RecordScanner scanner = new RecordScanner(1 << 20, true);
        boolean torn = false;
        for (long position : draft.positions(0)) {
            boolean whole = scanner.check(log, (int) position, log.limit(), position) == RecordScanner.Verdict.RECORD;
            assertThat(whole && torn).as("whole record at %d behind a torn one", position).isFalse();
            torn |= !whole;
        }
        assertThat(torn).isTrue();
    }

    @Property(tries = 200)
    void shouldGiveElementsWhatTheyLack(@ForAll @Size(min = 1, max = 5) List<@From("elements") Element> all,
                                        @ForAll int word, @ForAll @IntRange(max = 1_000) int place,
                                        @ForAll boolean closed) {
        List<Element> open = all.stream().map(each -> closed ? each : new Element(each.flag, each.body,
            each.properties.substring(0, each.properties.length() - 1))).toList();
        Map<String, String> shared = Map.of("TAGS", "none of its own", "owner", "Größe");
        BatchDraft draft = draft();
        assertThat(draft.parse(BatchDraft.withShared(encoded(open), shared), SHARED)).isNull();
        assertThat(draft.records()).isEqualTo(all.size());
        ByteBuffer log = ByteBuffer.allocate(draft.totalBytes());
        draft.write(log, 0, new RecordDraft.Place().set(0, 0, 0));
        long[] positions = draft.positions(0);
        for (int i = 0; i < all.size(); i++) {
            RecordView view = new RecordView().wrap(log, (int) positions[i]);
            assertThat(view.flag()).isEqualTo(all.get(i).flag);
            assertThat(view.body()).isEqualTo(ByteBuffer.wrap(all.get(i).body));
            assertThat("TAGS\u0001" + view.property("TAGS") + "\u0002").isEqualTo(all.get(i).properties);
            assertThat(view.property("owner")).isEqualTo("Größe");
        }
        ByteBuffer damaged = encoded(open);
        damaged.putInt(place % (damaged.limit() - 3), word);
        String problem = draft().parse(damaged, SHARED);
        assertThat(draft().parse(BatchDraft.withShared(damaged, shared), SHARED) == null)
            .isEqualTo(problem == null);
    }

    @Property(tries = 300)
    void shouldNameWhatIsWrongAndNeverReadBeyondTheEnd(@ForAll @Size(min = 1, max = 5)
                                                       List<@From("elements") Element> all,
                                                       @ForAll int word, @ForAll @IntRange(max = 1_000) int place) {
        ByteBuffer bytes = encoded(all);
        int at = place % (bytes.limit() - 3);
        bytes.putInt(at, word);
        BatchDraft damaged = draft();
        String problem = damaged.parse(bytes, SHARED);
        if (problem == null) {
            assertThat(damaged.bodiesBytes() + 22 * damaged.records()).isLessThanOrEqualTo(bytes.limit());
        } else {
            assertThat(problem).contains("element", "bytes");
        }
        int cut = place % bytes.limit();
        ByteBuffer shorter = encoded(all).limit(cut);
        String missing = draft().parse(shorter, SHARED);
        int kept = 0;
        int end = 0;
        while (kept < all.size() && end + all.get(kept).sizeBytes() <= cut) {
            end += all.get(kept++).sizeBytes();
        }
        assertThat(missing == null).isEqualTo(end == cut && kept > 0);
    }
}
