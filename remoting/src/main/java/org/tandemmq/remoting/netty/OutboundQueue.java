/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOutboundBuffer;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.codec.FrameEncoder;
import org.tandemmq.remoting.netty.limit.UnreadableBody;
import org.tandemmq.remoting.netty.loop.YieldingSelect;
import org.tandemmq.remoting.protocol.ResponseCode;

/**
 * Frames of one connection on their way out. On the event loop they are written behind one another into one buffer that
 * is flushed once per batch; other threads put them on a stack, and the first one asks the loop to empty it.
 *
 * <pre>
 *   loop, while reading ---------------------------> buffer --+
 *   loop, at another time -> buffer, one flush task ----------+-> write, flush
 *   other threads ---------> stack, one drain task -> buffer --+
 * </pre>
 *
 * <p>Slices of a payload go out without a copy unless they are small, for which one copy is cheaper than one more entry
 * of a gathering write. A payload is closed once: after the copy, or when the last slice was written or can't be.
 */
final class OutboundQueue {

    private static final Logger log = LoggerFactory.getLogger(OutboundQueue.class);
    /** Slices up to this mean size are copied. */
    private static final int COPY_BYTES_MAX = 4096;
    private static final int BATCH_BYTES_FIRST = 4096;
    /** Size at which a batch is handed to the channel, where its bytes count as unsent. */
    private static final int BATCH_BYTES_MAX = 65_536;

    private final Channel channel;
    private final FrameEncoder encoder;
    private final Runnable afterDrain;
    private final Runnable drainTask = this::drain;
    private final Runnable flushTask = this::flushLater;
    private final AtomicReference<OutgoingFrame> stack = new AtomicReference<>();
    private ByteBuf batch;
    private boolean batching;
    private boolean flushAsked;
    private boolean unflushed;
    private int batchBytesExpected = BATCH_BYTES_FIRST;
    private volatile long copiedBytes;

    /**
     * Creates the queue on the channel's event loop.
     *
     * @param channel writes the bytes
     * @param encoder of the event loop
     * @param afterDrain runs on the event loop after frames of other threads were written
     */
    OutboundQueue(Channel channel, FrameEncoder encoder, Runnable afterDrain) {
        this.channel = channel;
        this.encoder = encoder;
        this.afterDrain = afterDrain;
    }

    /** Takes a frame over, from any thread. */
    void send(OutgoingFrame frame) {
        if (channel.eventLoop().inEventLoop()) {
            append(frame);
            if (!batching && !flushAsked) {
                flushAsked = true;
                execute(flushTask);
            }
        } else {
            push(frame);
        }
    }

    private void push(OutgoingFrame frame) {
        OutgoingFrame below = stack.get();
        frame.next = below;
        while (!stack.compareAndSet(below, frame)) {
            below = stack.get();
            frame.next = below;
        }
        if (below == null) {
            execute(drainTask);
        }
    }

    private void execute(Runnable task) {
        try {
            channel.eventLoop().execute(task);
        } catch (RejectedExecutionException stopped) {
            log.debug("{}: event loop has ended, frames are dropped", channel.remoteAddress());
            dropAll();
        }
    }

    private void dropAll() {
        OutgoingFrame frame = stack.getAndSet(null);
        while (frame != null) {
            OutgoingFrame below = frame.next;
            frame.dropped();
            frame = below;
        }
    }

    private void drain() {
        YieldingSelect.answersCame();
        OutgoingFrame frame = reversed(stack.getAndSet(null));
        batching = true;
        while (frame != null) {
            OutgoingFrame after = frame.next;
            frame.next = null;
            append(frame);
            frame = after;
        }
        endBatch();
        afterDrain.run();
    }

    private static OutgoingFrame reversed(OutgoingFrame top) {
        OutgoingFrame first = null;
        OutgoingFrame rest = top;
        while (rest != null) {
            OutgoingFrame below = rest.next;
            rest.next = first;
            first = rest;
            rest = below;
        }
        return first;
    }

    /** From here to {@link #endBatch} nothing is flushed. Event loop only. */
    void beginBatch() {
        batching = true;
    }

    /** Writes and flushes what the batch has brought. Event loop only. */
    void endBatch() {
        batching = false;
        writeBatch();
        if (unflushed) {
            unflushed = false;
            channel.flush();
            ChannelOutboundBuffer left = channel.unsafe().outboundBuffer();
            if (copiedBytes != 0 && (left == null || left.totalPendingWriteBytes() == 0)) {
                copiedBytes = 0;
            }
        }
    }

    /**
     * Bytes that were copied into memory for this channel since all of its bytes were sent; the slices of mapped files
     * are not among them. At least what is still held. Any thread.
     */
    long copiedBytes() {
        return copiedBytes;
    }

    private void flushLater() {
        flushAsked = false;
        if (!batching) {
            endBatch();
            afterDrain.run();
        }
    }

    private void writeBatch() {
        if (batch != null) {
            batchBytesExpected = Math.max(BATCH_BYTES_FIRST, Math.min(batch.readableBytes(), BATCH_BYTES_MAX));
            copied(batch.readableBytes());
            channel.write(batch, channel.voidPromise());
            batch = null;
            unflushed = true;
        }
    }

    private void copied(int bytes) {
        copiedBytes = copiedBytes + bytes; // only this thread writes it
    }

    private void append(OutgoingFrame frame) {
        try {
            write(frame);
        } catch (OutOfMemoryError noRoom) {
            channel.close(); // whoever waits for this frame sees it at once
            frame.dropped();
            channel.pipeline().fireExceptionCaught(noRoom);
        }
    }

    private void write(OutgoingFrame frame) {
        if (!frame.beforeWrite()) {
            frame.closePayload();
            return;
        }
        if (!channel.isOpen()) {
            frame.dropped();
            return;
        }
        Payload payload = frame.takePayload();
        int bodyBytes = payload == null ? 0 : payload.sizeBytes();
        try {
            encoder.prepare(frame, bodyBytes);
        } catch (RuntimeException unwritable) {
            log.error("{}: header of frame with code {} can't be written", channel.remoteAddress(), frame.code(),
                unwritable); // our own mistake
            close(payload);
            payload = null;
            replace(frame, unwritable);
        }
        if (payload == null || bodyBytes == 0) {
            encoder.write(room(encoder.preparedBytes(), payload));
            close(payload);
        } else if (bodyBytes / payload.sliceCount() <= COPY_BYTES_MAX) {
            copy(frame, payload, bodyBytes);
        } else {
            gather(payload);
        }
        if (batch != null && batch.readableBytes() >= BATCH_BYTES_MAX) {
            writeBatch();
        }
    }

    /** The caller gets to know of it instead of waiting. */
    private void replace(OutgoingFrame frame, Throwable unwritable) {
        frame.content(ResponseCode.SYSTEM_ERROR, "answer can't be written: " + unwritable, null, null);
        encoder.prepare(frame, 0);
    }

    private static void close(Payload payload) {
        if (payload != null) {
            payload.close();
        }
    }

    /** Room in the batch; where there is no memory for it, the payload is closed. */
    private ByteBuf room(int bytes, Payload payload) {
        try {
            if (batch == null) {
                batch = channel.alloc().directBuffer(Math.max(batchBytesExpected, bytes));
            }
            return batch.ensureWritable(bytes);
        } catch (OutOfMemoryError noRoom) {
            close(payload);
            throw noRoom;
        }
    }

    private void copy(OutgoingFrame frame, Payload payload, int bodyBytes) {
        ByteBuf out = room(encoder.preparedBytes() + bodyBytes, payload);
        int begin = out.writerIndex();
        encoder.write(out);
        try {
            payload.copyTo(out.internalNioBuffer(out.writerIndex(), bodyBytes));
            out.writerIndex(out.writerIndex() + bodyBytes);
        } catch (InternalError unreadable) { // the disk does not give a page of a mapped file
            out.writerIndex(begin);
            if (!UnreadableBody.tell(channel.remoteAddress(), payload, unreadable)) {
                log.error("{}: body of frame with code {} can't be read", channel.remoteAddress(), frame.code(),
                    unreadable);
            }
            replace(frame, unreadable);
            encoder.write(out.ensureWritable(encoder.preparedBytes()));
        } finally {
            payload.close();
        }
    }

    private void gather(Payload payload) {
        encoder.write(room(encoder.preparedBytes(), payload));
        writeBatch();
        ChannelFuture last = null;
        for (int i = 0; i < payload.sliceCount(); i++) {
            ByteBuffer slice = payload.slice(i);
            if (slice.hasRemaining()) {
                last = channel.write(Unpooled.wrappedBuffer(slice));
                if (!slice.isDirect()) {
                    copied(slice.remaining()); // by the channel, which may find no memory for it
                    last.addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
                }
            }
        }
        unflushed = true;
        if (last == null) {
            payload.close();
        } else {
            last.addListener(written -> gathered(payload, written.cause()));
        }
    }

    /** The socket says of a page that the disk does not give no more than that it ends the connection. */
    private void gathered(Payload payload, Throwable failure) {
        try {
            if (failure != null) {
                UnreadableBody.tell(channel.remoteAddress(), payload, failure);
            }
        } finally {
            payload.close();
        }
    }

    /** Drops what is left when the connection is gone. Event loop only. */
    void close() {
        if (batch != null) {
            batch.release();
            batch = null;
        }
        dropAll();
    }
}
