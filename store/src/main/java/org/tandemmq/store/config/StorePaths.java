/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.config;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Places of a store directory (storage 1).
 *
 * @param root {@code storePathRootDir}
 * @param commitLog {@code storePathCommitLog}, by default {@code commitlog} below the root
 */
public record StorePaths(Path root, Path commitLog) {

    /**
     * Paths with the default place of the log.
     *
     * @param root {@code storePathRootDir}
     * @return the paths
     */
    public static StorePaths below(Path root) {
        return new StorePaths(root, root.resolve("commitlog"));
    }

    /** Directory of the consume queues: TOPIC/QUEUEID/FILE below it. */
    public Path consumeQueues() {
        return root.resolve("consumequeue");
    }

    /** Directory of the key index. */
    public Path index() {
        return root.resolve("index");
    }

    /** Directory of the JSON tables. */
    public Path config() {
        return root.resolve("config");
    }

    /** File with the times up to which log, queues and index are on disk. */
    public Path checkpoint() {
        return root.resolve("checkpoint");
    }

    /** All files in which a store keeps its progress, with their copies, whether they are there or not. */
    public List<Path> marks() {
        return Stream.of("checkpoint", "checkpoint.bak", "queueends", "queueends.bak", "progress.0", "progress.1")
            .map(root::resolve).toList();
    }

    /** File with the position from which on this broker wrote the log itself. */
    public Path ownTail() {
        return root.resolve("owntail");
    }

    /** Marker that is there while the store is open. */
    public Path abort() {
        return root.resolve("abort");
    }

    /** File whose lock keeps a second process out. */
    public Path lock() {
        return root.resolve("lock");
    }
}
