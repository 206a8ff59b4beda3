/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.LogLimit;
import org.tandemmq.remoting.OwnedTask;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.codec.ReceivedFrame;
import org.tandemmq.remoting.protocol.MalformedRequestException;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.JsonMemory;

/**
 * Finds the processor of a request and runs it, on the event loop or on an executor; answers what has none, what an
 * executor refuses and what fails (wire-protocol 1.8). Not changed once requests come in.
 */
final class RequestDispatcher {

    private static final Logger log = LoggerFactory.getLogger(RequestDispatcher.class);
    private static final int INDEXED_CODES = 1024;
    private static final int REMARK_CHARS_MAX = 1000;
    /** Requests up to this size are bounded by the queues of the executors alone. */
    private static final int SMALL_BYTES = 1024;

    private final Handler[] indexed = new Handler[INDEXED_CODES];
    private final Map<Integer, Handler> others = new HashMap<>();
    private final LogLimit failures;
    private final WaitingBytes waiting;
    private final Predicate<NettyConnection> clogged;

    /**
     * Creates a dispatcher without processors.
     *
     * @param failures limits the lines about requests that failed or were refused
     * @param waitingBytesMax most bytes of requests that executors have and have not done yet
     * @param clogged whether a connection has to read answers before an executor makes more for it
     */
    RequestDispatcher(LogLimit failures, long waitingBytesMax, Predicate<NettyConnection> clogged) {
        this(failures, new WaitingBytes(waitingBytesMax, new AtomicLong()), clogged);
    }

    private RequestDispatcher(LogLimit failures, WaitingBytes waiting,
                              Predicate<NettyConnection> clogged) {
        this.failures = failures;
        this.waiting = waiting;
        this.clogged = clogged;
    }

    /**
     * Bytes of the requests that were handed over; one count for all ports. One connection has half of it at most, so
     * that others find room. Any thread.
     */
    private record WaitingBytes(long maxBytes, AtomicLong bytes) {

        /** Takes room for a request, or gives the limit that was reached. */
        String take(NettyConnection connection, int more) {
            long all = bytes.addAndGet(more);
            long own = connection.waitingBytes().addAndGet(more);
            if (more <= SMALL_BYTES) {
                return null;
            }
            if (own > maxBytes / 2) {
                giveBack(connection, more);
                return "requests of this connection with " + (own - more) + " bytes wait, the limit of one connection "
                    + "is " + maxBytes / 2;
            }
            if (all > maxBytes) {
                giveBack(connection, more);
                return "too many bytes of requests wait, their limit is " + maxBytes;
            }
            return null;
        }

        void giveBack(NettyConnection connection, int done) {
            bytes.addAndGet(-done);
            connection.waitingBytes().addAndGet(-done);
        }
    }

    /** What is done with a code; without an executor on the event loop. */
    private record Handler(RequestProcessor processor, Executor executor) {
    }

    /** Sets the processor of a code. */
    void register(int code, RequestProcessor processor, Executor executor) {
        set(code, new Handler(processor, executor));
    }

    private void set(int code, Handler handler) {
        if (code >= 0 && code < INDEXED_CODES) {
            indexed[code] = handler;
        } else {
            others.put(code, handler);
        }
    }

    /** The same processors without some codes; their waiting requests count together. */
    RequestDispatcher without(Set<Integer> codes) {
        RequestDispatcher part = new RequestDispatcher(failures, waiting, clogged);
        System.arraycopy(indexed, 0, part.indexed, 0, INDEXED_CODES);
        part.others.putAll(others);
        codes.forEach(code -> part.set(code, null));
        return part;
    }

    /** Carries out the request in the frame; on the connection's event loop. */
    void dispatch(NettyConnection connection, ReceivedFrame frame) {
        int code = frame.code();
        Handler handler = code >= 0 && code < INDEXED_CODES ? indexed[code] : others.get(code);
        NettyReply reply = new NettyReply(connection, frame);
        if (!frame.isOneway()) {
            connection.requestBegun();
        }
        if (handler == null) {
            log.debug("{}: no processor for request code {}", connection, code);
            reply.sendIfOpen(ResponseCode.REQUEST_CODE_NOT_SUPPORTED, "request code " + code
                + " is not supported on port " + connection.localAddress().getPort());
        } else if (handler.executor == null) {
            run(handler.processor, connection, frame.view(), reply);
        } else {
            handOver(handler, connection, frame, reply);
        }
    }

    private void handOver(Handler handler, NettyConnection connection, ReceivedFrame frame, NettyReply reply) {
        int bytes = frame.sizeBytes();
        String limit = waiting.take(connection, bytes);
        if (limit != null) {
            refuse(connection, frame.code(), limit, reply);
            return;
        }
        boolean handedOver = false;
        try {
            RemotingCommand request = frame.copy();
            handler.executor.execute(OwnedTask.of(connection,
                () -> runAndGiveBack(handler.processor, connection, request, reply, bytes)));
            handedOver = true;
        } catch (RejectedExecutionException full) {
            refuse(connection, frame.code(), limitOf(handler.executor, full), reply);
        } finally {
            if (!handedOver) {
                waiting.giveBack(connection, bytes);
            }
        }
    }

    private void runAndGiveBack(RequestProcessor processor, NettyConnection connection, RemotingCommand request,
                                NettyReply reply, int bytes) {
        try {
            if (clogged.test(connection)) {
                refuse(connection, request.code(), "answers on this connection with " + connection.unsentCopies()
                    + " bytes are not read yet, and those of all have reached their limit", reply);
            } else {
                run(processor, connection, request, reply);
            }
        } finally {
            JsonMemory.OF_PROCESS.release();
            waiting.giveBack(connection, bytes);
        }
    }

    private void refuse(NettyConnection connection, int code, String limit, NettyReply reply) {
        if (failures.permits()) {
            log.warn("{}: request code {} is refused, {}{}", connection, code, limit, failures.suppressed());
        }
        reply.sendIfOpen(ResponseCode.SYSTEM_BUSY, "[OVERLOAD] " + limit + " for request code " + code
            + ", try again later");
    }

    private static String limitOf(Executor executor, RejectedExecutionException full) {
        if (executor instanceof ThreadPoolExecutor) {
            ThreadPoolExecutor pool = (ThreadPoolExecutor) executor;
            return "queue is full, its limit is " + (pool.getQueue().size() + pool.getQueue().remainingCapacity());
        }
        return "queue is full: " + full.getMessage();
    }

    private void run(RequestProcessor processor, NettyConnection connection, RemotingCommand request,
                     NettyReply reply) {
        try {
            processor.process(connection, request, reply);
        } catch (MalformedRequestException malformed) {
            log.debug("{}: request code {}: {}", connection, request.code(), malformed.getMessage());
            reply.sendIfOpen(ResponseCode.SYSTEM_ERROR, cut(malformed.getMessage()));
        } catch (RuntimeException | InternalError failure) { // the latter where the disk does not give a mapped page
            boolean answered = !reply.sendIfOpen(ResponseCode.SYSTEM_ERROR, cut(textOf(failure)));
            if (failures.permits()) {
                log.error("{}: request code {} failed{}{}", connection, request.code(),
                    answered ? " after its answer" : "", failures.suppressed(), failure);
            }
        }
    }

    private static String textOf(Throwable failure) {
        StackTraceElement[] frames = failure.getStackTrace();
        return failure + (frames.length == 0 ? "" : ", " + frames[0]);
    }

    private static String cut(String remark) {
        return remark.length() > REMARK_CHARS_MAX ? remark.substring(0, REMARK_CHARS_MAX) : remark;
    }
}
