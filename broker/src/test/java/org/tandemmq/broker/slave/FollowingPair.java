/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A slave that follows a master over a twin of the network, and the clock of both; for tests of what it takes. */
abstract class FollowingPair {

    @TempDir
    Path folder;
    final AtomicLong wallMs = new AtomicLong(1_700_000_000_000L);
    final MasterTwin twin = new MasterTwin();
    final HistoryTwin history = new HistoryTwin();
    Node master;
    Node slave;
    SlaveSynchronize sync;
    String masterAddress = "m1:10911";
    boolean reachable;
    long nowMs = 9_000_000;

    @BeforeEach
    void openPair() {
        master = new Node(folder.resolve("master"), true, wallMs);
        slave = new Node(folder.resolve("slave"), false, wallMs);
        twin.serve(master.processor(true));
        sync = new SlaveSynchronize(() -> masterAddress == null ? null : new Master(masterAddress, null),
            answers -> reachable = answers, new MasterApi(twin, "broker-a", "s1:10911"), slave.followed(), history,
            new SlaveSynchronize.Timing(1_000, 10_000), () -> { });
    }

    void work() {
        while (sync.doWork(nowMs) > 0) {
            continue;
        }
    }

    void pass(long millis) {
        for (long until = nowMs + millis; nowMs < until; nowMs += 100) {
            work();
        }
        work();
    }
}
