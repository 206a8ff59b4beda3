/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.ha.HaStatus;

/** How far a slave's log is behind its master's, whatever the replication channel brought. */
class MasterEndTest {

    private static final long MEGABYTE = 1 << 20;

    private long ownEnd = 1_000 * MEGABYTE;
    private final MasterEnd end = new MasterEnd(() -> ownEnd);
    private String state = "following";
    private final ReplicationInfo info = new ReplicationInfo(() -> new HaStatus(ownEnd, 0, List.of(), List.of(),
        new HaStatus.Client("m1:10912", state, "a reason", ownEnd, ownEnd, 0, 0, 0, -1)), 0, end);

    private Map<String, String> shown() {
        Map<String, String> table = new TreeMap<>();
        info.addTo(table);
        return table;
    }

    private void tell(long position, long fromMs, long untilMs) {
        for (long nowMs = fromMs; nowMs <= untilMs; nowMs += 1_000) {
            end.told(position, nowMs);
        }
    }

    @Test
    void shouldNotBeReadyThoughTheChannelThatStandsStillToldNothing() {
        end.told(1_000 * MEGABYTE, 10_000);
        assertThat(info.problem()).isNull();
        tell(3_000 * MEGABYTE, 11_000, 20_000);
        assertThat(info.problem()).isEqualTo(2_000 * MEGABYTE + " bytes and 9000 ms behind the master");
        assertThat(shown()).containsEntry("haBehindBytes", Long.toString(2_000 * MEGABYTE))
            .containsEntry("haBehindMs", "9000");
    }

    @Test
    void shouldKeepWhatTheMasterToldWhenItIsGone() {
        tell(3_000 * MEGABYTE, 11_000, 12_000);
        state = "waiting";
        assertThat(info.problem()).contains("behind the master");
        ownEnd = 3_000 * MEGABYTE;
        assertThat(info.problem()).isNull();
    }

    @Test
    void shouldBeReadyWithALittleOnItsWay() {
        for (int second = 1; second <= 20; second++) {
            end.told(ownEnd + MEGABYTE, 10_000 + 1_000 * second);
            assertThat(info.problem()).isNull();
            assertThat(shown()).containsEntry("haBehindBytes", Long.toString(MEGABYTE));
            ownEnd += MEGABYTE;
        }
        assertThat(end.behindMs()).isZero();
    }

    @Test
    void shouldNotBeReadyWhenTheLittleDoesNotCome() {
        tell(ownEnd + 500, 10_000, 13_000);
        assertThat(info.problem()).isNull();
        tell(ownEnd + 700, 14_000, 14_000);
        assertThat(info.problem()).isEqualTo("700 bytes and 4000 ms behind the master");
        ownEnd += 500;
        assertThat(info.problem()).as("it moves").isNull();
    }

    @Test
    void shouldNotLackWhatTheMasterLostNorWhatAnotherOneHad() {
        tell(ownEnd + 10 * MEGABYTE, 10_000, 20_000);
        end.told(ownEnd, 21_000);
        assertThat(info.problem()).isNull();
        tell(ownEnd + 10 * MEGABYTE, 22_000, 30_000);
        end.forget();
        assertThat(info.problem()).isNull();
        assertThat(end.behindBytes()).isZero();
    }
}
