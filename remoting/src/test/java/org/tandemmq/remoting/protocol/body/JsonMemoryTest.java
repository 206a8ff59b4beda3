/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Texts of all threads share one account of memory. */
class JsonMemoryTest {

    private final JsonMemory memory = new JsonMemory(20 << 20);

    private Object read(byte[] text) {
        return new JsonReader(text, 0, text.length, memory).readWhole();
    }

    /** An object of distinct members: some hundred bytes of heap for ten of text. */
    private static byte[] members(int count) {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ",").append("\"m").append(i).append("\":\"\"");
        }
        return text.append('}').toString().getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void shouldCountWhatALargeTextTakesUntilItsRequestIsOver() {
        assertThat((Map<?, ?>) read(members(50_000))).hasSize(50_000);
        assertThat(memory.taken()).isBetween(5L << 20, 12L << 20);
        memory.release();
        assertThat(memory.taken()).isZero();
    }

    @Test
    void shouldRefuseATextThatFindsNoRoomBesideThatOfAnotherThread() throws InterruptedException {
        Thread other = new Thread(() -> read(members(80_000)));
        other.start();
        other.join();
        byte[] text = members(80_000);
        assertThatThrownBy(() -> read(text)).isInstanceOf(JsonException.class)
            .hasMessageContaining("the limit of all is 20971520");
    }

    @Test
    void shouldNotCountShortTextsAndFilesOfOurs() {
        read(members(1_000));
        byte[] file = members(500_000);
        new JsonReader(file, 0, file.length, null).readWhole();
        assertThat(memory.taken()).isZero();
    }

    @Test
    void shouldHaveNamesOnceHoweverOftenTheyCome() {
        byte[] text = "[{\"topicName\":1,perm:2},{\"topicName\":3,perm:4},{'topicName':5}]"
            .getBytes(StandardCharsets.UTF_8);
        Object[] maps = ((List<?>) read(text)).toArray();
        Object first = ((Map<?, ?>) maps[0]).keySet().iterator().next();
        assertThat(((Map<?, ?>) maps[1]).keySet().iterator().next()).isSameAs(first).isEqualTo("topicName");
        assertThat(((Map<?, ?>) maps[2]).get("topicName")).isEqualTo(5L);
    }
}
