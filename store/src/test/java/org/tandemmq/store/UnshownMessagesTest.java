/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.simulation.ForgetfulFileLayer;

/** Messages that are in a master's log and not in its queues yet. */
class UnshownMessagesTest {

    private StoreFixture store;

    @BeforeEach
    void open() throws Exception {
        store = new StoreFixture(new ForgetfulFileLayer(), Path.of("/store"), BrokerRole.ASYNC_MASTER, false,
            1L << 40).open();
    }

    private GetResult get(long offset, int maxCount, EntryFilter filter) {
        GetResult result = store.reader.get("T", 0, offset, maxCount, filter, false);
        result.close();
        return result;
    }

    /** Who comes from a slave may have been given more than is shown here yet: it has to wait, and is not sent back. */
    @Test
    void shouldLetReadersWaitForWhatIsInTheLogAndNotShownYet() throws Exception {
        store.put("T", 0, 100, "");
        assertThat(get(1, 1, EntryFilter.ALL)).as("no queue yet").extracting(GetResult::status, GetResult::nextOffset)
            .containsExactly(GetStatus.OFFSET_OVERFLOW_ONE, 1L);
        assertThat(get(2, 1, EntryFilter.ALL).status()).isEqualTo(GetStatus.NO_MATCHED_LOGIC_QUEUE);
        store.dispatch();
        for (int i = 0; i < 3; i++) {
            store.put("T", 0, 100, "");
        }
        for (long offset = 2; offset <= 4; offset++) {
            assertThat(get(offset, 1, EntryFilter.ALL)).extracting(GetResult::status, GetResult::nextOffset,
                GetResult::maxOffset).containsExactly(GetStatus.OFFSET_OVERFLOW_ONE, offset, 1L);
        }
        assertThat(get(5, 1, EntryFilter.ALL)).extracting(GetResult::status, GetResult::nextOffset)
            .containsExactly(GetStatus.OFFSET_OVERFLOW_BADLY, 1L);
        store.dispatch();
        assertThat(get(3, 1, EntryFilter.ALL).status()).isEqualTo(GetStatus.FOUND);
        assertThat(get(5, 1, EntryFilter.ALL).status()).isEqualTo(GetStatus.OFFSET_OVERFLOW_BADLY);
    }

    @Test
    void shouldKnowOfNothingThatIsNotShownWhileItCopies() throws Exception {
        store.put("T", 0, 100, "");
        store.put("T", 0, 100, "");
        assertThat(store.log.writer.appendedOffset("T", 0)).isEqualTo(2);
        store.log.writer.appendRaw(store.log.end.value(), ByteBuffer.allocate(10));
        assertThat(store.log.writer.appendedOffset("T", 0)).isZero();
    }
}
