/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.outer;

/** Told what name servers say; on the thread of {@link BrokerOuterApi}. */
public interface AnswerListener {

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
