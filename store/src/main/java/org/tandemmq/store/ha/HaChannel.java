/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** A byte stream to the other side that never waits. Used by one thread; bytes and end arrive in order. */
public interface HaChannel extends AutoCloseable {

    /**
     * Whether the channel is made.
     *
     * @return false while the connect is under way
     * @throws IOException when it failed
     */
    boolean isConnected() throws IOException;

    /**
     * Reads what is there.
     *
     * @param to where to put it
     * @return number of bytes, 0 when there are none now, -1 at the end of the stream
     * @throws IOException when the channel broke
     */
    int read(ByteBuffer to) throws IOException;

    /**
     * Writes what fits, in order; what is left stays between position and limit of the buffers.
     *
     * @param from the buffers
     * @param first index of the first one
     * @param count number of buffers
     * @return number of bytes, 0 when nothing fits now
     * @throws IOException when the channel broke
     */
    long write(ByteBuffer[] from, int first, int count) throws IOException;

    /** Address of this end, or null while not connected. */
    InetSocketAddress localAddress();

    /** Address of the other end. */
    InetSocketAddress peer();

    /** Drops the channel; twice does nothing. */
    @Override
    void close();
}
