/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.OurBroker;

/** Settings of the flush in all their combinations: sends are confirmed, and what has no effect is named at start. */
class FlushModesIT {

    @ParameterizedTest
    @CsvSource({"SYNC_FLUSH, true", "ASYNC_FLUSH, true"})
    void shouldConfirmSendsWhateverTheTransientPool(String flush, boolean pool) throws IOException {
        BrokerSettings settings = BrokerSettings.inNewFolder("flush-modes").with("flushDiskType", flush)
            .with("transientStorePoolEnable", pool).with("transientStorePoolSize", 5).with("syncFlushTimeout", 30_000);
        try (OurBroker broker = new OurBroker(settings)) {
            broker.start();
            try (RawClient client = new RawClient(broker.address())) {
                for (int i = 0; i < 100; i++) {
                    RawFrame answer = client.call(RawFrame.request(310).with("a", "senders").with("b", "Flushed")
                        .with("c", "TBW102").with("d", 1).with("e", 0).with("f", 0).with("g", 1).with("h", 0)
                        .with("i", "").with("j", 0).with("k", false).with("m", false).withBody(new byte[1000]));
                    assertThat(answer.code()).as(answer.remark()).isZero();
                    assertThat(answer.field("queueOffset")).isEqualTo(Integer.toString(i));
                }
            }
            assertThat(broker.process().log()).contains("transientStorePoolEnable");
        }
    }
}
