/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty.limit;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.Pipe;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.LogLimit;
import org.tandemmq.remoting.Payload;

/**
 * Tells that the disk does not give a page of a mapped file that is the body of an answer. Who copies such a page gets
 * an error and can answer with it; the socket, which takes the page itself, only ends the connection, with a cause that
 * names neither file nor place. The lines are limited for all connections together: clients come again and again.
 */
public final class UnreadableBody {

    private static final Logger log = LoggerFactory.getLogger(UnreadableBody.class);
    private static final LogLimit LINES = new LogLimit(System::nanoTime);
    /** No more than a pipe holds. */
    private static final int PIECE_BYTES = 4096;

    private UnreadableBody() {
    }

    /**
     * Looks whether a body could not be written because it can't be read, and says so.
     *
     * @param peer who was to get it
     * @param body not closed yet
     * @param cause what the write ended with
     * @return whether it was that
     */
    public static boolean tell(SocketAddress peer, Payload body, Throwable cause) {
        String place = isOfPeer(cause) ? null : place(body);
        if (place != null && LINES.permits()) {
            log.error("{}: an answer of {} bytes can't be written, the disk does not give all of the {} bytes from {}"
                + " on: {}{}", peer, body.sizeBytes(), PIECE_BYTES, place, cause.toString(), LINES.suppressed());
        }
        return place != null;
    }

    /** Nothing is looked at for those who went away: there may be many, and their pages may not be in memory. */
    private static boolean isOfPeer(Throwable cause) {
        String text = String.valueOf(cause.getMessage());
        return cause instanceof ClosedChannelException
            || cause instanceof IOException && (text.contains("Connection reset") || text.contains("Broken pipe"));
    }

    /**
     * Where the first byte is that can't be read. The pages are not touched, of which the machine would tell some time
     * later, in whatever runs then: the system copies them into a pipe and says at once that it can't.
     *
     * @return words for a message; null when all can be read
     */
    private static String place(Payload body) {
        try {
            Pipe pipe = Pipe.open();
            try (Pipe.SinkChannel to = pipe.sink(); Pipe.SourceChannel from = pipe.source()) {
                ByteBuffer drained = ByteBuffer.allocate(PIECE_BYTES);
                for (int i = 0; i < body.sliceCount(); i++) {
                    ByteBuffer slice = body.slice(i);
                    int unread = slice.isDirect() ? firstUnreadable(slice, to, from, drained) : -1;
                    if (unread >= 0) {
                        return body.place(i, unread);
                    }
                }
                return null;
            }
        } catch (IOException noPipe) {
            return "a place that can't be found: " + noPipe.getMessage();
        }
    }

    /** First byte of the piece that can't be copied, counted from the slice's first; -1 when all can. */
    private static int firstUnreadable(ByteBuffer slice, Pipe.SinkChannel to, Pipe.SourceChannel from,
                                       ByteBuffer drained) throws IOException {
        for (int at = slice.position(); at < slice.limit(); at += PIECE_BYTES) {
            ByteBuffer piece = slice.slice(at, Math.min(PIECE_BYTES, slice.limit() - at));
            try {
                drained.clear().limit(to.write(piece));
            } catch (IOException unreadable) {
                return at - slice.position();
            }
            if (piece.hasRemaining()) {
                return at - slice.position();
            }
            for (int got = 0; drained.hasRemaining() && got >= 0;) {
                got = from.read(drained);
            }
        }
        return -1;
    }
}
