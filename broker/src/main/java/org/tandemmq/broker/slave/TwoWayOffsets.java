/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import org.tandemmq.remoting.protocol.body.DataVersion;

/** Consumer offsets, which alone of all tables go both ways: what is newer wins on either side. Any thread. */
public interface TwoWayOffsets {

    /**
     * Whether this broker has nothing to give: it was a master before, or has lost its log, and becomes what the next
     * master has. Its offsets and deletions may belong to a history that nobody else has.
     */
    boolean hasToLearn();

    /**
     * Our offsets that win over those of a master.
     *
     * @param mastersBody the master's table
     * @return body for the master, or null when there is nothing for it
     * @throws RuntimeException if the table can't be read
     */
    byte[] newerThan(byte[] mastersBody);

    /**
     * The part of our table that changed since a version.
     *
     * @param base version that a slave has
     * @return body for {@link #takeChanges}, or null when the whole table is needed
     */
    byte[] changesSince(DataVersion base);

    /**
     * Takes over what changed on the master since our version.
     *
     * @param body what {@link #changesSince} gave there
     * @return number of offsets that changed
     * @throws RuntimeException if the body can't be read; nothing was changed
     */
    int takeChanges(byte[] body);

    /**
     * Takes over what we have no offset for, while a table that is ahead of our log waits for it: a group without an
     * offset would begin somewhere, and might leave out what it never read.
     *
     * @param body the master's table, or a part of it
     * @return number of offsets taken over
     * @throws RuntimeException if the body can't be read; nothing was changed
     */
    int takeMissing(byte[] body);

    /**
     * Takes over what wins over our own.
     *
     * @param body another broker's table, or a part of it
     * @return number of offsets taken over
     * @throws RuntimeException if the body can't be read; nothing was changed
     */
    int mergeNewest(byte[] body);
}
