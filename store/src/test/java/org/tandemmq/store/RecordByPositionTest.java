/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordView;

/** Only the begin of a message names a message, whatever clients put into their bodies. */
@Timeout(60)
class RecordByPositionTest {

    @TempDir
    private Path root;
    private DefaultMessageStore store;

    @BeforeEach
    void open() {
        store = StoreFixture.started(root, BrokerRole.ASYNC_MASTER, false);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private PutResult put(ByteBuffer body) {
        PutResult put = store.put(new NewMessage("T", 0, 0, 0, 1, StoreFixture.HOST, 0, 0, body,
            StoreFixture.bytes("KEYS\u0001k\u0002")), AckPolicy.APPEND_ONLY).join();
        while (store.status().dispatchBehindBytes() > 0) {
            Thread.onSpinWait();
        }
        return put;
    }

    private byte[] copy(long position) {
        try (LogSlice slice = store.record(position).orElseThrow()) {
            byte[] copy = new byte[slice.sizeBytes()];
            slice.bytes().get(0, copy);
            return copy;
        }
    }

    private boolean found(long position) {
        Optional<LogSlice> record = store.record(position);
        record.ifPresent(LogSlice::close);
        return record.isPresent();
    }

    /** A record inside a body: whole, with the right checksum and the position that it will have. */
    private ByteBuffer recordFor(long position) {
        PutResult template = put(ByteBuffer.wrap(new byte[40]));
        return ByteBuffer.wrap(copy(template.position())).putLong(RecordLayout.POSITION, position);
    }

    @Test
    void shouldFindNothingInTheMiddleOfAMessage() {
        PutResult first = put(ByteBuffer.wrap(new byte[300]));
        PutResult second = put(ByteBuffer.wrap(new byte[300]));
        for (long position = -2; position <= second.endPosition() + 2; position++) {
            assertThat(found(position)).as("position %d", position)
                .isEqualTo(position == first.position() || position == second.position());
        }
        assertThat(found(Long.MAX_VALUE)).isFalse();
        assertThat(found(Long.MIN_VALUE)).isFalse();
    }

    @Test
    void shouldNotTakeTheBodyOfAMessageForAMessage() {
        int bodyAt = RecordLayout.bodyLength(0) + Integer.BYTES;
        ByteBuffer hidden = recordFor(0);
        long outerPosition = store.status().endPosition();
        hidden.putLong(RecordLayout.POSITION, outerPosition + bodyAt);
        PutResult outer = put(hidden);
        assertThat(outer.position()).isEqualTo(outerPosition);
        RecordView inner = new RecordView().wrap(ByteBuffer.wrap(copy(outerPosition)), bodyAt);
        assertThat(inner.position()).as("the hidden record is where it says").isEqualTo(outerPosition + bodyAt);
        assertThat(found(outerPosition)).isTrue();
        assertThat(found(outerPosition + bodyAt)).isFalse();
    }

    @Test
    void shouldFindNoMessageOfADeletedTopic() {
        PutResult old = put(ByteBuffer.wrap(new byte[10]));
        store.deleteTopic("T", end -> { });
        while (found(old.position())) {
            Thread.onSpinWait();
        }
        PutResult anew = put(ByteBuffer.wrap(new byte[10]));
        assertThat(found(anew.position())).isTrue();
        assertThat(found(old.position())).as("its offset is another message's now").isFalse();
    }
}
