/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.retention;

import java.io.IOException;
import java.util.List;

/** What retention needs of the log and of what follows it. */
public interface RetainedLog {

    /**
     * The segments, oldest first, the newest included.
     *
     * @return segments
     * @throws IOException when one can't be read
     */
    List<RetentionPolicy.Segment> segments() throws IOException;

    /**
     * Deletes the oldest segment; readers that hold a slice of it keep it.
     *
     * @return whether there was one to delete
     * @throws IOException when its file can't be deleted
     */
    boolean deleteOldest() throws IOException;

    /**
     * Lets queues and index follow the log's first position.
     *
     * @throws IOException when a file can't be read or deleted
     */
    void follow() throws IOException;
}
