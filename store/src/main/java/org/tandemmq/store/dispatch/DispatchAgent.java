/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.dispatch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.agent.Agent;
import org.tandemmq.store.agent.Backoff;
import org.tandemmq.store.log.LogReader;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.position.Position;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordScanner;
import org.tandemmq.store.record.RecordView;

/**
 * Follows the log and hands each record to the handlers, in order; the only writer of <i>dispatched</i>. A handler
 * that fails is tried again with the same record after a growing pause, as long as it takes: the distance to the end of
 * the log and the reason are visible meanwhile. A half record at the end is waited for (a slave gets them), and so is
 * what readers may not see yet ({@link ShownEnd}).
 *
 * <p>Bytes that are no record can't come from this broker's own appends. The agent says so once, loudly, and goes on
 * with the next place where a record says that it belongs there; what lies between is lost for readers.
 */
public final class DispatchAgent implements Agent {

    private static final Logger log = LoggerFactory.getLogger(DispatchAgent.class);
    private static final int SLICE_BYTES = 1 << 20;
    /** Most commands that wait for their position: one for each topic there may be. */
    private static final int COMMANDS_MAX = 100_000;

    private final LogReader wholeLog;
    private final ShownEnd shownEnd;
    private final Position shown = new Position("shown", 0);
    private final LogReader reader;
    private final Position dispatched;
    private final RecordHandler[] handlers;
    private final RecordScanner scanner;
    private final RecordView view = new RecordView();
    private final Backoff backoff = new Backoff(50, 2_000);
    private final Queue<Command> commands = new LinkedBlockingQueue<>(COMMANDS_MAX);
    private volatile String failure;

    private record Command(long position, Runnable work) {
    }

    /**
     * Creates the agent.
     *
     * @param reader the log
     * @param dispatched begins where the handlers have everything before
     * @param handlers in the order in which they see a record
     */
    public DispatchAgent(LogReader reader, Position dispatched, List<RecordHandler> handlers) {
        this(reader, ShownEnd.ALL, dispatched, handlers);
    }

    /**
     * Creates an agent that does not follow to the very end.
     *
     * @param wholeLog the log
     * @param shownEnd how far to follow
     * @param dispatched begins where the handlers have everything before
     * @param handlers in the order in which they see a record
     */
    public DispatchAgent(LogReader wholeLog, ShownEnd shownEnd, Position dispatched, List<RecordHandler> handlers) {
        this.wholeLog = wholeLog;
        this.shownEnd = shownEnd;
        this.reader = wholeLog.upTo(shown);
        this.dispatched = dispatched;
        this.handlers = handlers.toArray(new RecordHandler[0]);
        this.scanner = new RecordScanner(reader.segmentBytes(), false);
    }

    @Override
    public String name() {
        return "store-dispatch";
    }

    /** Why the handlers do not get on, or null. */
    public String failure() {
        return failure;
    }

    /**
     * Runs something on the dispatch thread when everything before a position was handled and nothing behind it.
     *
     * @param position begin of a record or end of the log
     * @param work what to run
     * @throws IllegalStateException if too many wait already
     */
    public void at(long position, Runnable work) {
        if (!commands.offer(new Command(position, work))) {
            throw new IllegalStateException("too many commands wait for the dispatch at position " + dispatched.value()
                + ", the limit is " + COMMANDS_MAX);
        }
    }

    @Override
    public int doWork(long nowMs) {
        if (failure != null && !backoff.isOver(nowMs)) {
            return 0;
        }
        long before = dispatched.value();
        int done = 0;
        try {
            shown.reset(shownEnd.shown(wholeLog.endPosition(), nowMs));
            done = runCommands() + dispatchSlice();
            for (RecordHandler handler : handlers) {
                done += handler.endOfSlice(nowMs) ? 1 : 0;
            }
            if (failure != null) {
                log.info("dispatch goes on at position {}", dispatched.value());
                failure = null;
                backoff.succeeded();
            }
        } catch (IOException | RuntimeException | VirtualMachineError thrown) {
            // no memory and no address space are there again when others have given theirs back
            fail(thrown, dispatched.value() > before, nowMs);
        }
        return done;
    }

    private void fail(Throwable thrown, boolean progressed, long nowMs) {
        if (progressed) {
            backoff.succeeded();
        }
        String reason = "the queues stand still at position " + dispatched.value() + ": " + thrown;
        if (!reason.equals(failure)) {
            log.error("{}; tried again until it works", reason, thrown);
        }
        failure = reason;
        backoff.failed(nowMs);
    }

    private int runCommands() {
        int done = 0;
        for (Command next = commands.peek(); next != null && next.position() <= dispatched.value();
             next = commands.peek()) {
            commands.poll();
            next.work().run();
            done++;
        }
        return done;
    }

    private int dispatchSlice() throws IOException {
        long from = dispatched.value();
        long readable = reader.nextReadable(from);
        if (readable > from) {
            log.warn("positions {} to {} are not in the log any more", from, readable);
            dispatched.advance(readable);
            return 1;
        }
        Command next = commands.peek();
        long maxBytes = next == null ? SLICE_BYTES : Math.min(SLICE_BYTES, next.position() - from);
        if (maxBytes <= 0) {
            return 1;
        }
        int done = dispatch(from, (int) maxBytes);
        // Not one record ends within the slice, or there is damage: take one step with all there is.
        return done > 0 ? done : dispatch(from, Integer.MAX_VALUE);
    }

    /** Handles whole records of one piece of a segment; if the piece is all there is, one step, over damage too. */
    private int dispatch(long from, int maxBytes) throws IOException {
        try (LogSlice slice = reader.slice(from, maxBytes)) {
            if (slice == null) {
                return 0;
            }
            int at = 0;
            int done = 0;
            try {
                boolean all = maxBytes == Integer.MAX_VALUE;
                int next = next(slice, at, all);
                while (next > at) {
                    done++;
                    at = next;
                    next = at < slice.sizeBytes() && !all ? next(slice, at, false) : at;
                }
            } finally {
                dispatched.advance(from + at);
            }
            return done;
        }
    }

    /** Handles what begins at an index; gives the index behind it, or the same one when it can't go on. */
    private int next(LogSlice slice, int at, boolean all) throws IOException {
        ByteBuffer bytes = slice.bytes();
        int limit = slice.sizeBytes();
        RecordScanner.Verdict verdict = scanner.check(bytes, at, limit, slice.position() + at);
        if (verdict == RecordScanner.Verdict.RECORD) {
            view.wrap(bytes, at);
            for (RecordHandler handler : handlers) {
                handler.handle(view);
            }
            return at + scanner.sizeBytes();
        }
        if (verdict == RecordScanner.Verdict.BLANK) {
            // It counts to the end of the segment; on a slave the rest of it may still be on its way.
            boolean whole = slice.position() + at + scanner.sizeBytes() <= reader.endPosition();
            return whole ? at + scanner.sizeBytes() : at;
        }
        if (verdict == RecordScanner.Verdict.INCOMPLETE) {
            return restOfSegment(slice, at);
        }
        return all ? resynchronized(slice, at) : at;
    }

    /** Fewer bytes than a blank has at the very end of a segment: nothing can follow. */
    private int restOfSegment(LogSlice slice, int at) {
        long position = slice.position() + at;
        long left = reader.segmentBytes() - position % reader.segmentBytes();
        if (left >= RecordLayout.BLANK_BYTES || position + left > reader.endPosition()) {
            return at;
        }
        log.error("segment ends without a blank record, {} bytes skipped at position {}", left, position);
        return at + (int) left;
    }

    private int resynchronized(LogSlice slice, int at) {
        String reason = scanner.reason() == null ? "zeros" : scanner.reason();
        int next = at + 1;
        while (next + RecordLayout.BLANK_BYTES <= slice.sizeBytes()
            && !isGood(scanner.check(slice.bytes(), next, slice.sizeBytes(), slice.position() + next))) {
            next++;
        }
        log.error("the log is damaged at position {} ({}): {} bytes skipped", slice.position() + at, reason,
            next - at);
        return next;
    }

    private static boolean isGood(RecordScanner.Verdict verdict) {
        return verdict != RecordScanner.Verdict.BAD && verdict != RecordScanner.Verdict.END;
    }
}
