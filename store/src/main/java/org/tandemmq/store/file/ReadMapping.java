/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The mapping of a whole segment, which all its readers share: made by the first who needs it, given back when nobody
 * has needed it for a while, and made again.
 *
 * <p>Any thread. The monitor guards making and giving back and nothing that takes long; a mapping ends outside of it.
 */
final class ReadMapping {

    private final FileLayer layer;
    private final Path path;
    private volatile SharedRegion region;
    private volatile boolean used;
    private volatile boolean refused;

    ReadMapping(FileLayer layer, Path path) {
        this.layer = layer;
        this.path = path;
    }

    /** The mapping, to be released by the caller; null after {@link #refuse}. */
    SharedRegion acquire() throws IOException {
        SharedRegion mapped = region;
        used = true;
        if (mapped != null && mapped.retain()) {
            return mapped;
        }
        return map();
    }

    private synchronized SharedRegion map() throws IOException {
        if (refused) {
            return null;
        }
        if (region != null && region.retain()) {
            return region;
        }
        SharedRegion mapped;
        try (StoreFile file = layer.open(path)) {
            mapped = new SharedRegion(file.map());
        }
        mapped.retain();
        region = mapped;
        return mapped;
    }

    /** Nobody gets it from now on. */
    void refuse() {
        refused = true;
    }

    boolean isRefused() {
        return refused;
    }

    /** Gives it back when nobody has taken it since the last call and nobody holds it; says whether it did. */
    boolean endIdle() {
        boolean wasUsed = used;
        used = false;
        return end(mapped -> !wasUsed && mapped.readers() == 0, SharedRegion::releaseGently);
    }

    /** Gives it back; it ends when its readers have done so too. */
    void end() {
        end(any -> true, SharedRegion::release);
    }

    /** The same, a little at a time: for a large segment that goes beside a broker at work. */
    void endGently() {
        end(any -> true, SharedRegion::releaseGently);
    }

    /** Releases outside of the monitor, since that takes its time. */
    private boolean end(Predicate<SharedRegion> wanted, Consumer<SharedRegion> release) {
        SharedRegion mapped;
        synchronized (this) {
            mapped = region;
            if (mapped == null || !wanted.test(mapped)) {
                return false;
            }
            region = null;
        }
        release.accept(mapped);
        return true;
    }
}
