/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha;

import java.nio.ByteBuffer;
import org.tandemmq.store.log.LogSlice;

/**
 * What replication needs of the log. A master's is appended to by others while it is read here; a slave's is written
 * by the replication thread alone.
 */
public interface ReplicaLog {

    /** First position that is still there: the begin of the oldest segment. */
    long minPosition();

    /** Position behind the last whole record. */
    long endPosition();

    /** Whether there is not one byte, so that data may begin at any segment. */
    default boolean isEmpty() {
        return endPosition() == minPosition();
    }

    /** Size of every segment. */
    int segmentBytes();

    /**
     * Bytes of one segment, uncopied.
     *
     * @param position first byte wanted
     * @param bytesMax most bytes wanted
     * @return up to the end of segment or log, to be closed by the caller; null when the position is not in the log
     */
    LogSlice slice(long position, int bytesMax);

    /**
     * Writes whole records behind the end and makes them visible. A log without a byte begins at the first position
     * written, which is the begin of a segment.
     *
     * @param position where they belong: the log's end, unless the log is empty
     * @param bytes between position and limit; of one segment only; consumed
     * @throws org.tandemmq.store.StoreException when the file can't be made or written
     */
    void append(long position, ByteBuffer bytes);

    /**
     * Says what comes next with {@link #append}, so that the log can be made ready for it. By who appends.
     *
     * @param large true for a backlog, false for little at a time
     */
    default void expectBacklog(boolean large) {
        // a log that is ready for either
    }

    /**
     * Wakes those who follow the log, queues and flush among them: after one or more {@link #append}, and after the
     * master was told, which is what a producer waits for. Who is not woken looks again a tenth of a second later.
     */
    default void wakeFollowers() {
        // a log that nobody follows
    }

    /**
     * First position that this broker wrote itself, as a master, with nobody known to have the same; the largest number
     * when it only followed. Before that nothing may be cut for another master's sake.
     */
    long ownFrom();

    /**
     * The master has all that is in the log, so that nothing is this broker's own any more.
     *
     * @throws org.tandemmq.store.StoreException when that can't be kept over a restart
     */
    void shared();

    /**
     * Cuts log, queues and index behind a record.
     *
     * @param position new end, behind a whole record
     */
    void truncate(long position);

    /**
     * Moves log, queues and index into a sibling directory and begins empty.
     *
     * @param why a word for the directory's name
     * @return where the old data are now
     */
    String setAside(String why);
}
