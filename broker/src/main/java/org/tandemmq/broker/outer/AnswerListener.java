/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.outer;

import java.util.Set;

/** Told what name servers say; on the thread of {@link BrokerOuterApi}. */
public interface AnswerListener {

    /**
     * What a name server said to a registration.
     *
     * @param server address of the name server
     * @param masterAddress address of the master, null when it is not known there or we are the master
     * @param haAddress replication address of the master, or null
     * @param brokerNames names of the brokers that are known there in our cluster
     */
    record RegistrationAnswer(String server, String masterAddress, String haAddress, Set<String> brokerNames) {
    }

    /**
     * A registration was answered.
     *
     * @param answer the answer
     * @param nowMs elapsed-time clock
     */
    void answered(RegistrationAnswer answer, long nowMs);

    /** Whether the master that is known should be asked for again soon: there is none, or it can't be reached. */
    boolean isMasterDoubtful();
}
