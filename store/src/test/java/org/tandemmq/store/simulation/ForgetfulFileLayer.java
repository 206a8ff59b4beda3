/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.simulation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.tandemmq.store.file.FileLayer;
import org.tandemmq.store.file.MappedRegion;
import org.tandemmq.store.file.StoreFile;

/**
 * Files in memory that may forget what was not forced ({@link ForgetfulContent}), in directories where deletions that
 * no later operation made durable may be undone. Names may be used by several threads, as queues are opened side by
 * side; the dice fall in one.
 */
public final class ForgetfulFileLayer implements FileLayer {

    private final TreeMap<Path, ForgetfulContent> files = new TreeMap<>();
    private final TreeMap<Path, ForgetfulContent> deletedSinceSync = new TreeMap<>();
    private int forces;
    private volatile long pagesLeft = Long.MAX_VALUE;
    private boolean loaded = true;
    private volatile IOException failure;
    private volatile IOException forceFailure;
    private volatile Path failingBelow;
    private volatile Throwable failureBelow;

    /** Says whether what is mapped is in memory from now on. */
    public void loaded(boolean newLoaded) {
        loaded = newLoaded;
    }

    /** Makes every write, create and force fail until it is called with null. */
    public void fail(IOException with) {
        failure = with;
    }

    /** Makes every force fail until it is called with null. */
    public void failForces(IOException with) {
        forceFailure = with;
    }

    /**
     * Makes everything fail that changes files of one directory until it is called with null.
     *
     * @param directory directory
     * @param with exception or error
     */
    public void failBelow(Path directory, Throwable with) {
        failingBelow = directory;
        failureBelow = with;
    }

    /**
     * Ends the process after so many pages that were written through files, between two of them.
     *
     * @param pages pages that are still written
     */
    public void killAfterPages(long pages) {
        pagesLeft = pages;
    }

    /** How often something was forced. */
    public int forces() {
        return forces;
    }

    /**
     * The machine goes down: what was not forced is there or not, as the dice fall.
     *
     * @param random the dice
     */
    public void powerLoss(Random random) {
        deletedSinceSync.forEach((path, content) -> {
            if (random.nextInt(4) == 0) {
                files.putIfAbsent(path, content);
            }
        });
        deletedSinceSync.clear();
        int keptPercent = random.nextInt(101);
        for (ForgetfulContent content : files.values()) {
            content.losePower(random, keptPercent);
        }
    }

    @Override
    public synchronized List<Path> files(Path directory) {
        return files.keySet().stream().filter(path -> directory.equals(path.getParent())).toList();
    }

    @Override
    public synchronized List<Path> directories(Path directory) throws IOException {
        if (directory.equals(failingBelow)) {
            check(directory);
        }
        Set<Path> found = new TreeSet<>();
        int depth = directory.getNameCount();
        for (Path path : files.keySet()) {
            if (path.startsWith(directory) && path.getNameCount() > depth + 1) {
                found.add(directory.resolve(path.getName(depth)));
            }
        }
        return new ArrayList<>(found);
    }

    @Override
    public synchronized boolean exists(Path path) {
        return files.containsKey(path) || files.keySet().stream().anyMatch(file -> file.startsWith(path));
    }

    @Override
    public synchronized StoreFile create(Path path, long lengthBytes) throws IOException {
        return create(path, lengthBytes, true);
    }

    @Override
    public synchronized StoreFile createUnforced(Path path, long lengthBytes) throws IOException {
        return create(path, lengthBytes, false);
    }

    private StoreFile create(Path path, long lengthBytes, boolean forced) throws IOException {
        check(path);
        if (files.containsKey(path)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        syncDirectory(path.getParent());
        deletedSinceSync.remove(path);
        files.put(path, new ForgetfulContent((int) lengthBytes, forced));
        return open(path);
    }

    @Override
    public synchronized StoreFile open(Path path) throws IOException {
        ForgetfulContent content = files.get(path);
        if (content == null) {
            throw new NoSuchFileException(path.toString());
        }
        return new File(path, content);
    }

    @Override
    public synchronized void delete(Path path) throws IOException {
        check();
        ForgetfulContent content = files.remove(path);
        if (content != null) {
            deletedSinceSync.put(path, content);
        }
    }

    @Override
    public synchronized void move(Path from, Path to) throws IOException {
        check();
        ForgetfulContent content = files.remove(from);
        if (content == null) {
            throw new NoSuchFileException(from.toString());
        }
        files.put(to, content);
        syncDirectory(to.getParent());
    }

    @Override
    public synchronized void forceNames(Path directory) throws IOException {
        check();
        syncDirectory(directory);
    }

    private void syncDirectory(Path directory) {
        deletedSinceSync.keySet().removeIf(path -> directory.equals(path.getParent()));
    }

    private void check() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }

    private void check(Path path) throws IOException {
        check();
        Throwable with = failureBelow;
        if (with != null && path.startsWith(failingBelow)) {
            if (with instanceof Error error) {
                throw error;
            }
            throw (IOException) with;
        }
    }

    private void checkForce() throws IOException {
        check();
        if (forceFailure != null) {
            throw forceFailure;
        }
    }

    private final class File implements StoreFile {
        private final Path path;
        private final ForgetfulContent content;

        File(Path path, ForgetfulContent content) {
            this.path = path;
            this.content = content;
        }

        @Override
        public Path path() {
            return path;
        }

        @Override
        public long lengthBytes() {
            return content.lengthBytes();
        }

        @Override
        public int read(ByteBuffer into, long at) {
            return content.read(into, (int) at);
        }

        @Override
        public void write(ByteBuffer from, long at) throws IOException {
            check(path);
            int limit = from.limit();
            long begin = at - from.position();
            for (long next = at; from.position() < limit; next = begin + from.position()) {
                if (pagesLeft == 0) {
                    throw new IOException("the process was killed");
                }
                pagesLeft--;
                int page = (int) (ForgetfulContent.PAGE_BYTES - next % ForgetfulContent.PAGE_BYTES);
                from.limit(Math.min(limit, from.position() + page));
                content.write(from, (int) next);
                from.limit(limit);
            }
        }

        @Override
        public void setLength(long lengthBytes) throws IOException {
            check(path);
            content.setLength((int) lengthBytes);
        }

        @Override
        public void force() throws IOException {
            checkForce();
            forces++;
            content.force();
        }

        @Override
        public MappedRegion map() {
            return new Region(content, content.seen());
        }

        @Override
        public MappedRegion map(long from, int sizeBytes) {
            return new Region(content, content.seen().slice((int) from, sizeBytes));
        }

        @Override
        public void close() {
            // nothing is held
        }
    }

    private final class Region implements MappedRegion {
        private final ForgetfulContent content;
        private final ByteBuffer bytes;

        Region(ForgetfulContent content, ByteBuffer bytes) {
            this.content = content;
            this.bytes = bytes;
        }

        @Override
        public ByteBuffer bytes() {
            return bytes;
        }

        @Override
        public void force(int fromIndex, int toIndex) throws IOException {
            checkForce();
            forces++;
            content.force(fromIndex, toIndex);
        }

        @Override
        public boolean isLoaded(int fromIndex, int toIndex) {
            return loaded;
        }

        @Override
        public void unmap() {
            // the collector does
        }
    }
}
