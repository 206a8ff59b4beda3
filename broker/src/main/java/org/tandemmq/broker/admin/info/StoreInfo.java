/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.info;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.StoreStatus;

/**
 * Figures of the store.
 *
 * @param store the store
 * @param logFolder directory of the log
 */
public record StoreInfo(MessageStore store, Path logFolder) implements InfoSource {

    @Override
    public void addTo(Map<String, String> table) {
        StoreStatus status = store.status();
        table.put("commitLogMinOffset", Long.toString(status.minPosition()));
        table.put("commitLogMaxOffset", Long.toString(status.endPosition()));
        table.put("commitLogDiskRatio", Double.toString(status.diskUsedRatio()));
        table.put("commitLogDiskRatio_" + logFolder, Double.toString(status.diskUsedRatio()));
        table.put("consumeQueueDiskRatio", Double.toString(status.queueDiskUsedRatio()));
        table.put("dispatchBehindBytes", Long.toString(status.dispatchBehindBytes()));
        table.put("dispatchMaxBuffer", "0");
        table.put("pageCacheLockTimeMills", Long.toString(status.lockHeldMs()));
        table.put("earliestMessageTimeStamp", Long.toString(status.earliestStoreTimestampMs()));
        table.put("remainHowManyDataToFlush",
            ByteSizes.text(Math.max(0, status.endPosition() - status.flushedPosition())));
        table.put("remainTransientStoreBufferNumbs", Integer.toString(Integer.MAX_VALUE));
        table.put("writesRefused", status.refusal() == null ? "no" : status.refusal());
        table.put("forcedDeletions", Long.toString(status.losses().forcedDeletions()));
        table.put("indexMissedRecords", Long.toString(status.losses().missedKeys()));
        table.put("commitLogDirCapacity", capacity());
    }

    private String capacity() {
        try {
            Path there = logFolder.toAbsolutePath();
            while (!Files.exists(there) && there.getParent() != null) {
                there = there.getParent();
            }
            FileStore disk = Files.getFileStore(there);
            return "Total : " + ByteSizes.text(disk.getTotalSpace()) + ", Free : "
                + ByteSizes.text(disk.getUsableSpace()) + ".";
        } catch (IOException unknown) {
            return "unknown: " + unknown.getMessage();
        }
    }
}
