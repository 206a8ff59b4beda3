/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.simulation;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.tandemmq.store.record.BatchDraft;
import org.tandemmq.store.record.HostBytes;
import org.tandemmq.store.record.MessageDraft;
import org.tandemmq.store.record.RecordDraft;

/** Numbered messages and batches of a {@link CrashRun}, and what of them a kill leaves behind. */
final class CrashDrafts {

    /** Most messages in a batch. */
    static final int BATCH_MAX = 5;

    private static final HostBytes HOST = HostBytes.of(new InetSocketAddress("127.0.0.1", 10911));
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Random random;

    CrashDrafts(Random random) {
        this.random = random;
    }

    /** Most times one message, else a batch; numbered from {@code number} on. */
    RecordDraft next(int number, String topic, int queueId, long nowMs) {
        byte[] topicUtf8 = topic.getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(4) > 0) {
            MessageDraft draft = new MessageDraft();
            byte[] body = body(number);
            byte[] properties = properties(number);
            draft.writer().queue(topicUtf8, queueId).hosts(0, HOST, HOST).origin(nowMs, 0, 0)
                .body(number, ByteBuffer.wrap(body), 0, body.length)
                .properties(ByteBuffer.wrap(properties), 0, properties.length, null).seal();
            return draft;
        }
        ByteBuffer elements = ByteBuffer.allocate(BATCH_MAX * 1024);
        int count = 2 + random.nextInt(BATCH_MAX - 1);
        for (int each = number; each < number + count; each++) {
            put(elements, each, body(each), properties(each));
        }
        BatchDraft draft = new BatchDraft();
        draft.writer().queue(topicUtf8, queueId).hosts(0, HOST, HOST).origin(nowMs, 0, 0);
        if (draft.parse(elements.flip(), NOTHING) != null) {
            throw new IllegalStateException("number " + number);
        }
        return draft;
    }

    private byte[] body(int number) {
        return ("message " + number + " " + "x".repeat(random.nextInt(600))).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] properties(int number) {
        return ("UNIQ_KEY\1n" + number + "\2KEYS\1a b\2").getBytes(StandardCharsets.UTF_8);
    }

    private static void put(ByteBuffer elements, int number, byte[] body, byte[] properties) {
        elements.putInt(22 + body.length + properties.length).putLong(0).putInt(number).putInt(body.length).put(body)
            .putShort((short) properties.length).put(properties);
    }

    /** What is there of an append when the process is killed inside of it, on a master or on a slave. */
    ByteBuffer torn(RecordDraft draft, RecordDraft.Place place) {
        long position = place.position();
        ByteBuffer bytes = ByteBuffer.allocate(draft.totalBytes());
        int kept = random.nextInt(bytes.capacity());
        int where = random.nextInt(3);
        if (where == 0) {
            bytes.limit(kept);
            try {
                draft.write(bytes, 0, place);
                throw new IllegalStateException(draft.totalBytes() + " bytes written into " + kept);
            } catch (IndexOutOfBoundsException killed) {
                return bytes.clear();
            }
        }
        draft.write(bytes, 0, place);
        if (where == 1) {
            // killed while a batch's sizes were written
            long[] positions = draft.positions(position);
            for (int i = positions == null ? 0 : random.nextInt(positions.length); i < draft.records(); i++) {
                bytes.putInt(positions == null ? 0 : (int) (positions[i] - position), 0);
            }
            return bytes;
        }
        // on a slave, which copies bytes in their order
        return bytes.put(kept, new byte[bytes.capacity() - kept]);
    }
}
