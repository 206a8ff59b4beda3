/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.WriteBufferWaterMark;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.codec.FrameEncoder;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.SerializeType;

/** A connection and what belongs to it: its frames on the way out, its own requests, attachments, traffic. */
final class NettyConnection implements Connection {

    /** Most deliveries that wait behind unsent bytes. */
    static final int DELIVERIES_WAITING_MAX = 16;

    private final Channel channel;
    private final LongSupplier nanoClock;
    private final InetSocketAddress remoteAddress;
    private final InetSocketAddress localAddress;
    private final OutboundQueue outbound;
    private final PendingRequests pending = new PendingRequests();
    private final AtomicInteger nextOpaque = new AtomicInteger();
    private final AtomicInteger deliveriesWaiting = new AtomicInteger();
    private final Map<Object, Object> attachments = new ConcurrentHashMap<>(4);
    private int requestsInFlight;
    private boolean stopped;
    private long alarmNs = PendingRequests.NONE;
    private volatile long lastTrafficNs;
    private long unsentSeen;
    private final AtomicLong waitingBytes = new AtomicLong();
    private final ConnectionWatch.Holdings holdings = new ConnectionWatch.Holdings();
    private boolean narrow;
    private volatile boolean closing;
    private volatile String closeReason = "closed by the peer";

    /**
     * Creates the connection on the channel's event loop.
     *
     * @param channel connected channel
     * @param encoder of the event loop
     * @param nanoClock elapsed time
     * @param afterWrites runs after frames of other threads were written
     */
    NettyConnection(Channel channel, FrameEncoder encoder, LongSupplier nanoClock, Runnable afterWrites) {
        this.channel = channel;
        this.nanoClock = nanoClock;
        this.remoteAddress = (InetSocketAddress) channel.remoteAddress();
        this.localAddress = (InetSocketAddress) channel.localAddress();
        this.outbound = new OutboundQueue(channel, encoder, afterWrites);
        this.lastTrafficNs = nanoClock.getAsLong();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return remoteAddress;
    }

    @Override
    public InetSocketAddress localAddress() {
        return localAddress;
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public CompletableFuture<RemotingCommand> call(int code, CommandHeader header, Payload payload, long timeoutMs) {
        Call call = new Call(code, timeoutMs);
        call.content(code, null, header, payload);
        outbound.send(call);
        return call.answer;
    }

    @Override
    public void sendOneway(int code, CommandHeader header, Payload payload) {
        sendOneway(code, header, payload, channel.isWritable());
    }

    @Override
    public boolean deliver(int code, CommandHeader header, Payload payload) {
        boolean writable = channel.isWritable();
        if (writable) {
            deliveriesWaiting.set(0);
        }
        return sendOneway(code, header, payload,
            writable || deliveriesWaiting.incrementAndGet() <= DELIVERIES_WAITING_MAX);
    }

    private boolean sendOneway(int code, CommandHeader header, Payload payload, boolean hasRoom) {
        OutgoingFrame frame = new OutgoingFrame.Oneway(nextOpaque.getAndIncrement());
        frame.content(code, null, header, payload);
        boolean sent = hasRoom && channel.isOpen();
        if (sent) {
            outbound.send(frame);
        } else {
            frame.dropped();
        }
        return sent;
    }

    @Override
    public void onClose(Runnable action) {
        channel.closeFuture().addListener(closed -> action.run());
    }

    @Override
    public void close(String reason) {
        closeReason = reason;
        closing = true;
        channel.close();
    }

    @Override
    public void execute(Runnable work) {
        channel.eventLoop().execute(() -> {
            try {
                work.run();
            } catch (Error broken) {
                close(broken.toString());
                ConnectionHandler.broken(broken); // an event loop would only write it to the log
            }
        });
    }

    @Override
    public void attach(Object key, Object value) {
        if (value == null) {
            attachments.remove(key);
        } else {
            attachments.put(key, value);
        }
    }

    @Override
    public Object attachment(Object key) {
        return attachments.get(key);
    }

    @Override
    public String toString() {
        return String.valueOf(remoteAddress);
    }

    OutboundQueue outbound() {
        return outbound;
    }

    String closeReason() {
        return closeReason;
    }

    /** Whether requests may be read: not when unsent bytes are above their limit, nor when the end has come. */
    boolean isReadable() {
        return !stopped && channel.isWritable();
    }

    /** Reads no more requests; answers still go out. Any thread. */
    void stopReading() {
        channel.eventLoop().execute(() -> {
            stopped = true;
            channel.config().setAutoRead(false);
        });
    }

    /** A request came in that will be answered. Event loop only. */
    void requestBegun() {
        requestsInFlight++;
    }

    /** A request was answered or dropped. Event loop only. */
    void requestDone() {
        requestsInFlight--;
    }

    /** Requests without an answer so far; exact on the event loop, a hint elsewhere. */
    int requestsInFlight() {
        return requestsInFlight;
    }

    /** Notes that bytes came in. */
    void touch() {
        lastTrafficNs = nanoClock.getAsLong();
    }

    /** Bytes that the socket did not take yet. Any thread. */
    long unsentBytes() {
        ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
        return unsent == null ? 0 : unsent.totalPendingWriteBytes();
    }

    /** Nanoseconds without traffic; progress of unsent bytes counts as traffic. Called by one thread. */
    long idleNs(long nowNs) {
        long unsentBytes = unsentBytes();
        if (unsentBytes != unsentSeen) {
            unsentSeen = unsentBytes;
            lastTrafficNs = nowNs;
        }
        return nowNs - lastTrafficNs;
    }

    /** Bytes of its requests that executors have; counted by the dispatcher. */
    AtomicLong waitingBytes() {
        return waitingBytes;
    }

    /** Copied bytes of answers that the socket did not take yet: what a peer that does not read costs. Any thread. */
    long unsentCopies() {
        return Math.min(outbound.copiedBytes(), unsentBytes());
    }

    /** What it holds; kept by the watch. */
    ConnectionWatch.Holdings holdings() {
        return holdings;
    }

    /** Whether it was closed from this side. Any thread. */
    boolean isClosing() {
        return closing;
    }

    /**
     * Sets how many unsent bytes stop the reading of requests. Event loop only.
     *
     * @param wanted whether that is few bytes
     * @param bytes how many
     */
    void narrow(boolean wanted, int bytes) {
        if (narrow != wanted) {
            narrow = wanted;
            channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(bytes / 2, bytes));
        }
    }

    /** Whether a request of ours with this number waits for its answer. Event loop only. */
    boolean awaits(int opaque) {
        return pending.contains(opaque);
    }

    /** Takes in the answer to one of our own requests. Event loop only. */
    void answered(RemotingCommand answer) {
        pending.complete(answer);
    }

    /** Fails and drops what is left. Event loop only, once. */
    void closed() {
        pending.failAll("connection " + remoteAddress + " is closed: " + closeReason);
        outbound.close();
    }

    private void expire() {
        alarmNs = PendingRequests.NONE;
        long next = pending.expire(nanoClock.getAsLong());
        if (next != PendingRequests.NONE) {
            wakeAt(next);
        }
    }

    private void wakeAt(long deadlineNs) {
        if (alarmNs == PendingRequests.NONE || deadlineNs - alarmNs < 0) {
            alarmNs = deadlineNs;
            channel.eventLoop().schedule(this::expire, deadlineNs - nanoClock.getAsLong(), TimeUnit.NANOSECONDS);
        }
    }

    /** A request of ours; it enters the table when it is written. */
    private final class Call extends OutgoingFrame {

        private final CompletableFuture<RemotingCommand> answer = new CompletableFuture<>();
        private final long deadlineNs;
        private final String what;

        Call(int code, long timeoutMs) {
            super(nextOpaque.getAndIncrement(), SerializeType.JSON);
            this.deadlineNs = nanoClock.getAsLong() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
            this.what = "request " + code + " to " + remoteAddress + " within " + timeoutMs + " ms";
        }

        @Override
        boolean beforeWrite() {
            pending.add(opaque(), answer, deadlineNs, what);
            if (answer.isDone()) {
                return false;
            }
            try {
                wakeAt(deadlineNs);
            } catch (RejectedExecutionException stopped) {
                dropped();
                return false;
            }
            return true;
        }

        @Override
        void dropped() {
            super.dropped();
            answer.completeExceptionally(new RemotingException(what + ": connection is closed: " + closeReason));
        }
    }
}
