/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.kernel;

import java.nio.MappedByteBuffer;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pages of files that the kernel keeps in memory, and those that this process has mapped. Whoever deletes a file of
 * 1 GiB lets the kernel free 262,144 of them in one call, 50 to 80 ms of one core without a break; who unmaps it, some
 * 10 ms. {@link #forget} and {@link #leave} do that before, piece by piece.
 *
 * <p>Neither the file nor what others read of it changes: a page that somebody has mapped or has not written back yet
 * stays, and one that is read again comes from the disk. Where the kernel can't be asked, nothing happens. Any thread.
 */
public final class PageCache {

    /** What the kernel frees in one go: about 0.4 ms. */
    static final long PIECE_BYTES = 4 << 20;
    /** What a process lets go of in one go: about 0.2 ms. */
    static final long MAPPED_PIECE_BYTES = 16 << 20;

    private static final Logger log = LoggerFactory.getLogger(PageCache.class);

    private PageCache() {
    }

    /**
     * Frees the pages of a file, if the system can be asked to. May take a second for each GiB.
     *
     * @param path the file
     * @param sizeBytes its length
     * @return whether the system was asked about the whole file
     */
    public static boolean forget(Path path, long sizeBytes) {
        return sizeBytes <= PIECE_BYTES || Calls.ARE_THERE && forgetInPieces(path, sizeBytes);
    }

    private static boolean forgetInPieces(Path path, long sizeBytes) {
        try (CLibrary.OpenFile file = CLibrary.open(path)) {
            // the last page counts as a whole one
            new Pace().inPieces(0, sizeBytes, PIECE_BYTES, (from, to) -> file.forget(from, PIECE_BYTES));
            return true;
        } catch (CLibrary.CallFailedException failed) {
            log.debug("the pages of {} stay in memory until it is deleted: {}", path, failed.toString());
            return false;
        }
    }

    /**
     * Lets go of the pages that a mapping of a file shows, if the system can be asked to: what is touched again is
     * found as it was. To be called before a large mapping ends. May take half a second for each GiB.
     *
     * @param mapping the mapping, which must not end meanwhile
     * @return whether the system was asked about all of it
     */
    public static boolean leave(MappedByteBuffer mapping) {
        long sizeBytes = mapping.capacity();
        return sizeBytes <= MAPPED_PIECE_BYTES || Calls.ARE_THERE && leaveInPieces(mapping, sizeBytes);
    }

    private static boolean leaveInPieces(MappedByteBuffer mapping, long sizeBytes) {
        try {
            new Pace().inPieces(0, sizeBytes, MAPPED_PIECE_BYTES,
                (from, to) -> CLibrary.leave(mapping, from, to - from));
            return true;
        } catch (CLibrary.CallFailedException failed) {
            log.debug("the pages of a mapping are let go when it ends: {}", failed.toString());
            return false;
        }
    }

    /** Looked for when a large file is deleted or a large mapping ends for the first time, and not at the start. */
    private static final class Calls {

        static final boolean ARE_THERE = look();

        private Calls() {
        }

        private static boolean look() {
            try {
                return CLibrary.isSupported();
            } catch (LinkageError missing) {
                log.info("the kernel can't be asked to free the pages of a segment in pieces, {} (needs a folder for"
                    + " temporary files, {}, from which libraries may be loaded): deleting one takes a core for some 60"
                    + " ms at once", missing.toString(), System.getProperty("java.io.tmpdir"));
                return false;
            }
        }
    }
}
