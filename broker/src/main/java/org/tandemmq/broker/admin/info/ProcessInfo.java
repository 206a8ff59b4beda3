/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.info;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.IntSupplier;
import org.tandemmq.remoting.protocol.RemotingCommand;

/** Figures of the process: version, age, waiting requests. Sends and heartbeats wait in no queue. */
public final class ProcessInfo implements InfoSource {

    private static final String[] POOLS_INLINE = {"send", "ack", "litePull"};

    private final InstantSource clock;
    private final long bootMs;
    private final IntSupplier readersWaiting;
    private final int readersCapacity;
    private final long acceptSendsFromMs;
    private final String version;

    /**
     * Creates the source; the process counts as started now.
     *
     * @param clock wall clock
     * @param version our own version, such as {@code 0.1.0}
     * @param readersWaiting requests waiting for a reader thread
     * @param readersCapacity requests that may wait for one
     * @param acceptSendsFromMs {@code startAcceptSendRequestTimeStamp}
     */
    public ProcessInfo(InstantSource clock, String version, IntSupplier readersWaiting, int readersCapacity,
                       long acceptSendsFromMs) {
        this.clock = clock;
        this.bootMs = clock.millis();
        this.readersWaiting = readersWaiting;
        this.readersCapacity = readersCapacity;
        this.acceptSendsFromMs = acceptSendsFromMs;
        this.version = version;
    }

    @Override
    public void addTo(Map<String, String> table) {
        Duration age = Duration.ofMillis(Math.max(0, clock.millis() - bootMs));
        table.put("bootTimestamp", Long.toString(bootMs));
        table.put("runtime", "[ " + age.toDays() + " days, " + age.toHoursPart() + " hours, " + age.toMinutesPart()
            + " minutes, " + age.toSecondsPart() + " seconds ]");
        table.put("brokerVersion", Integer.toString(RemotingCommand.OWN_VERSION));
        table.put("brokerVersionDesc", "V5_3_3");
        table.put("tandemmqVersion", version);
        table.put("brokerActive", "true");
        table.put("startAcceptSendRequestTimeStamp", Long.toString(acceptSendsFromMs));
        for (String pool : POOLS_INLINE) {
            addPool(table, pool, 0, 0);
        }
        addPool(table, "pull", readersWaiting.getAsInt(), readersCapacity);
        addPool(table, "query", readersWaiting.getAsInt(), readersCapacity);
        table.put("EndTransactionQueueSize", "0");
        table.put("EndTransactionThreadPoolQueueCapacity", "0");
        for (String timer : new String[] {"timerReadBehind", "timerOffsetBehind", "timerCongestNum"}) {
            table.put(timer, "0");
        }
        table.put("timerEnqueueTps", "0.0");
        table.put("timerDequeueTps", "0.0");
    }

    private static void addPool(Map<String, String> table, String name, int waiting, int capacity) {
        table.put(name + "ThreadPoolQueueSize", Integer.toString(waiting));
        table.put(name + "ThreadPoolQueueCapacity", Integer.toString(capacity));
        table.put(name + "ThreadPoolQueueHeadWaitTimeMills", "0");
    }
}
