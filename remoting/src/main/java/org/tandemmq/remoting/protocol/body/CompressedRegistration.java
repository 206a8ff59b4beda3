/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads the compressed form of a registration (nameserver-and-admin 1.4): one zlib stream of
 *
 * <pre>
 * | int32 n | DataVersion JSON, n bytes | int32 topics |
 * | per topic: int32 n | "name read write perm filterType[ attributes]" |
 * | int32 n | JSON array of filter servers | further parts of newer senders, skipped |
 * </pre>
 *
 * Queue flags and order are not in it. It is only read, never sent.
 */
public final class CompressedRegistration {

    /** Most bytes that a stream may unfold to. */
    public static final int INFLATED_BYTES_MAX = 16 * 1024 * 1024;
    private static final int CHUNK_BYTES = 64 * 1024;
    private static final int TOPIC_WORDS = 5;
    /** Least bytes of a topic: its length, five words and four blanks; the shortest filter type has more than one. */
    private static final int TOPIC_BYTES_MIN = 14;
    /** Most characters of a wrong topic in the text of an error. */
    private static final int QUOTED_CHARS_MAX = 100;

    private CompressedRegistration() {
    }

    /**
     * Reads a compressed body.
     *
     * @param body bytes between position and limit
     * @return version and topics
     * @throws JsonException if the stream is damaged, too large or has another form
     */
    public static RegisterBrokerBody read(ByteBuffer body) {
        ByteBuffer plain = inflate(body);
        try {
            DataVersion version = DataVersion.read(JsonFields.of(JsonText.decode(piece(plain), Object.class)));
            int count = topicCount(plain);
            List<TopicConfig> topics = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                topics.add(topic(piece(plain)));
            }
            return new RegisterBrokerBody(version, topics);
        } catch (BufferUnderflowException tooShort) {
            throw new JsonException("compressed registration ends before its last topic");
        }
    }

    /** Checked before anything is read, so that a number alone costs nothing. */
    private static int topicCount(ByteBuffer plain) {
        int count = plain.getInt();
        if (count < 0 || count > RegisterBrokerBody.TOPICS_MAX) {
            throw new JsonException("compressed registration of " + count + " topics, the limit is "
                + RegisterBrokerBody.TOPICS_MAX);
        }
        if (count > plain.remaining() / TOPIC_BYTES_MIN) {
            throw new JsonException("compressed registration of " + count + " topics in " + plain.remaining()
                + " bytes, where each has " + TOPIC_BYTES_MIN + " at least");
        }
        return count;
    }

    private static String piece(ByteBuffer plain) {
        int length = plain.getInt();
        if (length < 0 || length > plain.remaining()) {
            throw new JsonException("compressed registration has a piece of " + length + " bytes where "
                + plain.remaining() + " are left");
        }
        byte[] bytes = new byte[length];
        plain.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static TopicConfig topic(String line) {
        String[] words = line.split(" ", TOPIC_WORDS + 1);
        if (words.length < TOPIC_WORDS) {
            throw new JsonException("compressed registration has a topic of " + words.length + " words: "
                + quoted(line));
        }
        try {
            return new TopicConfig(words[0], Integer.parseInt(words[1]), Integer.parseInt(words[2]),
                Integer.parseInt(words[3]), words[4], 0, false, Map.of());
        } catch (NumberFormatException notANumber) {
            throw new JsonException("compressed registration has a topic without numbers: " + quoted(line));
        }
    }

    private static String quoted(String line) {
        return line.substring(0, Math.min(line.length(), QUOTED_CHARS_MAX));
    }

    private static ByteBuffer inflate(ByteBuffer body) {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(body.duplicate());
            byte[] plain = new byte[CHUNK_BYTES];
            int length = 0;
            while (!inflater.finished()) {
                if (length == plain.length) {
                    plain = Arrays.copyOf(plain, Math.min(2 * length, INFLATED_BYTES_MAX + 1));
                }
                int count = inflater.inflate(plain, length, plain.length - length);
                if (count == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
                    throw new JsonException("compressed registration ends in the middle of its stream");
                }
                length += count;
                if (length > INFLATED_BYTES_MAX) {
                    throw new JsonException("compressed registration unfolds to more than " + INFLATED_BYTES_MAX
                        + " bytes, the limit");
                }
            }
            return ByteBuffer.wrap(plain, 0, length).slice();
        } catch (DataFormatException damaged) {
            throw new JsonException("compressed registration is no zlib stream: " + damaged.getMessage());
        } finally {
            inflater.end();
        }
    }
}
