/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.config.StorePaths;
import org.tandemmq.store.ha.ReplicaLog;
import org.tandemmq.store.log.LogSlice;

/** The log as replication sees it. */
final class StoreReplicaLog implements ReplicaLog {

    private static final Logger log = LoggerFactory.getLogger(StoreReplicaLog.class);
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMddHHmmssSSS", Locale.ROOT);

    private final StoreLog storeLog;
    private final StoreLife life;
    private final StorePaths paths;
    private final InstantSource wallClock;

    StoreReplicaLog(StoreLog storeLog, StoreLife life, StorePaths paths, InstantSource wallClock) {
        this.storeLog = storeLog;
        this.life = life;
        this.paths = paths;
        this.wallClock = wallClock;
    }

    @Override
    public long minPosition() {
        // a copy is one row of bytes: it begins behind the last hole
        return storeLog.files.wholeFrom();
    }

    @Override
    public long endPosition() {
        return storeLog.end.value();
    }

    @Override
    public int segmentBytes() {
        return storeLog.reader.segmentBytes();
    }

    @Override
    public LogSlice slice(long position, int bytesMax) {
        return storeLog.reader.slice(position, bytesMax);
    }

    @Override
    public void append(long position, ByteBuffer bytes) {
        try {
            if (isEmpty() && position != endPosition()) {
                // A segment without a byte may be there; the log begins elsewhere now.
                storeLog.writer.open(0);
            }
            storeLog.writer.appendRaw(position, bytes);
            bytes.position(bytes.limit());
        } catch (IOException thrown) {
            throw new StoreException("the log can't get more room at position " + position + ": " + thrown, thrown);
        }
    }

    @Override
    public void expectBacklog(boolean large) {
        storeLog.writer.expectBacklog(large);
    }

    @Override
    public void wakeFollowers() {
        storeLog.end.wake();
    }

    @Override
    public long ownFrom() {
        return life.ownTail().from();
    }

    @Override
    public void shared() {
        try {
            life.ownTail().shared();
        } catch (IOException thrown) {
            throw new StoreException("that the master has this log could not be kept: " + thrown, thrown);
        }
    }

    @Override
    public void truncate(long position) {
        try {
            life.truncate(position);
        } catch (IOException thrown) {
            throw new StoreException("the log could not be cut at position " + position + ": " + thrown, thrown);
        }
    }

    @Override
    public String setAside(String why) {
        String ending = "." + why + "." + STAMP.format(LocalDateTime.ofInstant(wallClock.instant(),
            ZoneId.systemDefault()));
        try {
            life.reopen(() -> moveAll(ending));
        } catch (IOException thrown) {
            throw new StoreException("the log could not be set aside: " + thrown, thrown);
        }
        return paths.commitLog() + ending;
    }

    /**
     * Moves all or nothing. The log goes last, so that a start after a crash in between has the log, builds the rest
     * from it, and sets all of it aside again.
     */
    private void moveAll(String ending) throws IOException {
        // with their copies, which would be read in place of what is missing
        List<Path> all = new ArrayList<>(paths.marks());
        all.addAll(List.of(paths.consumeQueues(), paths.index(), paths.commitLog()));
        Deque<Path> moved = new ArrayDeque<>();
        try {
            for (Path path : all) {
                if (Files.exists(path)) {
                    Files.move(path, aside(path, ending));
                    moved.push(path);
                }
            }
        } catch (IOException failed) {
            moveBack(moved, ending);
            throw failed;
        }
        log.warn("{} were set aside with the ending {}", moved, ending);
    }

    private static void moveBack(Deque<Path> moved, String ending) {
        for (Path path : moved) {
            try {
                Files.move(aside(path, ending), path);
            } catch (IOException thrown) {
                throw new AssertionError(aside(path, ending) + " can't be moved back to " + path
                    + ", which the store needs: " + thrown, thrown);
            }
        }
    }

    private static Path aside(Path path, String ending) {
        return path.resolveSibling(path.getFileName() + ending);
    }
}
