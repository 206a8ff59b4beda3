/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.config;

/**
 * Everything a store is assembled from.
 *
 * @param paths where the files are
 * @param role part in the pair at start
 * @param log measures of the log
 * @param flush when data go to disk
 * @param queue measures of queues, index and reads
 * @param ha replication
 * @param retention when old segments go
 */
public record StoreConfig(StorePaths paths, BrokerRole role, CommitLogConfig log, FlushConfig flush,
                          QueueConfig queue, HaConfig ha, RetentionConfig retention) {
}
