/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.record.RecordProperties;

/** Properties on their way from frame to store. */
class SendPropertiesTest {

    private static final byte[] OURS = RecordProperties.encode(Map.of("CLUSTER", "C1"));
    private final SendProperties properties = new SendProperties();

    private SendProperties load(String text) {
        properties.load(text == null ? null
            : ByteBuffer.wrap(text.replace('=', '\1').replace(';', '\2').getBytes(StandardCharsets.UTF_8)));
        return properties;
    }

    private String text() {
        return StandardCharsets.UTF_8.decode(properties.encoded().duplicate()).toString().replace('\1', '=')
            .replace('\2', ';');
    }

    @Test
    void shouldSeparateItsOwnFromTheSenders() {
        load("TAGS=A").append(OURS);
        assertThat(text()).isEqualTo("TAGS=A;CLUSTER=C1;");
        load("TAGS=A;").append(OURS);
        assertThat(text()).isEqualTo("TAGS=A;CLUSTER=C1;");
        load("").append(OURS);
        assertThat(text()).isEqualTo("CLUSTER=C1;");
        load(null).append(OURS);
        assertThat(text()).isEqualTo("CLUSTER=C1;");
    }

    @Test
    void shouldSeeWhatMattersHere() {
        assertThat(load("WAIT=false;DELAY=3;TRAN_MSG=true;UNIQ_KEY=K").waits()).isFalse();
        assertThat(properties.delayLevel()).isEqualTo(3);
        assertThat(properties.isHalf()).isTrue();
        assertThat(properties.uniqueKey()).isEqualTo("K");
        assertThat(load("WAIT=true;AWAIT=false;DELAY=;DELAYS=3;TRAN_MSG=no").waits()).isTrue();
        assertThat(properties.delayLevel()).isZero();
        assertThat(properties.isHalf()).isFalse();
        assertThat(properties.hasUniqueKey()).isFalse();
    }

    @Test
    void shouldTakeTheLastOfSeveralAndNoNonsense() {
        assertThat(load("DELAY=3;DELAY=7").delayLevel()).isEqualTo(7);
        assertThat(load("DELAY=-3").delayLevel()).isZero();
        assertThat(load("DELAY=x").delayLevel()).isEqualTo(SendProperties.NO_LEVEL);
        assertThat(load("DELAY=-").delayLevel()).isEqualTo(SendProperties.NO_LEVEL);
        assertThat(load("DELAY=99999999999").delayLevel()).isEqualTo(SendProperties.NO_LEVEL);
    }

    @Test
    void shouldSeeATimeOfDelivery() {
        assertThat(load("A=1;TIMER_DELAY_SEC=5").isTimed()).isTrue();
        assertThat(load("A=1;TIMER_DELIVER_MS=5").isTimed()).isTrue();
        assertThat(load("A=1;TIMER_DEL=5;TIMER_OUT_MS=5;TIME=1").isTimed()).isFalse();
    }

    @Test
    void shouldTakeOutADelay() {
        load("A=1;DELAY=3;B=2").removeDelay();
        assertThat(text()).isEqualTo("A=1;B=2");
        assertThat(properties.delayLevel()).isZero();
        load("DELAY=3").removeDelay();
        assertThat(text()).isEmpty();
    }

    @Test
    void shouldMakeUniqueKeysThatDiffer() {
        UniqueKeys keys = new UniqueKeys("7F00000100002A9F", 4711, () -> Instant.parse("2026-11-29T12:00:00Z"));
        load("A=1").appendUniqueKey(keys);
        String first = properties.uniqueKey();
        load("A=1").appendUniqueKey(keys);
        assertThat(first).hasSize(32).matches("7F0000011267[0-9A-F]{20}").isNotEqualTo(properties.uniqueKey());
        assertThat(text()).startsWith("A=1;UNIQ_KEY=7F000001");
    }

    @Provide
    Arbitrary<List<String>> pieces() {
        Arbitrary<String> name = Arbitraries.of("TAGS", "WAIT", "DELAY", "TRAN_MSG", "UNIQ_KEY", "k", "ключ");
        Arbitrary<String> value = Arbitraries.of("true", "false", "3", "", "Größe", "a b");
        Arbitrary<String> separator = Arbitraries.of("=", "=", "=", "");
        return net.jqwik.api.Combinators.combine(name, separator, value).as((n, s, v) -> n + s + v).list()
            .ofMaxSize(8);
    }

    @Property(tries = 500)
    void shouldAgreeWithTheGeneralParser(@ForAll("pieces") List<String> pieces, @ForAll boolean closed) {
        load(String.join(";", pieces) + (closed ? ";" : ""));
        Map<String, String> expected = RecordProperties.parse(properties.encoded().duplicate());
        assertThat(properties.waits()).isEqualTo(!"false".equals(expected.get("WAIT")));
        assertThat(properties.isHalf()).isEqualTo("true".equals(expected.get("TRAN_MSG")));
        assertThat(properties.uniqueKey()).isEqualTo(expected.get("UNIQ_KEY"));
        properties.append(OURS);
        Map<String, String> after = RecordProperties.parse(properties.encoded().duplicate());
        assertThat(after).containsEntry("CLUSTER", "C1").containsAllEntriesOf(expected)
            .hasSize(expected.size() + 1);
    }
}
