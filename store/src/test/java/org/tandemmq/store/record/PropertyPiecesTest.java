/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Cutting encoded properties, compared with the slow way to find a value and a hash. */
class PropertyPiecesTest {

    private static final List<String> NAMES = List.of("A", "TAGS", "KEYS", "UNIQ_KEY");

    private final PropertyPieces pieces = new PropertyPieces();

    private void check(String encoded) {
        byte[] bytes = encoded.getBytes(StandardCharsets.UTF_8);
        ByteBuffer source = ByteBuffer.allocateDirect(bytes.length + 11).put(5, bytes);
        pieces.load(source, 5, bytes.length);
        for (String name : NAMES) {
            String value = RecordProperties.value(ByteBuffer.wrap(bytes), name);
            assertThat(pieces.value(name)).as("%s in %s", name, encoded).isEqualTo(value);
            assertThat(pieces.valueHash(name)).isEqualTo(value == null ? 0 : value.hashCode());
        }
    }

    /** The separator at every place of a word, beside bytes that differ from it in one bit. */
    @Test
    void shouldCutWhereverASeparatorStands() {
        for (String filler : List.of("x", "\u0003", "\u0001", "\u0000", "\u0082", "\u00ff")) {
            for (int before = 0; before <= 17; before++) {
                for (int length = 0; length <= 17; length++) {
                    String begin = "N\u0001" + filler.repeat(before) + "\u0002";
                    check(begin + "TAGS\u0001" + filler.repeat(length) + "\u0002KEYS\u0001k");
                    check(begin + "TAGS\u0001" + filler.repeat(length));
                    check("\u0002".repeat(before) + "A\u0001v" + "\u0002".repeat(length) + "UNIQ_KEY\u0001u\u0002");
                }
            }
        }
    }

    @Test
    void shouldCutAnything() {
        Random random = new Random(7);
        String alphabet = "\u0001\u0002\u0003A\u00e4 ";
        for (int round = 0; round < 5_000; round++) {
            StringBuilder encoded = new StringBuilder();
            int size = random.nextInt(60);
            while (encoded.length() < size) {
                encoded.append(random.nextInt(4) > 0 ? String.valueOf(alphabet.charAt(random.nextInt(6)))
                    : NAMES.get(random.nextInt(4)));
            }
            check(encoded.toString());
        }
    }

    @Test
    void shouldGiveTheHashOfEachWord() {
        byte[] bytes = "KEYS\u0001 one  two three-and-more \u0002TAGS\u0001t".getBytes(StandardCharsets.UTF_8);
        pieces.load(ByteBuffer.wrap(bytes), 0, bytes.length);
        List<Integer> hashes = new ArrayList<>();
        pieces.wordHashes(0, "KEYS", hashes::add);
        assertThat(hashes).containsExactly("one".hashCode(), "two".hashCode(), "three-and-more".hashCode());
    }
}
