/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.file.WholeFile;
import org.tandemmq.store.place.PlainFile;

/**
 * From which position on this broker wrote its log itself, as a master, with nobody known to have the same. That end is
 * all that it may give up when it comes back as a slave: what it received from a master may be the only copy of
 * messages that were acknowledged.
 *
 * <pre>
 * a master opens its log   from = min(from, end)   on disk before the first append
 * a slave was compared     from = none             on disk before the first byte is taken
 * </pre>
 *
 * Kept in the file {@code owntail} as text, a position or {@code none}. A file that is missing or can't be read means
 * none. One thread at a time; {@link #from} for any.
 */
public final class OwnTail {

    /** Nothing in the log is known to be this broker's own. */
    public static final long NONE = Long.MAX_VALUE;

    private static final Logger log = LoggerFactory.getLogger(OwnTail.class);
    private static final String NONE_TEXT = "none";

    private final WholeFile file;
    private volatile long from = NONE;

    /**
     * Creates it; touches nothing.
     *
     * @param path the file
     */
    public OwnTail(Path path) {
        this.file = new WholeFile(path);
    }

    /**
     * Reads the file. Its copy is of no use: it tells what was true before.
     *
     * @throws IOException when the disk or the rights don't let us read
     */
    public void load() throws IOException {
        from = NONE;
        Optional<byte[]> content = PlainFile.find(file.path());
        if (content.isPresent()) {
            String text = new String(content.get(), StandardCharsets.US_ASCII).strip();
            if (text.matches("[0-9]{1,18}")) {
                from = Long.parseLong(text);
            } else if (!text.equals(NONE_TEXT)) {
                log.warn("{} holds '{}', neither a position nor {}: taken for {}", file.path(), text, NONE_TEXT,
                    NONE_TEXT);
            }
        }
    }

    /** First position that this broker wrote itself; {@link #NONE} when it did not. */
    public long from() {
        return from;
    }

    /**
     * This broker writes as a master from here on.
     *
     * @param end end of the log
     * @throws IOException when that can't be kept
     */
    public void writtenFrom(long end) throws IOException {
        keep(Math.min(from, end));
    }

    /**
     * The master has all that is in the log.
     *
     * @throws IOException when that can't be kept
     */
    public void shared() throws IOException {
        keep(NONE);
    }

    private void keep(long newFrom) throws IOException {
        if (newFrom != from) {
            String text = newFrom == NONE ? NONE_TEXT : Long.toString(newFrom);
            file.write((text + "\n").getBytes(StandardCharsets.US_ASCII));
            log.info("of the log, what this broker wrote itself begins at {} now, before: {}", text,
                from == NONE ? NONE_TEXT : from);
            from = newFrom;
        }
    }
}
