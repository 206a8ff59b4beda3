/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.pull;

/** What a broker knows of the other one of its pair; decides where readers are sent. Called on event loops. */
public interface PairView {

    /** A broker alone. */
    PairView ALONE = new PairView() {
        @Override
        public boolean isReadableSlave(long brokerId) {
            return false;
        }

        @Override
        public boolean masterReachable() {
            return false;
        }
    };

    /**
     * On a master: whether readers may be sent to a slave.
     *
     * @param brokerId id of the slave
     * @return true only if it is connected, in reach, and reads are allowed there
     */
    boolean isReadableSlave(long brokerId);

    /** On a slave: whether its master is connected. */
    boolean masterReachable();
}
