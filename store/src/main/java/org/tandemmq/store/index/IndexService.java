/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.dispatch.RecordHandler;
import org.tandemmq.store.record.RecordView;

/**
 * The index of message keys: a list of hash files, the newest of which grows. Written by the dispatch thread; looked up
 * from any thread; old files are deleted by the upkeep thread. The lock keeps look-ups and unmapping apart and nothing
 * else.
 *
 * <p>An index that can't be written never holds up the queues: the record is counted as missed, writing is tried again
 * after a pause that doubles up to a minute, and {@link #trustedEnd} stays before the first missed record, so that the
 * next start indexes it.
 */
public final class IndexService implements RecordHandler {

    /** Most records that one look-up considers; more share the hash only by intent. */
    public static final int CANDIDATES_MAX = 4096;

    private static final Logger log = LoggerFactory.getLogger(IndexService.class);

    private final IndexDirectory directory;
    private final ReentrantReadWriteLock unmapping = new ReentrantReadWriteLock();
    private final MissedKeys missed;
    private volatile List<IndexFile> files = List.of();
    private long indexAgain = -1;
    private long nowMs;

    /**
     * Creates the service; {@link #recover} opens the files.
     *
     * @param directory the files
     */
    public IndexService(IndexDirectory directory) {
        this.directory = directory;
        this.missed = new MissedKeys(directory.path());
    }

    /**
     * Opens the files and brings them to a state that can be trusted up to a position.
     *
     * @param trustedEnd entries of records from here on are dropped, they are indexed again
     * @param intact whether every page is as the last process left it: no power was lost since
     * @param expectedEnd position of the last entry that there has to be, 0 for none; less means that files are lost
     * @return position from which records have to be indexed again, at most {@code trustedEnd}
     * @throws IOException when the files can't be read
     */
    public long recover(long trustedEnd, boolean intact, long expectedEnd) throws IOException {
        IndexRecovery recovery = new IndexRecovery(directory, trustedEnd, intact);
        long from = recovery.run();
        files = recovery.kept();
        if (from < trustedEnd) {
            indexAgain = from;
        }
        long end = endPosition();
        if (end < expectedEnd && end < from) {
            log.warn("index below {} ends at position {} where the checkpoint knows an entry for {}: keys are taken"
                + " from the log again from there", directory.path(), end, expectedEnd);
            from = end;
            // its keys may be in two files
            indexAgain = end;
        }
        return from;
    }

    /**
     * The places between the files where others may be lost. At start, after {@link #recover}.
     *
     * @param logMin first position of the log
     * @return those that are not too narrow for a record, in order
     */
    public List<IndexGap> gaps(long logMin) {
        List<IndexGap> gaps = new ArrayList<>();
        IndexFile before = null;
        for (IndexFile file : files) {
            gaps.add(new IndexGap(directory, before, file, logMin));
            before = file;
        }
        return gaps.stream().filter(IndexGap::isWide).toList();
    }

    /**
     * Puts the files that were made for a gap in their place. At start.
     *
     * @param gap one of {@link #gaps}
     * @throws IOException when they can't be forced; they are not in place then
     */
    public void insert(IndexGap gap) throws IOException {
        List<IndexFile> more = new ArrayList<>(files);
        more.addAll(more.indexOf(gap.behind()), gap.forced());
        files = List.copyOf(more);
    }

    /**
     * The end of the index is lost: records have to be indexed again. At start.
     *
     * @param lacking position of the first one that is not in any file
     * @return position from which they are needed: keys of the last one that is there may be lost as well
     */
    public long goOnFrom(long lacking) {
        if (!files.isEmpty() && endPosition() > 0) {
            indexAgain = endPosition();
            return Math.min(lacking, indexAgain);
        }
        return lacking;
    }

    /** Position of the last indexed record, 0 when there is none. */
    public long endPosition() {
        List<IndexFile> now = files;
        return now.isEmpty() ? 0 : now.get(now.size() - 1).endPosition();
    }

    /** Store time of the last indexed record, 0 when there is none. */
    public long endTimestampMs() {
        List<IndexFile> now = files;
        return now.isEmpty() ? 0 : now.get(now.size() - 1).endTimestampMs();
    }

    @Override
    public boolean endOfSlice(long elapsedMs) {
        nowMs = elapsedMs;
        return false;
    }

    /** Adds the keys of a record, unless they are there. */
    @Override
    public void handle(RecordView record) {
        if (isIndexed(record.position())) {
            return;
        }
        if (missed.isPause(nowMs)) {
            return;
        }
        try {
            IndexKeys.forEachHash(record, hash -> put(IndexLayout.notNegative(hash), record));
            indexAgain = -1;
            missed.ended();
        } catch (RuntimeException | InternalError e) {
            // a disk may fail as an InternalError of the mapped page; nothing of the index stops the queues
            missed.failed(record.position(), nowMs, e);
        }
    }

    private boolean isIndexed(long position) {
        List<IndexFile> now = files;
        for (int i = now.size() - 1; i >= 0; i--) {
            if (!now.get(i).isEmpty()) {
                return position <= now.get(i).endPosition() && position != indexAgain;
            }
        }
        return false;
    }

    private void put(int keyHash, RecordView record) {
        IndexFile last = files.isEmpty() ? null : files.get(files.size() - 1);
        if (last == null || last.isFull()) {
            last = roll(last);
        }
        try {
            last.put(keyHash, record.position(), record.storeTimestampMs());
        } catch (IOException e) {
            throw new IndexWriteException(e);
        }
    }

    private IndexFile roll(IndexFile last) {
        try {
            IndexFile made = directory.create(last);
            add(made);
            return made;
        } catch (IOException e) {
            throw new IndexWriteException(e);
        }
    }

    /** Records that could not be indexed since the start. */
    public long missedRecords() {
        return missed.count();
    }

    /**
     * Position up to which the index is complete.
     *
     * @param dispatchedPosition position up to which records were handed to {@link #handle}
     * @return that position, or the first missed record
     */
    public long trustedEnd(long dispatchedPosition) {
        return Math.min(dispatchedPosition, missed.from());
    }

    /**
     * Looks up a key, newest record first.
     *
     * @param topic stored topic
     * @param key key or unique key
     * @param beginMs earliest store time
     * @param endMs latest store time
     * @param candidate gets positions of records that may have this key: hash and, to the second, time fit; answers
     *     whether to go on
     */
    public void find(String topic, String key, long beginMs, long endMs, LongPredicate candidate) {
        int hash = IndexLayout.keyHash(topic, key);
        Candidates candidates = new Candidates(CANDIDATES_MAX, candidate);
        unmapping.readLock().lock();
        try {
            List<IndexFile> now = files;
            boolean goOn = true;
            for (int i = now.size() - 1; i >= 0 && goOn; i--) {
                IndexFile file = now.get(i);
                if (!file.isEmpty() && file.beginTimestampMs() <= endMs && file.endTimestampMs() >= beginMs) {
                    goOn = file.find(hash, beginMs, endMs, candidates);
                }
            }
        } finally {
            unmapping.readLock().unlock();
        }
    }

    /**
     * Deletes files whose records are all gone; the newest stays.
     *
     * @param minPosition first position of the log
     * @return number of deleted files
     * @throws IOException when one could not be deleted
     */
    public int deleteBelow(long minPosition) throws IOException {
        int deleted = 0;
        while (files.size() > 1 && files.get(0).endPosition() < minPosition) {
            IndexFile oldest = files.get(0);
            oldest.leavePages();
            unmapping.writeLock().lock();
            try {
                dropOldest();
                oldest.unmap();
            } finally {
                unmapping.writeLock().unlock();
            }
            directory.deleteGently(oldest);
            deleted++;
        }
        return deleted;
    }

    /** Two threads change the list: dispatch adds at its end, upkeep drops at its begin. */
    private synchronized void add(IndexFile made) {
        List<IndexFile> more = new ArrayList<>(files);
        more.add(made);
        files = List.copyOf(more);
    }

    private synchronized void dropOldest() {
        files = List.copyOf(files.subList(1, files.size()));
    }

    /**
     * Forces all files that were written to. Upkeep thread.
     *
     * @throws IOException when the disk did not confirm
     */
    public void force() throws IOException {
        unmapping.readLock().lock();
        try {
            for (IndexFile file : files) {
                file.force();
            }
        } finally {
            unmapping.readLock().unlock();
        }
    }

    /** Unmaps all files; nothing may be looked up or written afterwards. */
    public void close() {
        unmapping.writeLock().lock();
        try {
            files.forEach(IndexFile::unmap);
            files = List.of();
        } finally {
            unmapping.writeLock().unlock();
        }
    }

    /** A file could not be made or has no space; carries the cause out of the walk over the keys. */
    private static final class IndexWriteException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        IndexWriteException(IOException cause) {
            super(cause.toString(), cause);
        }
    }
}
