/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The segments of a log as they are found when a store opens: first all are looked at, then they are changed. A crash
 * or a full disk leaves files empty or short while they are made, and the loss of power does so for some seconds more,
 * until the system has written their lengths down. The next segment may be there by then, with nothing in it yet.
 *
 * <pre>
 * | whole | ... | whole | the last that has something: may be short | zeros or empty: any length | ...
 * </pre>
 *
 * Opening thread.
 */
final class FoundSegments {

    private static final Logger log = LoggerFactory.getLogger(FoundSegments.class);
    /** Twenty digits of a number that a position can have. */
    private static final Pattern NAME = Pattern.compile("0[0-8][0-9]{18}");
    private static final int LOOK_BYTES = 1 << 20;

    private final FileLayer layer;
    private final int sizeBytes;
    private final List<Path> paths = new ArrayList<>();

    FoundSegments(FileLayer layer, int sizeBytes) {
        this.layer = layer;
        this.sizeBytes = sizeBytes;
    }

    /**
     * Looks at the files and mends the last ones: those that are empty go, short ones are lengthened with zeros, each
     * with a warning.
     *
     * @param directory directory of the segments
     * @return the segments in order
     * @throws IOException when one has another size than configured; nothing was changed then
     */
    List<MappedFile> load(Path directory) throws IOException {
        for (Path path : layer.files(directory)) {
            if (!NAME.matcher(path.getFileName().toString()).matches()) {
                log.warn("{} is no segment and left alone", path);
            } else if (start(path) % sizeBytes != 0) {
                throw new IOException(path + " begins between two segments of " + sizeBytes
                    + " bytes (mappedFileSizeCommitLog): move it away");
            } else {
                paths.add(path);
            }
        }
        check();
        while (!paths.isEmpty() && layer.lengthBytes(paths.get(paths.size() - 1)) == 0) {
            Path empty = paths.remove(paths.size() - 1);
            log.warn("{} is empty, removed", empty);
            layer.delete(empty);
        }
        List<MappedFile> loaded = new ArrayList<>();
        for (Path path : paths) {
            lengthen(path);
            loaded.add(new MappedFile(layer, path, start(path), sizeBytes));
        }
        return loaded;
    }

    private static long start(Path path) {
        return Long.parseLong(path.getFileName().toString());
    }

    /** A length other than that of a segment is allowed in the last file that has something, and behind it. */
    private void check() throws IOException {
        int last = paths.size() - 1;
        int firstShort = 0;
        while (firstShort <= last && layer.lengthBytes(paths.get(firstShort)) == sizeBytes) {
            firstShort++;
        }
        // whether there is something in the files is only looked at when one before them is short
        while (last > firstShort && isZeros(paths.get(last))) {
            last--;
        }
        for (int i = firstShort; i < paths.size(); i++) {
            long length = layer.lengthBytes(paths.get(i));
            if (length > sizeBytes || length < sizeBytes && i < last) {
                throw new IOException(paths.get(i) + " has " + length + " bytes, segments are configured to have "
                    + sizeBytes + " (mappedFileSizeCommitLog)");
            }
        }
    }

    private boolean isZeros(Path path) throws IOException {
        try (StoreFile file = layer.open(path)) {
            ByteBuffer bytes = ByteBuffer.allocate(LOOK_BYTES);
            ByteBuffer zeros = ByteBuffer.allocate(LOOK_BYTES);
            long length = file.lengthBytes();
            for (long at = 0; at < length; at += LOOK_BYTES) {
                file.read(bytes.clear(), at);
                if (bytes.flip().mismatch(zeros.limit(bytes.limit())) >= 0) {
                    return false;
                }
            }
            return true;
        }
    }

    private void lengthen(Path path) throws IOException {
        long length = layer.lengthBytes(path);
        if (length < sizeBytes) {
            log.warn("{} has {} of {} bytes, lengthened with zeros", path, length, sizeBytes);
            try (StoreFile file = layer.open(path)) {
                file.setLength(sizeBytes);
                file.force();
            }
        }
    }
}
