/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.remoting.protocol.header.CreateTopicRequestHeader;
import org.tandemmq.remoting.protocol.header.EndTransactionRequestHeader;

/** Numbers of headers at their limits, as every processor reads them. */
class HeaderFieldsTest {

    private static HeaderFields fields(Map<String, String> values) {
        return new HeaderFields() {
            @Override
            public String text(String name) {
                return values.get(name);
            }

            @Override
            public void forEach(Visitor visitor) {
                values.forEach(visitor::field);
            }
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "x", "1.0", "0x1", "9223372036854775808", "99999999999999999999"})
    void shouldRefuseWhatIsNoInteger(String text) {
        HeaderFields fields = fields(Map.of("n", text));
        assertThatThrownBy(() -> fields.requiredNumber("n")).isInstanceOf(HeaderFieldException.class)
            .hasMessageContaining("field n");
        assertThatThrownBy(() -> fields.requiredInt32("n")).isInstanceOf(HeaderFieldException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2147483648", "-2147483649", "4294967296", "9223372036854775807"})
    void shouldNeverCutANumberTo32Bits(String text) {
        HeaderFields fields = fields(Map.of("n", text));
        assertThat(fields.requiredNumber("n")).isEqualTo(Long.parseLong(text));
        assertThatThrownBy(() -> fields.requiredInt32("n")).isInstanceOf(HeaderFieldException.class);
        assertThatThrownBy(() -> fields.int32("n", 0)).isInstanceOf(HeaderFieldException.class);
    }

    @Test
    void shouldTakeAnEmptyNumberThatMayBeMissingForMissing() {
        HeaderFields fields = fields(Map.of("n", ""));
        assertThat(fields.number("n", -1)).isEqualTo(-1);
        assertThat(fields.int32("n", -1)).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"4294967304", "4294967308", "-4294967288", ""})
    void shouldNotEndATransactionByANumberThatIsTooLarge(String value) {
        HeaderFields fields = fields(Map.of("producerGroup", "p", "tranStateTableOffset", "0", "commitLogOffset", "0",
            "commitOrRollback", value, "msgId", "m"));
        assertThatThrownBy(() -> EndTransactionRequestHeader.read(fields)).isInstanceOf(HeaderFieldException.class)
            .hasMessageContaining("commitOrRollback");
    }

    @ParameterizedTest
    @ValueSource(strings = {"readQueueNums", "writeQueueNums", "perm", "topicSysFlag"})
    void shouldNotMakeATopicByANumberThatIsTooLarge(String name) {
        Map<String, String> values = new TreeMap<>(Map.of("topic", "t", "readQueueNums", "4", "writeQueueNums", "4",
            "perm", "6"));
        assertThat(CreateTopicRequestHeader.read(fields(values)).perm()).isEqualTo(6);
        values.put(name, "4294967300");
        assertThatThrownBy(() -> CreateTopicRequestHeader.read(fields(values)))
            .isInstanceOf(HeaderFieldException.class).hasMessageContaining(name);
    }
}
