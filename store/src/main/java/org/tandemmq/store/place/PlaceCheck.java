/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.place;

import java.io.IOException;
import java.nio.file.AccessMode;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tandemmq.store.config.StorePaths;

/**
 * Looks whether a store can be where it shall be, before anything is made or changed there. Each directory is one that
 * this user may read and write, or can be made; whatever is read as a whole is a file, or not there yet.
 *
 * <pre>
 * /data / mq / commitlog        looked at from the left: all that is there are directories,
 *    |     |       nothing      and the last that is there can be written to
 * </pre>
 */
public final class PlaceCheck {

    private static final String ROOT = "storePathRootDir";
    private static final String LOG = "storePathCommitLog";

    private final Rights rights;
    private final List<String> wrong = new ArrayList<>();

    /** What this user may do in a directory. */
    @FunctionalInterface
    interface Rights {
        /**
         * Asks for them.
         *
         * @param directory a directory that is there
         * @param modes what shall be done in it
         * @throws IOException when not all of it may be done; says why if the system does
         */
        void check(Path directory, AccessMode... modes) throws IOException;
    }

    /**
     * Creates a check.
     *
     * @param rights what this user may do
     */
    PlaceCheck(Rights rights) {
        this.rights = rights;
    }

    /**
     * Checks the places of a store.
     *
     * @param paths the places
     * @param withIndex whether there is an index: without one nobody needs its directory, which may be why it is off
     * @throws IOException names every place that is wrong, its key and what is wrong with it
     */
    public static void check(StorePaths paths, boolean withIndex) throws IOException {
        new PlaceCheck((directory, modes) -> directory.getFileSystem().provider().checkAccess(directory, modes))
            .run(paths, withIndex);
    }

    void run(StorePaths paths, boolean withIndex) throws IOException {
        directory(ROOT, paths.root());
        if (wrong.isEmpty()) {
            directory(ROOT, paths.consumeQueues());
            directory(ROOT, paths.config());
            if (withIndex) {
                directory(ROOT, paths.index());
            }
            List<Path> files = new ArrayList<>(paths.marks());
            files.addAll(List.of(paths.ownTail(), paths.abort(), paths.lock()));
            for (Path file : files) {
                file(file);
            }
        }
        if (wrong.isEmpty() || !paths.commitLog().startsWith(paths.root())) {
            directory(LOG, paths.commitLog());
        }
        if (!wrong.isEmpty()) {
            throw new IOException(String.join("; ", wrong));
        }
    }

    private void directory(String key, Path path) {
        Path whole = path.toAbsolutePath();
        Path last = whole.getRoot();
        try {
            for (Path name : whole) {
                Path next = last.resolve(name);
                FileKind kind = FileKind.of(next);
                if (kind == FileKind.NOTHING) {
                    break;
                }
                last = next;
                if (kind != FileKind.DIRECTORY) {
                    refuse(key, whole, last, "is " + kind + ", where a directory belongs");
                    return;
                }
            }
        } catch (IOException unseen) {
            wrong.add(key + ": " + whole + " can't be looked at: " + unseen);
            return;
        }
        try {
            rights.check(last, AccessMode.WRITE, AccessMode.EXECUTE);
            if (last.equals(whole)) {
                rights.check(last, AccessMode.READ);
            }
        } catch (IOException refused) {
            refuse(key, whole, last, "can't be written to or read by this user" + cause(refused));
        }
    }

    /** What the system says beside having no right, such as that the whole file system is read only. */
    private static String cause(IOException refused) {
        String reason = refused instanceof FileSystemException told ? told.getReason() : refused.getMessage();
        return reason == null ? "" : ": " + reason;
    }

    private void refuse(String key, Path whole, Path last, String why) {
        wrong.add(key + ": " + (last.equals(whole) ? "" : whole + " can't be made: ") + last + " " + why);
    }

    private void file(Path path) {
        try {
            PlainFile.exists(path);
        } catch (IOException refused) {
            wrong.add(ROOT + ": " + refused.getMessage());
        }
    }
}
